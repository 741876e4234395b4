// Tile sums compiled for: AVX2 (see pair_tile_impl.hpp).
#define DEBYE_TILE_SET avx2
#define DEBYE_TILE_SET_NAMESPACE avx2_set
#define DEBYE_TILE_NAME "AVX2"
#define DEBYE_VECTOR_BYTES 32
#define DEBYE_CHAINS 4
#include "cpu/pair_tile_impl.hpp"
