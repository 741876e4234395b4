// Tile sums compiled for: portable (see pair_tile_impl.hpp).
#define DEBYE_TILE_SET portable
#define DEBYE_TILE_SET_NAMESPACE portable_set
#define DEBYE_TILE_NAME "portable"
#define DEBYE_VECTOR_BYTES 16
#define DEBYE_CHAINS 4
#include "cpu/pair_tile_impl.hpp"
