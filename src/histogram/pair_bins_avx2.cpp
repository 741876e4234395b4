// Histogram of pairs compiled for: AVX2 (see pair_bins_impl.hpp).
#define DEBYE_BINS_SET avx2
#define DEBYE_BINS_SET_NAMESPACE avx2_set
#define DEBYE_BINS_NAME "AVX2"
#define DEBYE_VECTOR_BYTES 32
#include "histogram/pair_bins_impl.hpp"
