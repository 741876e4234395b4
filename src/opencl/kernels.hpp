// The OpenCL kernels as text; kernels/embed.cmake generates the definitions from kernels/*.cl.
#pragma once

namespace debye::opencl {

extern const char* const debye_blocks_source;      ///< kernels/debye_blocks.cl
extern const char* const debye_pairs_source;       ///< kernels/debye_pairs.cl
extern const char* const pair_histogram_source;    ///< kernels/pair_histogram.cl
extern const char* const surface_distance_source;  ///< kernels/surface_distance.cl

}  // namespace debye::opencl
