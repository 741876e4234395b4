// Sums over pairs asked for by many threads, done on one or several devices.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "opencl/block_slot.hpp"

namespace debye::opencl {

/// Three threads for each device, each with a queue, so that some pack and copy while another's
/// work is computed. A thread takes all parts that wait, up to the limits: while devices are busy
/// work piles up, so that small models fill launches and large ones are shared by all devices. A
/// model's sums do not depend on what else was in a launch.
template <class Real>
class BlockQueue {
 public:
  /// @param devices  not empty
  /// @param chunk_bytes  for the sums of rows of a launch
  /// @throws DeviceError
  BlockQueue(const std::vector<std::shared_ptr<OpenDevice>>& devices, const LaunchLimits& limits,
             std::size_t chunk_bytes);
  ~BlockQueue();
  BlockQueue(BlockQueue&&) = delete;

  struct Sums {
    std::vector<double> sums;  ///< as of BlockPart
    double kernel_seconds = 0;
  };

  /// Waits for the sums of a job. May be called by any number of threads. If a device fails, the
  /// others do its work again.
  /// @param progress  called with the fraction done, by any thread, one at a time
  /// @throws DeviceError if no device is left, or memory does not suffice on any
  Sums sum(const BlockJob<Real>& job, const std::function<void(double)>& progress);

  /// One line for each device that failed since the last call.
  std::vector<std::string> take_problems();

 private:
  struct Job {
    std::size_t n_left = 0, n_parts = 0;
    const std::function<void(double)>* progress;
    std::exception_ptr error = nullptr;
    std::condition_variable done = {};  ///< of its own: many jobs wait
  };
  struct Task {
    BlockPart<Real> part;
    Job* job = nullptr;
  };
  struct Server {
    Server(std::shared_ptr<OpenDevice> open, const LaunchLimits& limits, std::size_t number)
        : slot(std::move(open), limits), device(number) {}
    BlockSlot<Real> slot;
    std::size_t device;
  };

  std::vector<Task> cut(const BlockJob<Real>& job) const;
  void serve(Server& server);
  void work_on(Server& server, const std::vector<Task*>& tasks, std::unique_lock<std::mutex>& lock);
  std::vector<Task*> take();
  void finish(const std::vector<Task*>& done, const std::exception_ptr& error);
  void lose_device(std::size_t device, const std::vector<Task*>& tasks, const DeviceError& error);

  std::size_t chunk_bytes_;
  std::mutex mutex_;  ///< of all below
  std::condition_variable work_;
  std::deque<Task*> waiting_;
  std::vector<bool> lost_;  ///< devices
  std::vector<std::string> problems_;
  std::exception_ptr last_error_;  ///< when all devices are lost
  bool ending_ = false;
  std::vector<std::unique_ptr<Server>> servers_;
  std::vector<std::thread> threads_;
};

}  // namespace debye::opencl
