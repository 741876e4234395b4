// A JSON reader that shares nothing with the program.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace debye::test {

struct Json {
  enum class Kind { Null, Bool, Number, String, Array, Object };
  Kind kind = Kind::Null;
  bool boolean = false;
  double number = 0;
  std::string string;
  std::vector<Json> array;
  std::map<std::string, Json> object;

  const Json& operator[](const std::string& name) const {
    static const Json none;
    const auto found = object.find(name);
    return found == object.end() ? none : found->second;
  }
};

/// Strict JSON (RFC 8259) without \u escapes above 0x7f.
class JsonReader {
 public:
  explicit JsonReader(const std::string& text) : text_(text) {}

  Json read_document() {
    const Json value = read_value();
    skip_blanks();
    if (at_ != text_.size()) refuse("text after the end");
    return value;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw std::runtime_error("JSON: " + what + " at byte " + std::to_string(at_));
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::string(" \t\r\n").find(text_[at_]) != std::string::npos)
      ++at_;
  }

  char peek() {
    skip_blanks();
    if (at_ == text_.size()) refuse("unexpected end");
    return text_[at_];
  }

  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!take(c)) refuse(std::string("no ") + c);
  }

  bool take_word(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }

  Json read_value() {
    Json value;
    const char c = peek();
    if (c == '{') {
      read_object(value);
    } else if (c == '[') {
      read_array(value);
    } else if (c == '"') {
      value.kind = Json::Kind::String;
      value.string = read_string();
    } else if (take_word("null")) {
      value.kind = Json::Kind::Null;
    } else if (take_word("true") || take_word("false")) {
      value.kind = Json::Kind::Bool;
      value.boolean = text_[at_ - 2] == 'u';
    } else {
      value.kind = Json::Kind::Number;
      value.number = read_number();
    }
    return value;
  }

  void read_object(Json& value) {
    value.kind = Json::Kind::Object;
    expect('{');
    if (take('}')) return;
    do {
      if (peek() != '"') refuse("no name");
      const std::string name = read_string();
      expect(':');
      if (!value.object.emplace(name, read_value()).second) refuse("the name " + name + " twice");
    } while (take(','));
    expect('}');
  }

  void read_array(Json& value) {
    value.kind = Json::Kind::Array;
    expect('[');
    if (take(']')) return;
    do value.array.push_back(read_value());
    while (take(','));
    expect(']');
  }

  std::string read_string() {
    expect('"');
    std::string text;
    while (true) {
      if (at_ == text_.size()) refuse("unexpected end");
      const char c = text_[at_++];
      if (c == '"') return text;
      if (static_cast<unsigned char>(c) < 0x20) refuse("a control character in a string");
      text += c == '\\' ? read_escape() : c;
    }
  }

  char read_escape() {
    static const std::map<char, char> plain = {{'"', '"'},  {'\\', '\\'}, {'/', '/'},  {'b', '\b'},
                                               {'f', '\f'}, {'n', '\n'},  {'r', '\r'}, {'t', '\t'}};
    if (at_ == text_.size()) refuse("unexpected end");
    const char c = text_[at_++];
    if (plain.contains(c)) return plain.at(c);
    unsigned code = 0x80;
    if (c == 'u' && at_ + 4 <= text_.size())
      std::from_chars(text_.data() + at_, text_.data() + at_ + 4, code, 16);
    at_ += 4;
    if (code >= 0x80) refuse("an escape");
    return static_cast<char>(code);
  }

  double read_number() {
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    const bool digits = std::string("-0123456789").find(*begin) != std::string::npos;
    if (error != std::errc() || !digits || !std::isfinite(value)) refuse("no value");
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

inline Json parse_json(const std::string& text) { return JsonReader(text).read_document(); }

/// Pairs of q and intensity.
inline std::vector<std::vector<double>> rows_of(const Json& document) {
  std::vector<std::vector<double>> rows;
  const auto& q = document["q"].array;
  const auto& intensity = document["intensity"].array;
  for (std::size_t n = 0; n < q.size() && n < intensity.size(); ++n)
    rows.push_back({q[n].number, intensity[n].number});
  return rows;
}

}  // namespace debye::test
