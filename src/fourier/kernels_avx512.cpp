// Kernels compiled for: AVX-512 (see kernels_impl.hpp).
#define DEBYE_FOURIER_SET avx512
#define DEBYE_FOURIER_SET_NAMESPACE avx512_set
#define DEBYE_FOURIER_NAME "AVX-512"
#define DEBYE_VECTOR_BYTES 64
#define DEBYE_PANEL_VECTORS 4
#include "fourier/kernels_impl.hpp"
