// A device ready to compute, and launches cut so short that none blocks a display.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "opencl/handle.hpp"
#include "opencl/open_device.hpp"

namespace debye::opencl {

struct LaunchLimits {
  double seconds = 0.1;               ///< aim for one launch; longer ones freeze a display
  std::size_t max_groups = 1u << 30;  ///< work-groups in one launch
  std::function<void()> fault = {};   ///< of tests: called before each launch, may throw
};

/// Work-groups 0 to n − 1 of one kernel, whose last argument is the first group of a launch.
struct Work {
  std::string kernel_name;
  cl_kernel kernel = nullptr;  ///< with all other arguments set
  cl_uint first_group_argument = 0;
  std::size_t n_groups = 0, group_size = 0;
  double terms_per_group = 0;  ///< on average; terms cost about the same in each run()
};

/// A queue of one device. Learns from the time of each launch how many terms fit in one.
class Launcher {
 public:
  /// @throws DeviceError naming the device if it is unusable.
  Launcher(std::shared_ptr<OpenDevice> device, const LaunchLimits& limits);

  OpenDevice& device() const { return *device_; }
  cl_context context() const { return device_->context(); }
  cl_command_queue queue() const { return queue_.get(); }

  /// Does the work in one or several launches and waits for the end.
  /// @return seconds that the device was busy, from profiling events.
  /// @throws OutOfMemory or DeviceError naming call, kernel and device.
  double run(const Work& work);

 private:
  double launch(const Work& work, std::size_t first, std::size_t count);

  LaunchLimits limits_;
  std::shared_ptr<OpenDevice> device_;
  Queue queue_;
  double launch_terms_;  ///< terms that one launch may have to stay within limits_.seconds
};

/// Sets the arguments of a kernel from the first on; each must have the type that the kernel takes.
template <class... Arguments>
void set_arguments(cl_kernel kernel, const std::string& name, const Arguments&... arguments) {
  cl_uint index = 0;
  (check(clSetKernelArg(kernel, index++, sizeof arguments, &arguments), "clSetKernelArg " + name),
   ...);
}

}  // namespace debye::opencl
