// Numbers of a line of a data file. Written for speed on the plain case, which is all of a file but
// a few lines.

#include "measured/number_words.hpp"

#include <array>
#include <charconv>
#include <limits>

#include "structure/text_scan.hpp"

namespace debye {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

bool is_sign(char c) { return c == '+' || c == '-'; }
bool is_separator(char c) { return c == ',' || c == ';'; }
// Quotation marks of spreadsheets and the ^Z with which DOS ends a text mean nothing.
bool is_gap(char c) { return is_blank(c) || c == '"' || c == '\x1A' || c == '\f' || c == '\v'; }

// A power of ten out of the range of double is 0 if negative. from_chars does not tell.
double out_of_range(std::string_view word) {
  const std::size_t exponent = word.find_last_of("eE");
  const bool tiny =
      exponent != std::string_view::npos && word.substr(exponent + 1).starts_with('-');
  if (tiny) return 0;
  return word.front() == '-' ? -infinity : infinity;
}

std::optional<double> plain_number(std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return out_of_range(word);
  if (error != std::errc()) return std::nullopt;
  return value;
}

// With D or Q for E, without any letter before the sign of the exponent, or with a comma.
std::optional<double> fortran_number(std::string_view word, bool decimal_comma) {
  std::array<char, 64> buffer = {};
  if (word.size() + 1 > buffer.size()) return std::nullopt;
  std::size_t n = 0;
  bool has_exponent = false, has_digit = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    char c = word[i];
    if (decimal_comma && c == ',') c = '.';
    const bool is_letter_of_exponent =
        c == 'D' || c == 'd' || c == 'Q' || c == 'q' || c == 'E' || c == 'e';
    if (is_letter_of_exponent) {
      if (has_exponent || !has_digit) return std::nullopt;
      has_exponent = true;
      c = 'e';
    } else if (is_sign(c) && i > 0 && is_sign(word[i - 1])) {
      return std::nullopt;
    } else if (is_sign(c) && n > 0 && buffer[n - 1] != 'e') {
      if (has_exponent || !has_digit) return std::nullopt;
      has_exponent = true;
      buffer[n++] = 'e';
    }
    if (c == '+' && (n == 0 || buffer[n - 1] == 'e')) continue;  // from_chars takes no '+' in front
    has_digit = has_digit || is_digit(c);
    if (!is_digit(c) && c != 'e' && c != '.' && c != '-') return std::nullopt;
    buffer[n++] = c;
  }
  if (n == 0) return std::nullopt;
  return plain_number(std::string_view(buffer.data(), n));
}

bool is_stand_in(std::string_view word) {
  if (word.find_first_not_of('*') == std::string_view::npos) return true;
  if (word.size() > 12) return false;
  if (word.find("#I") != std::string_view::npos || word.find("#QNAN") != std::string_view::npos)
    return true;  // 1.#INF, -1.#IND, 1.#QNAN: Microsoft's
  const std::string upper = to_upper(word);
  return upper == "NA" || upper == "N/A" || upper == "NULL" || upper == "NONE" || upper == "--";
}

/// In a line with commas: true if they are decimal points.
bool has_decimal_commas(std::string_view line) {
  std::size_t fields = 0;
  for (std::size_t i = 0; i < line.size();) {
    if (is_gap(line[i]) || line[i] == ';') {
      ++i;
      continue;
    }
    ++fields;
    bool comma = false, point = false;
    for (; i < line.size() && !is_gap(line[i]) && line[i] != ';'; ++i) {
      if (line[i] == '.') point = true;
      if (line[i] != ',') continue;
      const bool inside =
          i > 0 && i + 1 < line.size() && is_digit(line[i - 1]) && is_digit(line[i + 1]);
      if (comma || !inside) return false;
      comma = true;
    }
    if (comma && point) return false;
  }
  return fields >= 2;
}

/// Letters can only start a number that is missing; anything else that is no number is text.
bool may_start_number(char c) {
  return is_digit(c) || is_sign(c) || c == '.' || c == '*' || c == 'n' || c == 'N' || c == 'i' ||
         c == 'I';
}

}  // namespace

std::optional<double> data_number(std::string_view word, bool decimal_comma) {
  if (word.empty()) return std::nullopt;
  if (const auto value = plain_number(word)) return value;
  if (const auto value = fortran_number(word, decimal_comma)) return value;
  if (word.front() == '+' && word.size() > 1 && !is_sign(word[1]))
    return plain_number(word.substr(1));  // +inf
  if (is_stand_in(word)) return not_a_number;
  return std::nullopt;
}

std::size_t leading_numbers(std::string_view line, std::vector<double>& numbers) {
  std::size_t i = 0, count = 0;
  while (i < line.size() && is_gap(line[i])) ++i;
  if (i == line.size() || !may_start_number(line[i])) return 0;
  const bool has_comma = line.find(',') != std::string_view::npos;
  const bool decimal_comma = has_comma && has_decimal_commas(line);
  while (count < max_columns) {
    while (i < line.size() && is_gap(line[i])) ++i;
    if (i == line.size()) break;
    const std::size_t start = i;
    while (i < line.size() && !is_gap(line[i]) && line[i] != ';' &&
           (decimal_comma || line[i] != ','))
      ++i;
    const std::optional<double> value =
        i == start ? not_a_number : data_number(line.substr(start, i - start), decimal_comma);
    if (!value) break;
    numbers.push_back(*value);
    ++count;
    while (i < line.size() && is_gap(line[i])) ++i;
    if (i < line.size() && is_separator(line[i]) && !(decimal_comma && line[i] == ',')) ++i;
  }
  return count;
}

}  // namespace debye
