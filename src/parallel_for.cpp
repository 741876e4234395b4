// See parallel_for.hpp.

#include "parallel_for.hpp"

#include <sched.h>

#include <condition_variable>
#include <list>
#include <system_error>
#include <thread>
#include <vector>

namespace debye {
namespace {

/// Threads that wait for something to do.
class Helpers {
 public:
  ~Helpers() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
  }

  void run(std::size_t wanted, const std::function<void()>& work) {
    Job job{work, wanted, 0, {}};
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(&job);
      start_threads(wanted);
    }
    for (std::size_t i = 0; i < wanted; ++i) wake_.notify_one();
    work();
    std::unique_lock lock(mutex_);
    jobs_.remove(&job);
    job.done.wait(lock, [&job] { return job.running == 0; });
  }

 private:
  struct Job {
    const std::function<void()>& work;
    std::size_t wanted;   ///< more helpers
    std::size_t running;  ///< helpers at work
    std::condition_variable done;
  };

  /// So that there are enough for the largest job; those of an earlier one may still be busy.
  void start_threads(std::size_t wanted) {
    try {
      while (threads_.size() < wanted) threads_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
      // The system gives no more threads; those there are do the work, with the same result.
    }
  }

  void help() {
    std::unique_lock lock(mutex_);
    while (true) {
      Job* job = nullptr;
      wake_.wait(lock, [&] {
        for (Job* one : jobs_)
          if (one->wanted > 0) job = one;
        return job || ended_;
      });
      if (!job) return;
      --job->wanted;
      ++job->running;
      lock.unlock();
      job->work();
      lock.lock();
      if (--job->running == 0) job->done.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::list<Job*> jobs_;
  bool ended_ = false;
  std::vector<std::jthread> threads_;  // last: joined before the rest is gone
};

}  // namespace

int usable_processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void run_with_helpers(std::size_t helpers, const std::function<void()>& run) {
  static Helpers of_process;
  of_process.run(helpers, run);
}

}  // namespace debye
