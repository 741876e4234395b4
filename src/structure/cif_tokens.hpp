// Splits the text of a CIF into its words. Which words form loops and items is the caller's
// business. gemmi::cif is not used because it stores every word: on 100 000 atoms (9.7 MB, 21
// columns) its document takes 0.16 s and 145 MiB on top of the text, where the whole way from this
// text to the atoms takes 0.18 s and 50 MiB. It also forgets the lines of the rows, which messages
// name, and needs the package of PEGTL.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "debye/error.hpp"
#include "structure/text_scan.hpp"

namespace debye {

/// One word of a CIF. Quoted words are values whatever they look like.
struct Token {
  std::string_view text;
  bool quoted = false;
};

class CifTokens {
 public:
  /// @param line  of the text's first line
  CifTokens(std::string_view text, const std::string& name, std::size_t line = 1)
      : text_(text), name_(name), line_(line) {}

  std::size_t line() const { return line_; }

  /// Goes on at another place, the start of a line.
  void skip_to(std::size_t place, std::size_t line) {
    at_ = place;
    line_ = line;
  }

  bool next(Token& token) {
    skip_blanks();
    if (at_ == text_.size()) return false;
    const char c = text_[at_];
    if (c == ';' && (at_ == 0 || text_[at_ - 1] == '\n' || text_[at_ - 1] == '\r')) {
      token = {text_field(), true};
    } else if (c == '\'' || c == '"') {
      token = {quoted_word(c), true};
    } else {
      const std::size_t start = at_;
      while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
      token = {text_.substr(start, at_ - start), false};
    }
    return true;
  }

 private:
  void advance() {
    const char c = text_[at_++];
    if (c == '\n' || (c == '\r' && (at_ == text_.size() || text_[at_] != '\n'))) ++line_;
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == '#') {
        while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
      } else if (is_blank(text_[at_])) {
        advance();
      } else {
        return;
      }
    }
  }

  // From ';' at the start of a line to the next one there.
  std::string_view text_field() {
    const std::size_t start = ++at_, first_line = line_;
    while (at_ < text_.size()) {
      const bool at_line_start = text_[at_ - 1] == '\n' || text_[at_ - 1] == '\r';
      if (at_line_start && text_[at_] == ';') return text_.substr(start, at_++ - start);
      advance();
    }
    fail(name_, ":", first_line, ": the text field that starts here with ';' is never closed");
  }

  // A quote inside a word ('O5'', "C5'") only closes it if a blank follows.
  std::string_view quoted_word(char quote) {
    const std::size_t start = ++at_;
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') {
      const bool last = at_ + 1 == text_.size() || is_blank(text_[at_ + 1]);
      if (text_[at_] == quote && last) return text_.substr(start, at_++ - start);
      ++at_;
    }
    const std::string_view value = text_.substr(start, std::min<std::size_t>(at_ - start, 20));
    fail(name_, ":", line_, ": the quoted value ", quote, value, " is never closed");
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::size_t line_;
};

}  // namespace debye
