// Owners of OpenCL objects and the check of every status code. Nothing here knows what is computed.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <string>
#include <utility>

#include "debye/error.hpp"

namespace debye::opencl {

/// Sole owner of a cl_* object; movable. `release` is the matching clRelease function, whose status
/// is ignored: there is nothing left to do about it, and a destructor must not throw.
template <class T, cl_int(CL_API_CALL* release)(T)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T object) : object_(object) {}
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() {
    if (object_) release(object_);
  }
  T get() const { return object_; }

 private:
  T object_ = nullptr;
};

using Context = Handle<cl_context, clReleaseContext>;
using Queue = Handle<cl_command_queue, clReleaseCommandQueue>;
using Program = Handle<cl_program, clReleaseProgram>;
using Kernel = Handle<cl_kernel, clReleaseKernel>;
using Memory = Handle<cl_mem, clReleaseMemObject>;
using Event = Handle<cl_event, clReleaseEvent>;

/// The device or its host ran out of memory; a smaller request may succeed.
class OutOfMemory : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

/// "CL_INVALID_VALUE" for -30; "unknown OpenCL error -9999" for a code that the standard lacks.
std::string error_name(cl_int status);

/// Throws unless status is CL_SUCCESS.
/// @throws OutOfMemory or DeviceError "WHAT: CL_NAME"; `what` names the call and what it worked on,
///         as in "clEnqueueNDRangeKernel debye_pairs".
void check(cl_int status, const std::string& what);

}  // namespace debye::opencl
