// See progress.hpp.

#include "command/progress.hpp"

#include <unistd.h>

#include <iostream>

namespace debye {
namespace {

constexpr auto quiet_at_first = std::chrono::seconds(1);
constexpr auto between_updates = std::chrono::milliseconds(200);

}  // namespace

Progress::Progress(std::size_t n_files, bool wanted)
    : active_(wanted && ::isatty(STDERR_FILENO) != 0),
      n_files_(n_files),
      next_(Clock::now() + quiet_at_first) {}

Progress::~Progress() { clear(); }

void Progress::start_file(const std::string& name) {
  ++file_;
  name_ = name;
  show(0);
}

void Progress::show(double fraction_of_sum) {
  if (!active_ || Clock::now() < next_) return;
  next_ = Clock::now() + between_updates;
  shown_ = true;
  std::cerr << "\r\033[K";
  if (n_files_ > 1) std::cerr << file_ << " of " << n_files_ << " files, ";
  std::cerr << static_cast<int>(100 * fraction_of_sum) << " % of " << name_ << std::flush;
}

void Progress::clear() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace debye
