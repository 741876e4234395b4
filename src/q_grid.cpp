// QGrid and the grammar of -q.

#include "debye/q_grid.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "debye/error.hpp"

namespace debye {
namespace {

/// The number that fills all of `text`, or nothing.
std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

/// A value of q as typed.
double q_value(std::string_view part, const std::string& text) {
  const std::optional<double> value = parse_number(part);
  if (!value)
    fail("-q ", text, ": \"", part,
         "\" is no number; give min:max:count, a list a,b,c, one value, or the name of a file");
  if (!std::isfinite(*value) || *value < 0)
    fail("-q ", text, ": \"", part, "\" is not a finite number >= 0");
  return *value;
}

QGrid parse_range(const std::string& text, QUnit unit) {
  const auto parts = split(text, ':');
  if (parts.size() != 3) fail("-q ", text, ": a range is min:max:count, e.g. 0:0.5:200");
  const double factor = to_inverse_angstrom(unit);
  const double q_min = q_value(parts[0], text), q_max = q_value(parts[1], text);
  const double count = parse_number(parts[2]).value_or(0);
  if (!(count >= 1) || count != std::floor(count) || count > static_cast<double>(QGrid::max_size))
    fail("-q ", text, ": the count \"", parts[2], "\" must be a whole number from 1 to ",
         QGrid::max_size);
  if (count == 1) {
    if (q_min != q_max)
      fail("-q ", text, ": one point cannot include both ends; use -q ", parts[0],
           " or a count of 2 or more");
    return QGrid({q_min * factor});
  }
  if (!(q_max > q_min)) fail("-q ", text, ": the maximum must be larger than the minimum");
  return QGrid::linear(q_min * factor, q_max * factor, static_cast<std::size_t>(count));
}

QGrid parse_list(const std::vector<std::string_view>& parts, const std::string& text, QUnit unit) {
  std::vector<double> q;
  for (const std::string_view part : parts) {
    const double converted = q_value(part, text) * to_inverse_angstrom(unit);
    if (!q.empty() && converted <= q.back())
      fail("-q ", text, ": \"", part, "\" is not larger than the value before it");
    q.push_back(converted);
  }
  return QGrid(std::move(q));
}

QGrid read_first_column(const std::string& path, QUnit unit) {
  std::error_code error;  // a name too long to exist, for one
  if (std::filesystem::is_directory(path, error))
    fail("-q ", path, ": is a directory, not a file with q in its first column");
  std::ifstream file(path);
  if (!file)
    fail("-q ", path, ": neither numbers (min:max:count, a,b,c, one value) nor a readable file");
  std::vector<double> q;
  std::string line;
  for (std::size_t line_number = 1; std::getline(file, line); ++line_number) {
    if (line_number == 1 && line.starts_with("\xEF\xBB\xBF"))
      line.erase(0, 3);  // the byte order mark of spreadsheet programs
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos) continue;
    const std::size_t end = line.find_first_of(" \t\r,;", begin);
    const auto value = parse_number(std::string_view(line).substr(begin, end - begin));
    if (!value) continue;  // a header or comment line
    const double converted = *value * to_inverse_angstrom(unit);
    if (!std::isfinite(converted) || converted < 0 || (!q.empty() && converted <= q.back()))
      fail("-q ", path, ":", line_number, ": q = ", *value,
           std::isfinite(converted) && converted >= 0 ? " is not larger than the value before it"
                                                      : " is not a finite number >= 0");
    q.push_back(converted);
  }
  if (q.empty()) fail("-q ", path, ": no line of the file starts with a number");
  return QGrid(std::move(q));
}

}  // namespace

double to_inverse_angstrom(QUnit unit) { return unit == QUnit::InverseNanometre ? 0.1 : 1.0; }

std::string unit_name(QUnit unit) { return unit == QUnit::InverseNanometre ? "1/nm" : "1/A"; }

QGrid::QGrid(std::vector<double> q) : q_(std::move(q)) {
  if (q_.empty()) fail("the q grid is empty");
  if (q_.size() > max_size)
    fail("the q grid has ", q_.size(), " values; at most ", max_size, " are allowed");
  for (std::size_t i = 0; i < q_.size(); ++i) {
    if (!std::isfinite(q_[i]) || q_[i] < 0)
      fail("q value ", i + 1, " is ", q_[i], "; every q must be a finite number >= 0");
    if (i > 0 && !(q_[i] > q_[i - 1]))
      fail("q value ", i + 1, " is ", q_[i], ", not larger than the one before it (", q_[i - 1],
           "); q must increase");
  }
}

QGrid QGrid::linear(double q_min, double q_max, std::size_t n) {
  if (n < 2) fail("a linear q grid needs 2 points or more, not ", n);
  std::vector<double> q(n);
  for (std::size_t i = 0; i < n; ++i)
    q[i] = q_min + (q_max - q_min) * static_cast<double>(i) / static_cast<double>(n - 1);
  q.back() = q_max;
  return QGrid(std::move(q));
}

std::optional<double> QGrid::uniform_step() const {
  if (size() < 2) return std::nullopt;
  const double step = (back() - front()) / static_cast<double>(size() - 1);
  // A few rounding errors of back(): 1e-15 relative changes q·r by less than 1e-12 at q·r = 1000.
  const double allowed = 1e-15 * back();
  for (std::size_t i = 0; i < size(); ++i)
    if (std::abs(q_[i] - (front() + step * static_cast<double>(i))) > allowed) return std::nullopt;
  return step;
}

QGrid parse_q_grid(const std::string& text, QUnit unit) {
  if (text.empty())
    fail("-q is empty; give min:max:count, a list a,b,c, one value, or the name of a file");
  const bool is_file = std::ifstream(text).good() && !parse_number(text);
  if (is_file) return read_first_column(text, unit);
  if (text.find(':') != std::string::npos) return parse_range(text, unit);
  const auto parts = split(text, ',');
  if (parts.size() == 1 && !parse_number(text))
    return read_first_column(text, unit);  // fails with the message for a missing file
  return parse_list(parts, text, unit);
}

}  // namespace debye
