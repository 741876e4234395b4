// What an action throws, as text to look into.
#pragma once

#include <string>

#include "debye/error.hpp"

namespace debye::test {

/// what() of the E that `action` throws; empty if it throws none.
template <class E = InputError, class Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  return "";
}

inline bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace debye::test
