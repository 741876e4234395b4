// A line on standard error that tells how far a run is.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace debye {

/// "3 of 10 files, 42 % of model.pdb", rewritten in place a few times a second. Silent unless
/// standard error is a terminal, and for the first second, so that short runs show nothing.
class Progress {
 public:
  /// @param wanted  false: never show anything
  Progress(std::size_t n_files, bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void start_file(const std::string& name);

  /// May be called from any thread, one at a time.
  void show(double fraction_of_sum);

  /// Removes the line, so that other text can be written.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool active_;
  std::size_t n_files_, file_ = 0;
  std::string name_;
  Clock::time_point next_;
  bool shown_ = false;
};

}  // namespace debye
