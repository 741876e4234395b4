// See interrupt.hpp.

#include "command/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <string_view>

namespace debye {
namespace {

std::atomic<int> received{0};
std::atomic<std::int64_t> received_at{0};  // [ms]
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// Sooner than this a second signal is an echo of the first: timeout(1) and other wrappers send
/// one to the process and one to its group [ms].
constexpr std::int64_t shortest_pause = 300;

std::int64_t milliseconds_now() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

/// Calls only what may be called from a handler.
void note_signal(int signal) {
  const int kept_errno = errno;
  if (received == 0) {
    received_at = milliseconds_now();
    received = signal;
    constexpr std::string_view text =
        "\ndebye: stops after the files at hand; the same signal again ends it at once\n";
    // What cannot be told is no reason not to stop.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  } else if (milliseconds_now() - received_at >= shortest_pause) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);  // takes effect at the end of the handler
  }
  errno = kept_errno;
}

void watch(int signal, struct sigaction& old) {
  struct sigaction action = {};
  action.sa_handler = note_signal;
  ::sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  ::sigaction(signal, nullptr, &old);
  if (old.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  received = 0;
  watch(SIGINT, old_int_);
  watch(SIGTERM, old_term_);
}

Interrupt::~Interrupt() {
  ::sigaction(SIGINT, &old_int_, nullptr);
  ::sigaction(SIGTERM, &old_term_, nullptr);
}

int Interrupt::signal() const { return received; }

}  // namespace debye
