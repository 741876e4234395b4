// Things made by several threads and used in order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "parallel_for.hpp"

namespace debye {

/// Hands results on in the order of their indices, whoever brings them, one at a time.
template <class Result, class Use>
class InOrder {
 public:
  struct Outcome {
    std::optional<Result> result;
    std::exception_ptr error;  ///< if there is no result
  };

  /// @param window  how far an index may be ahead of the one whose turn it is
  InOrder(std::size_t window, Use use) : window_(window), use_(std::move(use)) {}

  /// Calls use() for all results whose turn has come. Waits as long as the index is too far ahead.
  /// @return false if an error has ended it all
  /// @throws the error whose turn has come, or that of use()
  bool put(std::size_t index, Outcome outcome) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return ended_ || index < next_ + window_; });
    if (ended_) return false;
    ready_.emplace(index, std::move(outcome));
    if (in_use_) return true;
    in_use_ = true;
    while (!ready_.empty() && ready_.begin()->first == next_) {
      Outcome next = std::move(ready_.extract(ready_.begin()).mapped());
      lock.unlock();
      try {
        if (next.error) std::rethrow_exception(next.error);
        use_(std::move(*next.result));
      } catch (...) {
        lock.lock();
        ended_ = true;
        turn_.notify_all();
        throw;
      }
      lock.lock();
      ++next_;
      turn_.notify_all();
    }
    in_use_ = false;
    return true;
  }

 private:
  const std::size_t window_;
  Use use_;
  std::mutex mutex_;
  std::condition_variable turn_;
  std::map<std::size_t, Outcome> ready_;
  std::size_t next_ = 0;
  bool in_use_ = false, ended_ = false;
};

/// Calls make(worker, index) for every index below n on `threads` threads, each with a worker of
/// its own from new_worker(), and use(result) in the order of the indices, one at a time. The first
/// error in this order ends the loop and is thrown again here: use() has then been called for all
/// lower indices and for no other. Few results wait for their turn.
template <class NewWorker, class Make, class Use>
void make_in_order(std::size_t n, std::size_t threads, NewWorker new_worker, Make make, Use use) {
  using Maker = decltype(new_worker());
  using Result = decltype(make(std::declval<Maker&>(), std::size_t{}));
  InOrder<Result, Use> in_order(4 * threads, std::move(use));
  std::atomic<std::size_t> next{0};
  parallel_for(threads, static_cast<int>(threads), [&](std::size_t) {
    Maker worker = new_worker();
    for (std::size_t index; (index = next.fetch_add(1)) < n;) {
      typename InOrder<Result, Use>::Outcome outcome;
      try {
        outcome.result = make(worker, index);
      } catch (...) {
        outcome.error = std::current_exception();
      }
      if (!in_order.put(index, std::move(outcome))) return;
    }
  });
}

}  // namespace debye
