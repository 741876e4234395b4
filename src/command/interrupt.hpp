// Ctrl-C and the like, seen in time to end a run in good order.
#pragma once

#include <csignal>

namespace debye {

/// While there is one, the first SIGINT or SIGTERM is noted instead of ending the program; another
/// one, a moment later, ends it at once. A signal that the caller ignores, as nohup does, stays
/// ignored.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// The signal that came, 0 if none did. May be called from any thread.
  int signal() const;

 private:
  struct sigaction old_int_ = {}, old_term_ = {};
};

}  // namespace debye
