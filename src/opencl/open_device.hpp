// A device in use, shared by all that compute on it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "opencl/device.hpp"
#include "opencl/handle.hpp"

namespace debye::opencl {

/// The context of one device and the programs built in it. May be used by several threads; queues
/// and kernel objects belong to one each.
class OpenDevice {
 public:
  /// @throws DeviceError naming the device if it is unusable.
  explicit OpenDevice(Device device);

  const Device& device() const { return device_; }
  cl_context context() const { return context_.get(); }

  /// A new kernel object of a program that is built when first asked for, as build_program() does.
  /// @throws DeviceError
  Kernel kernel(const char* source, const std::string& options, const char* name);

 private:
  Device device_;
  Context context_;
  std::mutex mutex_;
  std::map<std::pair<const char*, std::string>, Program> programs_;  ///< by source and options
};

/// The device of that index in list_devices().
/// @throws DeviceError if there is none, or it is unusable.
std::shared_ptr<OpenDevice> open_device(int index);

}  // namespace debye::opencl
