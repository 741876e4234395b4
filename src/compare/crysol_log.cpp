// See crysol_log.hpp.

#include "compare/crysol_log.hpp"

#include <string>

#include "lower_case.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

/// The number after the colon that follows `key`, which may be padded with dots or blanks.
std::optional<double> value_of(const std::string& line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == std::string::npos) return std::nullopt;
  const std::size_t colon = line.find_first_not_of(" .", at + key.size());
  if (colon == std::string::npos || line[colon] != ':') return std::nullopt;
  const auto words = split_words(std::string_view(line).substr(colon + 1));
  if (words.empty()) return std::nullopt;
  return to_number(words.front());
}

}  // namespace

CrysolLog parse_crysol_log(std::string_view text) {
  CrysolLog log;
  LineReader lines(text);
  while (lines.next()) {
    std::string line;  // with single blanks: "Envelope  radius" is one key
    for (const std::string_view word : split_words(lines.line()))
      line += (line.empty() ? "" : " ") + lower_case(std::string(word));
    log.neutrons = log.neutrons || line.starts_with("c r y s o n");
    for (const std::string_view key : {"order of harmonics", "number of spherical harmonics"})
      if (const auto value = value_of(line, key); value && *value >= 1 && *value <= 1000)
        log.order = static_cast<int>(*value);
    if (const auto value = value_of(line, "envelope radius"); value && *value > 0)
      log.envelope_radius = *value;
  }
  return log;
}

}  // namespace debye
