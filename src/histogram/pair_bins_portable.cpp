// Histogram of pairs compiled for: portable (see pair_bins_impl.hpp).
#define DEBYE_BINS_SET portable
#define DEBYE_BINS_SET_NAMESPACE portable_set
#define DEBYE_BINS_NAME "portable"
#define DEBYE_VECTOR_BYTES 16
#include "histogram/pair_bins_impl.hpp"
