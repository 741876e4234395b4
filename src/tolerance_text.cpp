// See tolerance_text.hpp.

#include "tolerance_text.hpp"

#include <charconv>

namespace debye {

std::string tolerance_text(double tolerance) {
  char text[32];
  const auto end =
      std::to_chars(text, text + sizeof text, tolerance, std::chars_format::scientific);
  std::string number(text, end.ptr);
  const std::size_t exponent = number.find('e') + 2;  // after the sign
  while (exponent + 1 < number.size() && number[exponent] == '0') number.erase(exponent, 1);
  return "tolerance " + number;
}

}  // namespace debye
