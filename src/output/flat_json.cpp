// See flat_json.hpp.

#include "output/flat_json.hpp"

#include <charconv>

namespace debye::json {
namespace {

/// Takes a line apart from its start; every function returns false where it meets something else.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  bool object(FlatObject& members) {
    if (!take('{')) return false;
    if (take('}')) return rest_.empty();
    do {
      std::string name;
      if (!string(name) || !take(':') || !value(members[name])) return false;
    } while (take(','));
    return take('}') && rest_.empty();
  }

 private:
  /// A character, and blanks around it.
  bool take(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }

  void skip_blanks() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }

  bool value(FlatValue& value) {
    if (rest_.starts_with('"')) return string(value.text);
    if (take('[')) return array(value.elements);
    const std::size_t end = rest_.find_first_of(",} ");
    if (end == 0 || end == std::string_view::npos) return false;
    value.text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return true;
  }

  bool array(std::vector<std::string>& elements) {
    if (take(']')) return true;
    do {
      if (!string(elements.emplace_back())) return false;
    } while (take(','));
    return take(']');
  }

  bool string(std::string& text) {
    if (!rest_.starts_with('"')) return false;
    rest_.remove_prefix(1);
    while (!rest_.empty() && rest_.front() != '"') {
      const std::size_t end = rest_.find_first_of("\"\\");
      text += rest_.substr(0, end);
      rest_.remove_prefix(std::min(end, rest_.size()));
      if (rest_.starts_with('\\') && !escape(text)) return false;
    }
    if (rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// A quote, a backslash, or a control character: json::string() writes no others.
  bool escape(std::string& text) {
    if (rest_.size() < 2) return false;
    if (rest_[1] != 'u') {
      text += rest_[1];
      rest_.remove_prefix(2);
      return text.back() == '"' || text.back() == '\\';
    }
    constexpr std::size_t length = 6;
    if (rest_.size() < length) return false;
    unsigned code = 0;
    const char* end = rest_.data() + length;
    const auto [stop, error] = std::from_chars(rest_.data() + 2, end, code, 16);
    if (error != std::errc() || stop != end || code >= 0x20) return false;
    text += static_cast<char>(code);
    rest_.remove_prefix(length);
    return true;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<FlatObject> parse_flat_object(std::string_view line) {
  FlatObject members;
  if (!Parser(line).object(members)) return std::nullopt;
  return members;
}

}  // namespace debye::json
