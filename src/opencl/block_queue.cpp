// See block_queue.hpp.
#include "opencl/block_queue.hpp"

#include <algorithm>

namespace debye::opencl {
namespace {

constexpr std::size_t queues_per_device = 3;

/// Parts of a large model for each queue, so that all end at about the same time.
constexpr std::size_t parts_per_queue = 4;

/// A part shorter than this does not pay: pairs × q of about a millisecond.
constexpr double least_terms = 1e10;

}  // namespace

template <class Real>
BlockQueue<Real>::BlockQueue(const std::vector<std::shared_ptr<OpenDevice>>& devices,
                             const LaunchLimits& limits, std::size_t chunk_bytes)
    : chunk_bytes_(chunk_bytes), lost_(devices.size(), false) {
  for (std::size_t i = 0; i < devices.size(); ++i)
    for (std::size_t k = 0; k < queues_per_device; ++k)
      servers_.push_back(std::make_unique<Server>(devices[i], limits, i));
  for (const auto& server : servers_) threads_.emplace_back([this, &server] { serve(*server); });
}

template <class Real>
BlockQueue<Real>::~BlockQueue() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

template <class Real>
auto BlockQueue<Real>::cut(const BlockJob<Real>& job) const -> std::vector<Task> {
  double terms = 0;
  for (const TypeRun& run : job.list.runs) terms += static_cast<double>(run.n_j);
  // One device needs no parts to be kept busy by one model.
  const double n_devices = static_cast<double>(lost_.size());
  const double n_parts =
      n_devices < 2 ? 1
                    : std::min(terms *
                                   static_cast<double>(job.group_size * job.grid.shape.size() *
                                                       job.grid.passes.size()) /
                                   least_terms,
                               n_devices * queues_per_device * parts_per_queue);
  const double terms_per_part = terms / std::max(n_parts, 1.0);
  std::vector<Task> tasks;
  double terms_here = 0;
  for (std::size_t run = 0; run < job.list.runs.size(); ++run) {
    if (tasks.empty() || terms_here >= terms_per_part ||
        tasks.back().part.row_bytes() >= chunk_bytes_) {
      tasks.push_back({{&job, run, run, {}, 0}, nullptr});
      terms_here = 0;
    }
    tasks.back().part.last_run = run + 1;
    terms_here += static_cast<double>(job.list.runs[run].n_j);
  }
  return tasks;
}

template <class Real>
auto BlockQueue<Real>::sum(const BlockJob<Real>& job, const std::function<void(double)>& progress)
    -> Sums {
  Sums result{std::vector<double>(job.n_sums(), 0.0), 0};
  std::vector<Task> tasks = cut(job);
  Job state{tasks.size(), tasks.size(), &progress};
  {
    std::unique_lock lock(mutex_);
    if (last_error_) std::rethrow_exception(last_error_);
    for (Task& task : tasks) {
      task.job = &state;
      waiting_.push_back(&task);
    }
    if (tasks.size() == 1)
      work_.notify_one();
    else
      work_.notify_all();
    state.done.wait(lock, [&] { return state.n_left == 0; });
  }
  if (state.error) std::rethrow_exception(state.error);
  for (const Task& task : tasks) {
    for (std::size_t i = 0; i < result.sums.size(); ++i) result.sums[i] += task.part.sums[i];
    result.kernel_seconds += task.part.kernel_seconds;
  }
  return result;
}

template <class Real>
std::vector<std::string> BlockQueue<Real>::take_problems() {
  const std::lock_guard lock(mutex_);
  return std::exchange(problems_, {});
}

/// The first part that waits, and others that fit into a launch with it. The mutex is held.
template <class Real>
auto BlockQueue<Real>::take() -> std::vector<Task*> {
  std::vector<Task*> taken;
  std::size_t bytes = 0;
  for (auto place = waiting_.begin(); place != waiting_.end();) {
    Task* const task = *place;
    const BlockJob<Real>& job = *task->part.job;
    const std::size_t more = task->part.row_bytes();
    const bool fits = taken.empty() || (taken.front()->part.job->grid == job.grid &&
                                        taken.front()->part.job->group_size == job.group_size &&
                                        bytes + more <= chunk_bytes_);
    if (!fits) {
      ++place;
      continue;
    }
    bytes += more;
    taken.push_back(task);
    place = waiting_.erase(place);
  }
  return taken;
}

/// Tells those who wait. The mutex is held.
template <class Real>
void BlockQueue<Real>::finish(const std::vector<Task*>& done, const std::exception_ptr& error) {
  for (Task* task : done) {
    Job& job = *task->job;
    if (error) job.error = error;
    --job.n_left;
    if (!error && *job.progress)
      (*job.progress)(static_cast<double>(job.n_parts - job.n_left) /
                      static_cast<double>(job.n_parts));
    if (job.n_left == 0) job.done.notify_one();
  }
}

/// Leaves the tasks to other devices, or fails all if none is left. The mutex is held.
template <class Real>
void BlockQueue<Real>::lose_device(std::size_t device, const std::vector<Task*>& tasks,
                                   const DeviceError& error) {
  if (!lost_[device]) problems_.emplace_back(error.what());
  lost_[device] = true;
  if (std::find(lost_.begin(), lost_.end(), false) != lost_.end()) {
    waiting_.insert(waiting_.begin(), tasks.begin(), tasks.end());
    work_.notify_all();
    return;
  }
  last_error_ = std::make_exception_ptr(error);
  finish(tasks, last_error_);
  finish({waiting_.begin(), waiting_.end()}, last_error_);
  waiting_.clear();
}

/// The lock is given up meanwhile.
template <class Real>
void BlockQueue<Real>::work_on(Server& server, const std::vector<Task*>& tasks,
                               std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  std::vector<BlockPart<Real>*> parts;
  for (Task* task : tasks) {
    task->part.sums.assign(task->part.job->n_sums(), 0.0);
    task->part.kernel_seconds = 0;
    parts.push_back(&task->part);
  }
  std::exception_ptr error;
  bool out_of_memory = false;
  try {
    server.slot.sum(parts);
  } catch (const OutOfMemory&) {
    error = std::current_exception();
    out_of_memory = true;
  } catch (const DeviceError& reason) {
    lock.lock();
    return lose_device(server.device, tasks, reason);
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  if (!out_of_memory || tasks.size() == 1) return finish(tasks, error);
  for (Task* task : tasks) work_on(server, {task}, lock);
}

template <class Real>
void BlockQueue<Real>::serve(Server& server) {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [&] { return ending_ || lost_[server.device] || !waiting_.empty(); });
    if (ending_ || lost_[server.device]) return;
    work_on(server, take(), lock);
  }
}

template class BlockQueue<float>;
template class BlockQueue<double>;

}  // namespace debye::opencl
