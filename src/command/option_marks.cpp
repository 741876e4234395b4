// See option_marks.hpp. The marks are CLI11's validators, which it finds by name.

#include "command/option_marks.hpp"

#include <algorithm>
#include <sstream>

#include "command/command_description.hpp"
#include "command/did_you_mean.hpp"

namespace debye {
namespace {

constexpr const char* short_help_mark = "in short help";
constexpr const char* choices_mark = "choices";
constexpr char separator = '|';

/// The mark of that name, or nullptr.
const CLI::Validator* mark(CLI::Option& option, const std::string& name) {
  try {
    return option.get_validator(name);
  } catch (const CLI::OptionNotFound&) {
    return nullptr;
  }
}

CLI::Validator choices_validator(const std::vector<std::string>& choices,
                                 const std::function<std::string(std::string&)>& check) {
  return CLI::Validator(check, joined(choices, std::string(1, separator)), choices_mark);
}

}  // namespace

CLI::Option* in_short_help(CLI::Option* option) {
  return option->check(
      CLI::Validator([](std::string&) { return std::string(); }, "", short_help_mark));
}

CLI::Validator one_of(const std::vector<std::string>& choices) {
  return choices_validator(choices, [choices](const std::string& word) {
    if (std::find(choices.begin(), choices.end(), word) != choices.end()) return std::string();
    return word + " is none of " + joined(choices, ", ") + did_you_mean(word, choices);
  });
}

CLI::Validator offered(const std::vector<std::string>& choices) {
  return choices_validator(choices, [](const std::string&) { return std::string(); });
}

bool is_in_short_help(CLI::Option& option) { return mark(option, short_help_mark) != nullptr; }

std::vector<std::string> choices_of(CLI::Option& option) {
  std::vector<std::string> choices;
  const CLI::Validator* found = mark(option, choices_mark);
  std::istringstream text(found ? found->get_description() : "");
  for (std::string word; std::getline(text, word, separator);) choices.push_back(word);
  return choices;
}

}  // namespace debye
