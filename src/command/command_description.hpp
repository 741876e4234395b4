// What commands and options there are, as plain data: help, manual page and completions are made
// from it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace debye {

/// An option, or an operand such as FILE.
struct OptionDescription {
  enum class Takes { Nothing, Text, File, Directory };

  std::vector<std::string> names;  ///< "-o", "--output"; of an operand its value's name
  std::string value;               ///< name of what it takes, or empty
  Takes takes = Takes::Nothing;
  bool repeated = false;  ///< an operand that there may be several of
  std::string text;       ///< up to the first ';' it stands for itself
  std::string initial;    ///< the default as text, or empty
  std::vector<std::string> choices;
  bool in_short_help = false;
};

struct OptionGroup {
  std::string name;
  std::vector<OptionDescription> options;
};

struct CommandDescription {
  std::string name;  ///< "fit"; of the program "debye"
  std::string text;
  std::vector<OptionDescription> operands;
  std::vector<OptionGroup> groups;  ///< in the order of their definition, but help comes last
  std::string examples;             ///< lines; or empty
  std::vector<CommandDescription> commands;
};

/// The group of options that every command has.
inline constexpr const char* command_line_group = "Command line";

/// The options that `app` and its subcommands were given.
CommandDescription describe_command(CLI::App& app);

/// "-o, --output": the first short and the first long name, without further ones.
std::vector<std::string> main_names(const OptionDescription& option);

/// All names of all options.
std::vector<std::string> option_names(const CommandDescription& command);

std::vector<std::string> command_names(const std::vector<CommandDescription>& commands);

/// All `words` with `between` in between.
std::string joined(const std::vector<std::string>& words, const std::string& between);

/// What stands for itself of a text: all up to the first ';'.
std::string first_part(const std::string& text);

/// "debye fit [OPTIONS] FILE...". @param program  "debye "; of the program itself empty
std::string synopsis(const CommandDescription& command, const std::string& program);

/// A code that the program ends with.
struct ExitCode {
  const char *code, *meaning;
};
inline constexpr ExitCode exit_codes[] = {
    {"0", "success"},
    {"1", "some of several inputs failed"},
    {"2", "wrong usage, or bad input"},
    {"3", "the device that was demanded cannot be used"},
    {"4", "internal error"},
    {"130", "a batch was stopped by SIGINT"},
    {"143", "a batch was stopped by SIGTERM"},
};

}  // namespace debye
