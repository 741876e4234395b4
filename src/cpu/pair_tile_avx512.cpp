// Tile sums compiled for: AVX-512 (see pair_tile_impl.hpp).
#define DEBYE_TILE_SET avx512
#define DEBYE_TILE_SET_NAMESPACE avx512_set
#define DEBYE_TILE_NAME "AVX-512"
#define DEBYE_VECTOR_BYTES 64
#define DEBYE_CHAINS 8
#include "cpu/pair_tile_impl.hpp"
