// See completions.hpp.

#include "command/completions.hpp"

namespace debye {
namespace {

using Takes = OptionDescription::Takes;

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text)
    result += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return result + "'";
}

std::string value_of(const OptionDescription& option) {
  if (option.takes == Takes::Nothing) return "";
  if (!option.choices.empty()) return " -x -a " + quoted(joined(option.choices, " "));
  if (option.takes == Takes::File) return " -r -F";
  return option.takes == Takes::Directory ? " -x -a '(__fish_complete_directories)'" : " -x";
}

std::string lines_of(const CommandDescription& command, const std::string& name) {
  const std::string start = "complete -c debye -n '__debye_command_is " + name + "'";
  std::string text;
  for (const OptionGroup& group : command.groups)
    for (const OptionDescription& option : group.options) {
      text += start;
      for (const std::string& one : main_names(option))
        text += one.starts_with("--") ? " -l " + one.substr(2) : " -s " + one.substr(1);
      text += value_of(option) + " -d " + quoted(first_part(option.text)) + "\n";
    }
  if (command.operands.empty()) return text + start + " -f\n";
  if (const OptionDescription& operand = command.operands.front(); operand.takes != Takes::File)
    text += start + value_of(operand) + "\n";
  return text;
}

}  // namespace

std::string fish_completions(const CommandDescription& program) {
  std::string text = R"(# Completion for fish, as `debye completions fish` prints it.

function __debye_command_is
    set -l words (commandline -opc)
    set -l name ''
    if set -q words[2]; and contains -- $words[2] )" +
                     joined(command_names(program.commands), " ") + R"(
        set name $words[2]
    end
    test "$name" = "$argv[1]"
end

)" + lines_of(program, "");
  for (const CommandDescription& command : program.commands) {
    text += "complete -c debye -n 'test (count (commandline -opc)) -eq 1' -a " + command.name +
            " -d " + quoted(command.text) + "\n" + lines_of(command, command.name);
  }
  return text;
}

}  // namespace debye
