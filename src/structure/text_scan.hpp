// Small tools for reading text by line, column and blank-separated word. Nothing here knows a file
// format, and nothing here copies text.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace debye {

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
inline char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

inline std::string to_upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = to_upper(c);
  return upper;
}

inline std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Columns first..last (1-based, both included, as the PDB format counts) of a line that may be
/// shorter.
inline std::string_view columns(std::string_view line, std::size_t first, std::size_t last) {
  if (line.size() < first) return {};
  return line.substr(first - 1, last - first + 1);
}

/// A finite number that fills the whole text, blanks around it aside.
inline std::optional<double> to_number(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

/// A decimal integer that fills the whole text, blanks around it aside.
inline std::optional<int> to_integer(std::string_view text) {
  text = trim(text);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

inline std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  std::size_t i = 0;
  while (true) {
    while (i < line.size() && is_blank(line[i])) ++i;
    if (i == line.size()) return words;
    const std::size_t start = i;
    while (i < line.size() && !is_blank(line[i])) ++i;
    words.push_back(line.substr(start, i - start));
  }
}

/// Walks through the lines of a text; a line ends with LF, CR LF or CR.
class LineReader {
 public:
  /// @param lines_before  the text, in that of a file
  explicit LineReader(std::string_view text, std::size_t lines_before = 0)
      : text_(text), feed_(feed_from(0)), number_(lines_before) {}

  bool next() {
    if (at_ == text_.size()) return false;
    ++number_;
    // Kept from line to line, so that a text without LF is not searched to its end each time.
    if (feed_ < at_) feed_ = feed_from(at_);
    line_ = text_.substr(at_, feed_ - at_);
    if (const std::size_t end = line_.find('\r'); end != std::string_view::npos)
      line_ = line_.substr(0, end);
    at_ += line_.size();
    if (at_ < feed_) ++at_;  // over the CR
    if (at_ == feed_ && at_ < text_.size()) ++at_;
    return true;
  }

  std::string_view line() const { return line_; }
  std::size_t place() const { return at_; }       ///< where the next line starts
  std::size_t number() const { return number_; }  ///< of the current line, from 1

 private:
  std::size_t feed_from(std::size_t start) const {
    return std::min(text_.find('\n', start), text_.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t feed_;  ///< the first LF from at_ on, once next() has looked
  std::string_view line_;
  std::size_t number_;
};

/// Cuts a text after line feeds into pieces of about `size` bytes, at most one line longer.
inline std::vector<std::string_view> cut_at_lines(std::string_view text, std::size_t size) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t feed = size < text.size() ? text.find('\n', size) : text.size();
    pieces.push_back(text.substr(0, std::min(feed, text.size() - 1) + 1));
    text.remove_prefix(pieces.back().size());
  }
  return pieces;
}

}  // namespace debye
