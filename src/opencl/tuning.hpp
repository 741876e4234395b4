// What is fastest on which device.
#pragma once

#include <cstddef>

#include "opencl/device.hpp"

namespace debye::opencl {

/// How kernels/debye_blocks.cl is run. Curves depend on it in the last digits, and by the
/// precision.
struct Tuning {
  std::size_t group_size = 64;     ///< atoms k of a work-group, a power of two
  std::size_t shortest_run = 128;  ///< atoms j of a run, unless fewer of a type are left
  bool in_double = false;          ///< precision of the sampled sum
  bool operator==(const Tuning&) const = default;
};

/// Of the table that debye comes with, or for a device that it does not know: 64 atoms leave enough
/// groups for a small protein. OpenCL does not say how fast double precision is; by vendors' data
/// sheets GPUs made for computing do half as many operations in it, or a quarter, others a 16th to
/// a 64th; CPUs half.
Tuning default_tuning(const DeviceInfo& device);

/// What `debye bench --tune` found on this device, with this driver and version of debye, if the
/// program cache keeps it; otherwise the default.
Tuning tuning_for(const Device& device);

/// @return false if the program cache is off or cannot be written to
bool keep_tuning(const Device& device, const Tuning& tuning);

}  // namespace debye::opencl
