// Which OpenCL devices there are, and which one the user means.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "debye/pair_sum.hpp"  // for DeviceInfo
#include "opencl/handle.hpp"

namespace debye::opencl {

/// A device and what the device says about itself.
struct Device {
  cl_device_id id = nullptr;
  DeviceInfo info;
  std::size_t max_work_group = 0;
  cl_ulong max_allocation = 0;  ///< largest single buffer [bytes]
};

/// The devices of all platforms, numbered in the order in which the platforms report them. Empty
/// without a platform. A platform or device that fails a query is left out and named in `problems`.
std::vector<Device> find_devices(std::vector<std::string>* problems = nullptr);

/// Position in `devices` of the one the user means by `wanted`: "gpu" (the first GPU), an index, or
/// part of a name in any case. A complete name wins over parts of others.
/// @throws DeviceError that lists the devices if none or several match.
std::size_t choose_device(const std::vector<DeviceInfo>& devices, const std::string& wanted);

/// "0 NVIDIA H200, 1 cpu-haswell", or "no OpenCL devices".
std::string list_names(const std::vector<DeviceInfo>& devices);

/// "NVIDIA H200 (driver 580.1)".
std::string describe(const DeviceInfo& device);

}  // namespace debye::opencl
