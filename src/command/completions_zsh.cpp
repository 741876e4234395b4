// See completions.hpp.

#include "command/completions.hpp"

namespace debye {
namespace {

using Takes = OptionDescription::Takes;

/// For a specification of _arguments within single quotes.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text)
    if (c == '\'')
      result += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      result += std::string("\\") + c;
    else
      result += c;
  return result;
}

/// ":VALUE:(words)" or the like; empty for a flag.
std::string value_of(const OptionDescription& option) {
  if (option.takes == Takes::Nothing) return "";
  const std::string start = ":" + escaped(option.value) + ":";
  if (!option.choices.empty()) return start + "(" + joined(option.choices, " ") + ")";
  if (option.takes == Takes::File) return start + "_files";
  return option.takes == Takes::Directory ? start + "_files -/" : start;
}

std::string specification(const OptionDescription& option) {
  std::vector<std::string> names = main_names(option);
  const std::string all = joined(names, " ");
  if (option.takes != Takes::Nothing)
    for (std::string& name : names) name += name.starts_with("--") ? "=" : "+";
  const std::string end = "[" + escaped(first_part(option.text)) + "]" + value_of(option) + "'";
  if (names.size() == 1) return "'" + names.front() + end;
  return "'(" + all + ")'{" + joined(names, ",") + "}'" + end;
}

std::string arguments(const CommandDescription& command) {
  std::string text = "_arguments -s";
  for (const OptionGroup& group : command.groups)
    for (const OptionDescription& option : group.options)
      text += " \\\n        " + specification(option);
  for (const OptionDescription& operand : command.operands)
    text +=
        std::string(" \\\n        '") + (operand.repeated ? "*" : "1") + value_of(operand) + "'";
  return text + "\n";
}

}  // namespace

std::string zsh_completions(const CommandDescription& program) {
  std::string list, arms;
  for (const CommandDescription& command : program.commands) {
    list += "    '" + command.name + ":" + escaped(command.text) + "'\n";
    arms += "    " + command.name + ")\n      " + arguments(command) + "      ;;\n";
  }
  return R"(#compdef debye
# Completion for zsh, as `debye completions zsh` prints it.

_debye() {
  local command
  local -a commands
  commands=(
)" + list +
         R"(  )
  (( CURRENT > 2 )) && command=$words[2]
  if (( ! ${commands[(I)$command:*]} )); then
    (( CURRENT == 2 )) && _describe -t commands command commands
    )" + arguments(program) +
         R"(    return
  fi
  shift words
  (( CURRENT-- ))
  case $command in
)" + arms +
         R"(  esac
}

if [[ $funcstack[1] == _debye ]]; then
  _debye "$@"
else
  compdef _debye debye
fi
)";
}

}  // namespace debye
