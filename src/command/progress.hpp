// A line on standard error that tells how far a run is.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace debye {

/// "42 % of model.pdb", or "30 of 1000 files, 45.2 files/s, 22 s left" with the same behind if
/// files are summed one after the other, rewritten in place a few times a second. Silent unless
/// standard error is a terminal, and for the first second, so that short runs show nothing.
class Progress {
 public:
  /// @param wanted  false: never show anything
  Progress(std::size_t n_files, bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Files that were done before count, but not for the rate.
  void skip_files(std::size_t n);

  void start_file(const std::string& name);
  void finish_file();

  /// May be called from any thread, one at a time.
  void show(double fraction_of_sum);

  /// Removes the line, so that other text can be written.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string rate() const;

  bool active_;
  std::size_t n_files_, skipped_ = 0, finished_ = 0;
  std::string name_;
  Clock::time_point start_, next_;
  bool shown_ = false;
};

}  // namespace debye
