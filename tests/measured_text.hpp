// Short data files as text, for the tests of the reader of measured curves.
#pragma once

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "debye/measured_profile.hpp"
#include "errors.hpp"

namespace debye::test {

inline InputText data_text(const std::string& content) { return {"data.dat", content, "abc"}; }

inline MeasuredProfile read_data(const std::string& content,
                                 std::optional<DataUnit> unit = std::nullopt) {
  return read_measured(data_text(content), unit);
}

inline bool is_data(const std::string& content) { return looks_like_data(data_text(content)); }

inline std::string data_error(const std::string& content,
                              std::optional<DataUnit> unit = std::nullopt) {
  return error_of([&] { read_data(content, unit); });
}

/// n rows "q I sigma" of a Gaussian particle: I = 100 exp(-(q rg)²/3) + 0.1 at q = first + i step.
inline std::string gaussian_rows(int n, double first, double step, double rg,
                                 const char* format = "%.6e %.6e %.6e\n") {
  std::string text;
  for (int i = 0; i < n; ++i) {
    const double q = first + i * step;
    const double intensity = 100 * std::exp(-q * q * rg * rg / 3) + 0.1;
    char line[200];
    std::snprintf(line, sizeof line, format, q, intensity, 0.01 * intensity + 0.01);
    text += line;
  }
  return text;
}

/// Lines dropped for a reason that has `part` in it.
inline std::vector<std::size_t> dropped_lines(const MeasuredProfile& data,
                                              const std::string& part) {
  for (const DroppedRows& rows : data.audit.dropped)
    if (mentions(rows.reason, part)) return rows.lines;
  return {};
}

/// True if one of the texts has `part` in it.
inline bool any_mentions(const std::vector<std::string>& texts, const std::string& part) {
  for (const std::string& text : texts)
    if (mentions(text, part)) return true;
  return false;
}

}  // namespace debye::test
