// Errors that debye throws on purpose, and how their text is built.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace debye {

/// Base of everything that debye throws on purpose. what() is one line ready for the user: it names
/// the file or option and, where there is one, the remedy. main() maps the type to the exit code.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bad file, option or value; exit code 2.
class InputError : public Error {
 public:
  using Error::Error;
};

/// A place that cannot be written to: ends a run, because the next file would fail as well; exit
/// code 2.
class OutputError : public InputError {
 public:
  using InputError::InputError;
};

/// No device, or a build or launch failure on one; exit code 3.
class DeviceError : public Error {
 public:
  using Error::Error;
};

/// Throws an E whose text is all parts written one after the other.
template <class E = InputError, class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  throw E(text.str());
}

}  // namespace debye
