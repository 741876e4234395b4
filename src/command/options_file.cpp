// See options_file.hpp.

#include "command/options_file.hpp"

#include <optional>

#include "debye/atoms.hpp"
#include "debye/error.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

const std::string option = "--options-from", option_with_value = option + "=";

/// The word that starts at `text`, which it is taken off. Quoting is that of a shell.
/// @param place  "FILE:LINE", for errors
std::string take_word(std::string_view& text, const std::string& place) {
  std::string word;
  char quote = '\0';
  std::size_t i = 0;
  for (; i < text.size() && (quote != '\0' || !is_blank(text[i])); ++i) {
    const char c = text[i];
    const bool has_next = i + 1 < text.size();
    if (c == quote)
      quote = '\0';
    else if (quote == '\0' && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && has_next &&
             (quote == '\0' || (quote == '"' && (text[i + 1] == '"' || text[i + 1] == '\\'))))
      word += text[++i];
    else
      word += c;
  }
  if (quote != '\0') fail(place, ": the quote ", quote, " is not closed on its line");
  text.remove_prefix(i);
  return word;
}

std::vector<std::string> words_in(const std::string& path) {
  const InputText text = read_input(path);
  std::vector<std::string> words;
  LineReader lines(text.content);
  while (lines.next()) {
    const std::string place = path + ":" + std::to_string(lines.number());
    for (std::string_view rest = trim(lines.line()); !rest.empty() && rest.front() != '#';
         rest = trim(rest)) {
      words.push_back(take_word(rest, place));
      if (words.back() == option || words.back().starts_with(option_with_value))
        fail(place, ": ", option, " has no place in such a file; name both on the command line");
    }
  }
  return words;
}

}  // namespace

std::vector<std::string> with_options_files(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") {
      result.insert(result.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    std::optional<std::string> path;
    if (words[i].starts_with(option_with_value)) path = words[i].substr(option_with_value.size());
    if (words[i] == option) {
      if (i + 1 == words.size()) fail(option, ": the name of a file is missing");
      path = words[++i];
    }
    if (!path) {
      result.push_back(words[i]);
      continue;
    }
    const std::vector<std::string> from_file = words_in(*path);
    result.insert(result.end(), from_file.begin(), from_file.end());
  }
  return result;
}

}  // namespace debye
