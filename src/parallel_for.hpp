// A loop shared out over threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace debye {

/// Processors that this process may use, at least 1.
int usable_processors();

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
      error = std::current_exception();
      next = n;
    }
  };
  {
    std::vector<std::jthread> others;
    const std::size_t workers = std::min(n, static_cast<std::size_t>(threads));
    try {
      for (std::size_t t = 1; t < workers; ++t) others.emplace_back(run);
    } catch (const std::system_error&) {
      // The system gives no more threads; those there are do the work, with the same result.
    }
    run();
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace debye
