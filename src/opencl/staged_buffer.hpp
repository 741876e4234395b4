// Device memory with memory of the host beside it that the device reaches directly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "opencl/handle.hpp"

namespace debye::opencl {

/// An array of T on the device and its copy on the host, which drivers keep in place ("pinned"), so
/// that transfers need no copy in between. It grows and is used again; T as in Buffer.
template <class T>
class StagedBuffer {
 public:
  explicit StagedBuffer(std::string name) : name_(std::move(name)) {}
  StagedBuffer(StagedBuffer&&) = delete;
  ~StagedBuffer() { release(); }

  /// Room for `count` T, whose values are whatever is there, on both sides.
  /// @throws OutOfMemory "buffer NAME (SIZE bytes): CALL: CL_.." or DeviceError.
  std::span<T> resize(cl_context context, cl_command_queue queue, std::size_t count) {
    count_ = count;
    if (count > capacity_) {
      release();
      const std::size_t wanted = std::max(count, capacity_ + capacity_ / 2);
      const std::size_t bytes = wanted * sizeof(T);
      label_ = "buffer " + name_ + " (" + std::to_string(bytes) + " bytes)";
      device_ = make(context, CL_MEM_READ_WRITE, bytes);
      staging_ = make(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes);
      cl_int status = CL_SUCCESS;
      host_ = static_cast<T*>(clEnqueueMapBuffer(queue, staging_.get(), CL_TRUE,
                                                 CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, nullptr,
                                                 nullptr, &status));
      check(status, label_ + ": clEnqueueMapBuffer");
      queue_ = queue;
      capacity_ = wanted;
    }
    return {host_, count_};
  }

  /// Host → device. The host's copy must stay as it is until the queue has done it.
  void write() const {
    check(clEnqueueWriteBuffer(queue_, device_.get(), CL_FALSE, 0, count_ * sizeof(T), host_, 0,
                               nullptr, nullptr),
          label_ + ": clEnqueueWriteBuffer");
  }

  /// Device → host; waits for all that is queued before.
  std::span<const T> read() const {
    check(clEnqueueReadBuffer(queue_, device_.get(), CL_TRUE, 0, count_ * sizeof(T), host_, 0,
                              nullptr, nullptr),
          label_ + ": clEnqueueReadBuffer");
    return {host_, count_};
  }

  cl_mem get() const { return device_.get(); }

  /// Gives the memory back.
  void release() {
    if (host_) {
      clEnqueueUnmapMemObject(queue_, staging_.get(), host_, 0, nullptr, nullptr);
      clFinish(queue_);
    }
    host_ = nullptr;
    capacity_ = 0;
    device_ = Memory();
    staging_ = Memory();
  }

 private:
  Memory make(cl_context context, cl_mem_flags flags, std::size_t bytes) const {
    cl_int status = CL_SUCCESS;
    Memory memory(clCreateBuffer(context, flags, bytes, nullptr, &status));
    check(status, label_ + ": clCreateBuffer");
    return memory;
  }

  std::string name_, label_;
  Memory device_, staging_;
  cl_command_queue queue_ = nullptr;  ///< on which it was mapped
  T* host_ = nullptr;
  std::size_t count_ = 0, capacity_ = 0;
};

}  // namespace debye::opencl
