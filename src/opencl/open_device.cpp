// See open_device.hpp.
#include "opencl/open_device.hpp"

#include "opencl/choose_device.hpp"
#include "opencl/program.hpp"

namespace debye::opencl {

OpenDevice::OpenDevice(Device device) : device_(std::move(device)) {
  cl_int status = CL_SUCCESS;
  context_ = Context(clCreateContext(nullptr, 1, &device_.id, nullptr, nullptr, &status));
  check(status, "clCreateContext on " + describe(device_.info));
}

Kernel OpenDevice::kernel(const char* source, const std::string& options, const char* name) {
  const std::lock_guard lock(mutex_);
  Program& program = programs_[{source, options}];
  if (!program.get()) program = build_program(context_.get(), device_, source, options);
  return make_kernel(program, name);
}

std::shared_ptr<OpenDevice> open_device(int index) {
  return std::make_shared<OpenDevice>(device_of(index));
}

}  // namespace debye::opencl
