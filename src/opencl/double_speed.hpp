// Which devices are fast in double precision.
#pragma once

#include <algorithm>
#include <string_view>

#include "debye/pair_sum.hpp"  // for DeviceInfo

namespace debye::opencl {

/// True for devices that do a quarter or more of their single-precision operations in double: CPUs,
/// and GPUs made for computing. Of others, made for pictures, it is a 16th to a 64th. OpenCL does
/// not say; the names are those of vendors' data sheets, for AMD the names of the architectures.
inline bool double_is_fast(const DeviceInfo& device) {
  if (!device.has_fp64 || !device.is_gpu) return device.has_fp64;
  constexpr std::string_view names[] = {
      "P100",   "V100",   "A100",   "A30",    "H100",   "H200",   "GH200",  "B200",
      "gfx906", "gfx908", "gfx90a", "gfx940", "gfx941", "gfx942", "gfx950", "Data Center GPU Max"};
  return std::any_of(std::begin(names), std::end(names), [&](std::string_view name) {
    return device.name.find(name) != std::string::npos;
  });
}

}  // namespace debye::opencl
