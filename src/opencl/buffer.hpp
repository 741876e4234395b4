// Device memory with a name, so that an error says which array of what size did not fit.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "opencl/handle.hpp"

namespace debye::opencl {

/// An array of `count` T on the device. T must have the size and layout of the kernel's type.
template <class T>
class Buffer {
 public:
  /// @throws OutOfMemory "buffer NAME (SIZE bytes): CALL: CL_.." or DeviceError.
  Buffer(cl_context context, const std::string& name, std::size_t count,
         cl_mem_flags flags = CL_MEM_READ_ONLY)
      : label_("buffer " + name + " (" + std::to_string(count * sizeof(T)) + " bytes)") {
    cl_int status = CL_SUCCESS;
    memory_ = Memory(clCreateBuffer(context, flags, count * sizeof(T), nullptr, &status));
    check(status, label_ + ": clCreateBuffer");
  }

  /// A buffer that holds a copy of `data`, which must not be empty.
  Buffer(cl_context context, cl_command_queue queue, const std::string& name,
         std::span<const T> data)
      : Buffer(context, name, data.size()) {
    check(clEnqueueWriteBuffer(queue, memory_.get(), CL_TRUE, 0, data.size() * sizeof(T),
                               data.data(), 0, nullptr, nullptr),
          label_ + ": clEnqueueWriteBuffer");
  }

  /// Fills `data` from the front of the buffer; waits for all that is queued before.
  void read(cl_command_queue queue, std::span<T> data) const {
    check(clEnqueueReadBuffer(queue, memory_.get(), CL_TRUE, 0, data.size() * sizeof(T),
                              data.data(), 0, nullptr, nullptr),
          label_ + ": clEnqueueReadBuffer");
  }

  cl_mem get() const { return memory_.get(); }

 private:
  std::string label_;
  Memory memory_;
};

}  // namespace debye::opencl
