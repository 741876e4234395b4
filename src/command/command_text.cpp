// See command_text.hpp.

#include "command/command_text.hpp"

#include <string_view>

#include "output/header_text.hpp"

namespace debye {

std::string command_text(const std::vector<std::string>& words) {
  std::string text = "debye";
  for (const std::string& word : words) text += " " + quoted_for_shell(word);
  return text;
}

std::string batch_text(const std::vector<std::string>& words,
                       const std::vector<std::string>& inputs) {
  std::vector<std::string> kept;
  auto next_input = inputs.begin();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (next_input != inputs.end() && word == *next_input)
      ++next_input;
    else if (word == "--shard")
      ++i;
    else if (word != "--resume" && word != "-r" && word != "--recursive" &&
             !word.starts_with("--shard="))
      kept.push_back(word);
  }
  return command_text(kept);
}

}  // namespace debye
