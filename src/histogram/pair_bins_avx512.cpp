// Histogram of pairs compiled for: AVX-512 (see pair_bins_impl.hpp).
#define DEBYE_BINS_SET avx512
#define DEBYE_BINS_SET_NAMESPACE avx512_set
#define DEBYE_BINS_NAME "AVX-512"
#define DEBYE_VECTOR_BYTES 64
#include "histogram/pair_bins_impl.hpp"
