// A loop shared out over threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>

namespace debye {

/// Processors that this process may use, at least 1.
int usable_processors();

/// Calls run() here and on up to `helpers` threads of the process's own, which are kept from one
/// call to the next: to start sixteen takes longer than many a sum. Returns when all calls have
/// returned; helpers that are busy elsewhere, or that the system does not give, are not waited for.
/// run() must not throw. May be called by several threads at once, and within run().
void run_with_helpers(std::size_t helpers, const std::function<void()>& run);

/// Calls work(index) for every index below n on up to `threads` threads, lower indices first. The
/// first exception ends the loop and is thrown again here.
template <class Work>
void parallel_for(std::size_t n, int threads, Work work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  std::mutex error_mutex;
  const auto run = [&] {
    try {
      for (std::size_t index; (index = next.fetch_add(1)) < n;) work(index);
    } catch (...) {
      const std::lock_guard lock(error_mutex);
      if (!error) error = std::current_exception();
      next = n;
    }
  };
  const std::size_t workers = std::min(n, static_cast<std::size_t>(threads));
  if (workers > 1)
    run_with_helpers(workers - 1, run);
  else
    run();
  if (error) std::rethrow_exception(error);
}

/// Calls work(begin, end) for ranges of at most `size` indices that follow each other from 0 to n.
template <class Work>
void parallel_for_ranges(std::size_t n, std::size_t size, int threads, Work work) {
  parallel_for((n + size - 1) / size, threads,
               [&](std::size_t range) { work(range * size, std::min(n, (range + 1) * size)); });
}

}  // namespace debye
