// How the kernels of the direct sum are compiled.
#pragma once

namespace debye::opencl {

/// Options of clBuildProgram that both kernels are built with. Without subnormal numbers rsqrt() is
/// one instruction. The other relaxed-math options would spoil the reduction of the sine. -w: a
/// compiler that will not unroll is no news.
template <class Real>
constexpr const char* direct_build_options() {
  return sizeof(Real) == sizeof(float) ? "-w -cl-std=CL1.2 -cl-denorms-are-zero -DREAL=float"
                                       : "-w -cl-std=CL1.2 -cl-denorms-are-zero -DREAL=double";
}

}  // namespace debye::opencl
