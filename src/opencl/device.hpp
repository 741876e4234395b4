// Which OpenCL devices there are.
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
  cl_ulong local_memory = 0;    ///< of a work-group [bytes]
};

/// The devices of all platforms, numbered in the order in which the platforms report them. Empty
/// without a platform. A platform or device that fails a query is left out and named in `problems`.
std::vector<Device> find_devices(std::vector<std::string>* problems = nullptr);

/// The device of that number.
/// @throws DeviceError that lists the devices if there is none.
Device device_of(int index);

}  // namespace debye::opencl
