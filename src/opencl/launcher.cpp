// Launches, times and waits.
#include "opencl/launcher.hpp"

#include <algorithm>

#include "opencl/choose_device.hpp"

namespace debye::opencl {

Launcher::Launcher(std::shared_ptr<OpenDevice> device, const LaunchLimits& limits)
    : limits_(limits),
      device_(std::move(device)),
      // A first guess, below 0.1 s on anything that does 4·10⁷ terms a second and compute unit.
      launch_terms_(0x1p22 * std::max(device_->device().info.compute_units, 1u)) {
  cl_int status = CL_SUCCESS;
  queue_ = Queue(
      clCreateCommandQueue(context(), device_->device().id, CL_QUEUE_PROFILING_ENABLE, &status));
  check(status, "clCreateCommandQueue on " + describe(device_->device().info));
}

double Launcher::launch(const Work& work, std::size_t first, std::size_t count) {
  if (limits_.fault) limits_.fault();
  const std::string what = work.kernel_name + " on " + device_->device().info.name;
  const auto first_group = static_cast<cl_uint>(first);
  check(clSetKernelArg(work.kernel, work.first_group_argument, sizeof first_group, &first_group),
        "clSetKernelArg " + what);
  const std::size_t global_size = count * work.group_size;
  cl_event raw_event = nullptr;
  check(clEnqueueNDRangeKernel(queue_.get(), work.kernel, 1, nullptr, &global_size,
                               &work.group_size, 0, nullptr, &raw_event),
        "clEnqueueNDRangeKernel " + what);
  const Event event(raw_event);
  check(clWaitForEvents(1, &raw_event), "clWaitForEvents " + what);
  cl_ulong start = 0, end = 0;
  for (const auto& [key, time] :
       {std::pair(CL_PROFILING_COMMAND_START, &start), std::pair(CL_PROFILING_COMMAND_END, &end)})
    check(clGetEventProfilingInfo(raw_event, static_cast<cl_profiling_info>(key), sizeof *time,
                                  time, nullptr),
          "clGetEventProfilingInfo " + what);
  return 1e-9 * static_cast<double>(end - start);
}

double Launcher::run(const Work& work) {
  double total = 0;
  for (std::size_t first = 0; first < work.n_groups;) {
    const auto fitting = static_cast<std::size_t>(std::clamp(
        launch_terms_ / work.terms_per_group, 1.0, static_cast<double>(limits_.max_groups)));
    const std::size_t count = std::min(fitting, work.n_groups - first);
    const double seconds = launch(work, first, count);
    total += seconds;
    first += count;
    // A launch too short to fill the device says nothing about longer ones, except that they may
    // be longer. Growth is limited, because one event may be wrong.
    const double allowed = static_cast<double>(count) * work.terms_per_group * limits_.seconds /
                           std::max(seconds, 1e-9);
    if (allowed > launch_terms_ || seconds > 0.1 * limits_.seconds)
      launch_terms_ = std::min(allowed, 8 * launch_terms_);
  }
  return total;
}

}  // namespace debye::opencl
