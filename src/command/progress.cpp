// See progress.hpp.

#include "command/progress.hpp"

#include <unistd.h>

#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace debye {
namespace {

constexpr auto quiet_at_first = std::chrono::seconds(1);
constexpr auto between_updates = std::chrono::milliseconds(200);

/// "22 s", "1 min 20 s", "2 h 5 min".
std::string duration(double seconds) {
  const long whole = std::lround(seconds), minutes = whole / 60;
  if (minutes == 0) return std::to_string(whole) + " s";
  if (minutes < 60) return std::to_string(minutes) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

}  // namespace

Progress::Progress(std::size_t n_files, bool wanted)
    : active_(wanted && ::isatty(STDERR_FILENO) != 0),
      n_files_(n_files),
      start_(Clock::now()),
      next_(start_ + quiet_at_first) {}

Progress::~Progress() { clear(); }

void Progress::skip_files(std::size_t n) {
  skipped_ = n;
  start_ = Clock::now();
}

void Progress::start_file(const std::string& name) {
  name_ = name;
  show(0);
}

void Progress::finish_file() {
  ++finished_;
  show(0);
}

std::string Progress::rate() const {
  if (finished_ == 0) return "";
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double files_per_second = static_cast<double>(finished_) / seconds;
  const auto left = static_cast<double>(n_files_ - skipped_ - finished_);
  std::ostringstream text;
  text << ", " << std::setprecision(3) << files_per_second << " files/s, "
       << duration(left / files_per_second) << " left";
  return text.str();
}

void Progress::show(double fraction_of_sum) {
  if (!active_ || Clock::now() < next_) return;
  next_ = Clock::now() + between_updates;
  shown_ = true;
  std::cerr << "\r\033[K";
  if (n_files_ > 1) std::cerr << skipped_ + finished_ << " of " << n_files_ << " files" << rate();
  if (n_files_ == 1 || fraction_of_sum > 0)
    std::cerr << (n_files_ > 1 ? ", " : "") << static_cast<int>(100 * fraction_of_sum) << " % of "
              << name_;
  std::cerr << std::flush;
}

void Progress::clear() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace debye
