// Which OpenCL device the user means, and how devices are called in messages. No OpenCL in here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "debye/pair_sum.hpp"  // for DeviceInfo

namespace debye::opencl {

/// Those of `devices` that the user means by `wanted`: "gpu" (the first GPU), "gpu:all", an index,
/// part of a name in any case, or several of these with commas between. A complete name wins over
/// parts of others.
/// @throws DeviceError that lists the devices if one of these matches none or several, or if two
///         mean the same.
std::vector<DeviceInfo> choose_devices(const std::vector<DeviceInfo>& devices,
                                       const std::string& wanted);

/// "0 NVIDIA H200, 1 cpu-haswell", or "no OpenCL devices".
std::string list_names(const std::vector<DeviceInfo>& devices);

/// "NVIDIA H200 (driver 580.1)".
std::string describe(const DeviceInfo& device);

}  // namespace debye::opencl
