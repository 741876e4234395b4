// See unknown_words.hpp.

#include "command/unknown_words.hpp"

#include <algorithm>
#include <filesystem>

#include "command/did_you_mean.hpp"
#include "debye/error.hpp"

namespace debye {
namespace {

bool has_option(const CommandDescription& command, const std::string& name) {
  const std::vector<std::string> names = option_names(command);
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "; it is an option of debye fit and debye compare", or empty.
std::string owners(const std::string& name, const CommandDescription& program) {
  std::vector<std::string> found;
  if (has_option(program, name)) found.push_back("debye FILE...");
  for (const CommandDescription& command : program.commands)
    if (has_option(command, name)) found.push_back("debye " + command.name);
  return found.empty() ? "" : "; it is an option of `" + joined(found, "` and `") + "`";
}

}  // namespace

void refuse_misspelled_command(const std::vector<std::string>& words,
                               const std::vector<std::string>& commands) {
  if (words.empty() || words.front().starts_with('-')) return;
  const std::string& word = words.front();
  if (std::find(commands.begin(), commands.end(), word) != commands.end()) return;
  std::error_code error;
  if (std::filesystem::exists(word, error)) return;
  if (const auto meant = nearest(word, commands))
    fail(word, ": no such command, and no such file; did you mean debye ", *meant, "?");
}

void refuse_unknown_words(const std::vector<std::string>& words, const CommandDescription& command,
                          const CommandDescription& program) {
  const std::string see = "; see " + help_of(command, program);
  const auto found = std::find_if(words.begin(), words.end(),
                                  [](const std::string& word) { return word.starts_with('-'); });
  if (found == words.end()) fail(words.front(), ": one word too many", see);
  const std::string name = found->substr(0, found->find('='));
  std::string hint = owners(name, program);
  if (hint.empty()) hint = did_you_mean(name, option_names(command));
  fail(name, ": no such option", &command == &program ? "" : " of debye " + command.name, hint,
       see);
}

std::string help_of(const CommandDescription& command, const CommandDescription& program) {
  return program.name + " " + (&command == &program ? "" : command.name + " ") + "--help";
}

}  // namespace debye
