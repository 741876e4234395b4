// See choose_device.hpp.
#include "opencl/choose_device.hpp"

#include <algorithm>

#include "debye/error.hpp"
#include "lower_case.hpp"

namespace debye::opencl {
namespace {

std::size_t choose_device(const std::vector<DeviceInfo>& devices, const std::string& wanted) {
  const std::string pattern = lower_case(wanted);
  // A number never means part of a name: 2 must not find "H200" where there is no device 2.
  const bool is_name = pattern != "gpu" && pattern.find_first_not_of("0123456789") < pattern.size();
  std::vector<std::size_t> complete, partial;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (std::to_string(devices[i].index) == pattern || (pattern == "gpu" && devices[i].is_gpu))
      return i;
    const std::string name = lower_case(devices[i].name);
    if (is_name && name == pattern) complete.push_back(i);
    if (is_name && name.find(pattern) != std::string::npos) partial.push_back(i);
  }
  if (complete.size() == 1) return complete.front();
  if (partial.size() == 1) return partial.front();
  if (partial.size() > 1)
    fail<DeviceError>("--device=", wanted,
                      " matches several devices; give the number of one: ", list_names(devices));
  fail<DeviceError>("--device=", wanted, " matches no device; found: ", list_names(devices));
}

}  // namespace

std::vector<DeviceInfo> choose_devices(const std::vector<DeviceInfo>& devices,
                                       const std::string& wanted) {
  std::vector<DeviceInfo> chosen;
  const auto add = [&](const DeviceInfo& device) {
    for (const DeviceInfo& other : chosen)
      if (other.index == device.index)
        fail<DeviceError>("--device=", wanted, " names device ", device.index, ' ', device.name,
                          " twice");
    chosen.push_back(device);
  };
  for (std::size_t begin = 0, end = 0; begin <= wanted.size(); begin = end + 1) {
    end = std::min(wanted.find(',', begin), wanted.size());
    const std::string one = wanted.substr(begin, end - begin);
    if (lower_case(one) == "gpu:all") {
      for (const DeviceInfo& device : devices)
        if (device.is_gpu) add(device);
    } else {
      add(devices[choose_device(devices, one)]);
    }
  }
  if (chosen.empty())
    fail<DeviceError>("--device=", wanted, " matches no device; found: ", list_names(devices));
  return chosen;
}

std::string list_names(const std::vector<DeviceInfo>& devices) {
  std::string text;
  for (const DeviceInfo& device : devices)
    text += (text.empty() ? "" : ", ") + std::to_string(device.index) + ' ' + device.name;
  return text.empty() ? "no OpenCL devices" : text;
}

std::string describe(const DeviceInfo& device) {
  return device.name + " (driver " + device.driver + ')';
}

}  // namespace debye::opencl
