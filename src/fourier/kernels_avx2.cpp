// Kernels compiled for: AVX2 (see kernels_impl.hpp).
#define DEBYE_FOURIER_SET avx2
#define DEBYE_FOURIER_SET_NAMESPACE avx2_set
#define DEBYE_FOURIER_NAME "AVX2"
#define DEBYE_VECTOR_BYTES 32
#define DEBYE_PANEL_VECTORS 2
#include "fourier/kernels_impl.hpp"
