// See json_value.hpp.

#include "report/json_value.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "debye/error.hpp"

namespace debye::report {
namespace {

void append_utf8(std::string& text, std::uint32_t code) {
  const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | code >> 6);
    byte(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    byte(0xe0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  } else {
    byte(0xf0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3f));
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  }
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  JsonValue document() {
    JsonValue value = read(0);
    skip_blanks();
    if (at_ != text_.size()) refuse();
    return value;
  }

 private:
  [[noreturn]] void refuse() const { fail("no JSON from byte ", at_, " on"); }

  void skip_blanks() {
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }

  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool take_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  JsonValue read(int depth) {
    constexpr int deepest = 32;
    if (depth > deepest) refuse();
    JsonValue value;
    if (take('{')) {
      read_members(value, depth);
    } else if (take('[')) {
      if (take(']')) return value;
      do value.elements.push_back(read(depth + 1));
      while (take(','));
      if (!take(']')) refuse();
    } else if (take('"')) {
      value.string = read_string();
    } else if (!take_word("true") && !take_word("false") && !take_word("null")) {
      value.number = read_number();
    }
    return value;
  }

  void read_members(JsonValue& value, int depth) {
    if (take('}')) return;
    do {
      if (!take('"')) refuse();
      value.names.push_back(read_string());
      if (!take(':')) refuse();
      value.elements.push_back(read(depth + 1));
    } while (take(','));
    if (!take('}')) refuse();
  }

  double read_number() {
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) refuse();
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  std::string read_string() {
    std::string text;
    while (true) {
      if (at_ >= text_.size()) refuse();
      const char c = text_[at_++];
      if (c == '"') return text;
      if (c == '\\')
        read_escape(text);
      else
        text += c;
    }
  }

  void read_escape(std::string& text) {
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (at_ >= text_.size()) refuse();
    const char c = text_[at_++];
    if (c != 'u') {
      const std::size_t k = letters.find(c);
      if (k == std::string_view::npos) refuse();
      text += meanings[k];
      return;
    }
    std::uint32_t code = read_code();
    if (code >= 0xd800 && code < 0xdc00 && take_word("\\u"))
      code = 0x10000 + ((code & 0x3ff) << 10) + (read_code() & 0x3ff);
    append_utf8(text, code);
  }

  std::uint32_t read_code() {
    std::uint32_t code = 0;
    const std::string_view digits = text_.substr(at_, 4);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (error != std::errc() || end != digits.data() + 4) refuse();
    at_ += 4;
    return code;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const JsonValue& JsonValue::operator[](std::string_view name) const {
  static const JsonValue none;
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? none : elements[static_cast<std::size_t>(found - names.begin())];
}

std::vector<double> JsonValue::numbers() const {
  std::vector<double> values;
  for (const JsonValue& element : elements) values.push_back(element.number);
  return values;
}

JsonValue parse_json(std::string_view text) { return Parser(text).document(); }

}  // namespace debye::report
