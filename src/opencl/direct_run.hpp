// What both forms of the direct sum need of the engine that runs them.
#pragma once

#include <cstddef>
#include <functional>

#include "opencl/device.hpp"
#include "opencl/launcher.hpp"
#include "opencl/pair_sum_opencl.hpp"

namespace debye::opencl {

/// One sum on one device.
struct DirectRun {
  const Device& device;
  Launcher& launcher;
  const OpenClOptions& options;
  std::size_t chunk_bytes = 0;                ///< results, or amplitudes, on the device at a time
  std::function<void(double)> progress = {};  ///< called with the fraction done
  double kernel_seconds = 0;                  ///< that the device was busy so far
};

/// Options of clBuildProgram that both kernels are built with. Without subnormal numbers rsqrt() is
/// one instruction. The other relaxed-math options would spoil the reduction of the sine. -w: a
/// compiler that will not unroll is no news.
template <class Real>
constexpr const char* direct_build_options() {
  return sizeof(Real) == sizeof(float) ? "-w -cl-std=CL1.2 -cl-denorms-are-zero -DREAL=float"
                                       : "-w -cl-std=CL1.2 -cl-denorms-are-zero -DREAL=double";
}

}  // namespace debye::opencl
