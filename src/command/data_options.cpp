// See data_options.hpp.

#include "command/data_options.hpp"

#include <charconv>
#include <cmath>

#include "command/option_marks.hpp"
#include "debye/error.hpp"

namespace debye {

CLI::Option* add_data_units_option(CLI::App& app, std::string& units, const std::string& of_what) {
  return app
      .add_option("--units", units,
                  of_what + "; auto, 1/A, 1/nm, 2sin/A or 2sin/nm, or CRYSOL's 1 to 4")
      ->type_name("UNIT")
      ->check(offered({"auto", "1/A", "1/nm", "2sin/A", "2sin/nm"}))
      ->capture_default_str();
}

std::optional<DataUnit> data_unit_from(const std::string& text) {
  try {
    return parse_data_unit(text);
  } catch (const InputError& error) {
    fail("--units ", text, ": ", error.what());
  }
}

Bounds parse_bounds(const std::string& option, const std::string& text) {
  const auto value = [&](const std::string& part) {
    double number = 0;
    const auto [rest, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error != std::errc() || rest != part.data() + part.size() || !std::isfinite(number))
      fail(option, " ", text, ": give LOW:HIGH, or one value to fix it");
    return number;
  };
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return {value(text), value(text)};
  const Bounds bounds{value(text.substr(0, colon)), value(text.substr(colon + 1))};
  if (bounds.lower > bounds.upper) fail(option, " ", text, ": the lower bound comes first");
  return bounds;
}

Resolution parse_resolution(const std::string& text) {
  Resolution resolution;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, resolution.value);
  resolution.relative = rest != end && *rest == '%' && rest + 1 == end;
  if (resolution.relative) resolution.value /= 100;
  if (error != std::errc() || (rest != end && !resolution.relative) ||
      !(resolution.value > 0 && resolution.value <= 0.5))
    fail("--resolution ", text,
         ": give a standard deviation up to 0.5 1/A, or up to half of q, such as 2%");
  return resolution;
}

}  // namespace debye
