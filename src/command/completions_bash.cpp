// See completions.hpp. The script needs nothing of the package bash-completion.

#include "command/completions.hpp"

namespace debye {
namespace {

using Takes = OptionDescription::Takes;

/// What a value can be, as assignments to the variables of the script.
std::string candidates(const OptionDescription& option) {
  if (!option.choices.empty()) return "words='" + joined(option.choices, " ") + "'";
  if (option.takes == Takes::File) return "files=-f";
  return option.takes == Takes::Directory ? "files=-d" : ":";
}

/// Arms of the case for the words behind options. @param prefix  "fit:"
std::string option_arms(const CommandDescription& command, const std::string& prefix) {
  std::string text;
  for (const OptionGroup& group : command.groups)
    for (const OptionDescription& option : group.options)
      if (option.takes != Takes::Nothing)
        text += "    " + prefix + joined(option.names, " | " + prefix) + ") " + candidates(option) +
                " ;;\n";
  return text;
}

/// Arms for all other words: options, and operands.
std::string word_arms(const CommandDescription& command, const std::string& prefix) {
  std::vector<std::string> names;
  for (const OptionGroup& group : command.groups)
    for (const OptionDescription& option : group.options)
      for (const std::string& name : main_names(option)) names.push_back(name);
  std::string text = "        " + prefix + "-*) words='" + joined(names, " ") + "' ;;\n";
  if (!command.operands.empty())
    text += "        " + prefix + "*) " + candidates(command.operands.front()) + " ;;\n";
  return text;
}

}  // namespace

std::string bash_completions(const CommandDescription& program) {
  const std::vector<std::string> names = command_names(program.commands);
  std::string of_options = option_arms(program, ":"), of_words = word_arms(program, ":");
  for (const CommandDescription& command : program.commands) {
    of_options += option_arms(command, command.name + ":");
    of_words += word_arms(command, command.name + ":");
  }
  return R"(# Completion for bash, as `debye completions bash` prints it.

_debye() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command='' words='' files=''
  # "--option=value" comes as three words.
  if [[ $word == '=' ]]; then
    word=''
  elif [[ $before == '=' ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD > 1)); then
    case ${COMP_WORDS[1]} in
      )" +
         joined(names, " | ") +
         R"() command=${COMP_WORDS[1]} ;;
    esac
  fi
  case $command:$before in
)" + of_options +
         R"(    *)
      case $command:$word in
)" + of_words +
         R"(      esac
      ((COMP_CWORD == 1)) && [[ $word != -* ]] && words=')" +
         joined(names, " ") + R"('
      ;;
  esac
  COMPREPLY=()
  [[ $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  if [[ $files ]]; then
    compopt -o filenames 2> /dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$files" -- "$word")
  fi
}

complete -F _debye debye
)";
}

}  // namespace debye
