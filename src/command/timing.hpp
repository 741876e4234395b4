// How long something takes.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace debye {

struct Timing {
  int runs = 0;
  double seconds = 0;         ///< median wall time of a run
  double kernel_seconds = 0;  ///< median of what the runs say that a device was busy
};

inline double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// Calls run(), which returns kernel seconds: once to warm up, unless a run takes long; then up to
/// nine times within about 2 s.
template <class Run>
Timing time_runs(Run run) {
  using Clock = std::chrono::steady_clock;
  constexpr double budget = 2.0;
  std::vector<double> seconds, kernel_seconds;
  double spent = 0;
  for (int i = 0; i < 10 && (i < 1 || spent < budget); ++i) {
    const auto start = Clock::now();
    kernel_seconds.push_back(run());
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    spent += seconds.back();
  }
  if (seconds.size() > 1) {
    seconds.erase(seconds.begin());
    kernel_seconds.erase(kernel_seconds.begin());
  }
  return {static_cast<int>(seconds.size()), median(seconds), median(kernel_seconds)};
}

}  // namespace debye
