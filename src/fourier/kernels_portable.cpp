// Kernels compiled for: portable (see kernels_impl.hpp).
#define DEBYE_FOURIER_SET portable
#define DEBYE_FOURIER_SET_NAMESPACE portable_set
#define DEBYE_FOURIER_NAME "portable"
#define DEBYE_VECTOR_BYTES 16
#define DEBYE_PANEL_VECTORS 2
#include "fourier/kernels_impl.hpp"
