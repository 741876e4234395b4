// Comparing words whatever their case.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace debye {

/// `text` with A to Z made small.
inline std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace debye
