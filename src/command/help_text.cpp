// See help_text.hpp.

#include "command/help_text.hpp"

#include <algorithm>
#include <sstream>

namespace debye {
namespace {

constexpr std::size_t width = 80, indent = 26;

/// "-o,--output PATH".
std::string usage_of(const OptionDescription& option, const std::vector<std::string>& names) {
  std::string text = joined(names, ",");
  if (option.names.front() != option.value && !option.value.empty()) text += " " + option.value;
  return text + (option.repeated ? "..." : "");
}

std::string with_default(const std::string& text, const OptionDescription& option) {
  return option.initial.empty() ? text : text + " [" + option.initial + "]";
}

/// `head` at the left, `text` at its right, in lines that fit a terminal. A head that is too long
/// has a line of its own.
std::string entry(const std::string& head, const std::string& text) {
  std::string result = "  " + head, line = result;
  if (line.size() + 2 > indent) {
    result += "\n";
    line.clear();
  } else {
    result.clear();
  }
  line.resize(indent, ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (line.size() > indent && line.size() + 1 + word.size() > width) {
      result += line + "\n";
      line.assign(indent, ' ');
    }
    line += (line.size() > indent ? " " : "") + word;
  }
  return result + line + "\n";
}

/// What the command is for, and how it is called.
std::string head(const CommandDescription& command, const std::string& program) {
  std::string text = program.empty() ? "" : program + command.name + ": ";
  text += command.text + "\nUsage: " + synopsis(command, program) + "\n";
  if (!command.commands.empty()) text += "       " + command.name + " COMMAND ...\n";
  return text;
}

std::string list_of_commands(const CommandDescription& command) {
  std::string text;
  if (command.commands.empty()) return text;
  text += "\nCommands:\n";
  for (const CommandDescription& one : command.commands) text += entry(one.name, one.text);
  return text;
}

}  // namespace

std::string guide() {
  return R"(debye computes X-ray scattering curves I(q) of atomic models, in solution or in
vacuum, fits them to measured curves, and states the numerical error of each.

  debye model.pdb                         the curve, on standard output
  debye model.pdb -q 0:0.5:200 -o m.dat   200 q up to 0.5 1/A, into a file
  debye model.pdb --vacuum                the molecule alone
  debye models/ -o curves/                a curve for each structure of a folder
  debye fit model.pdb data.dat            fit to a measured curve
  debye compare a.dat b.int               how far apart two curves are
  debye report curves/                    all of a folder in one web page
  debye devices                           the GPUs that it can use

Models are PDB, mmCIF, mmJSON, PQR or XYZ files, also gzipped. Columns are q
[1/A] and I [electrons^2], under a header that tells how they came about.

  debye -h                                the options most used
  debye --help                            all options, examples and exit codes
  debye fit --help                        the same of a command
  debye manual | man -l -                 the manual page
)";
}

std::string short_help(const CommandDescription& command, const std::string& program) {
  std::string text = head(command, program) + "\n";
  const auto add = [&](const OptionDescription& option) {
    text +=
        entry(usage_of(option, main_names(option)), with_default(first_part(option.text), option));
  };
  for (const OptionDescription& operand : command.operands) add(operand);
  for (const OptionGroup& group : command.groups)
    for (const OptionDescription& option : group.options)
      if (option.in_short_help) add(option);
  return text + list_of_commands(command) +
         "\nDefaults stand in brackets. All options, examples: " + program + command.name +
         " --help\n";
}

std::string full_help(const CommandDescription& command, const std::string& program) {
  std::string text = head(command, program) + "Defaults stand in brackets.\n";
  if (!command.operands.empty()) text += "\n";
  for (const OptionDescription& operand : command.operands)
    text += entry(usage_of(operand, operand.names), operand.text);
  for (const OptionGroup& group : command.groups) {
    text += "\n" + group.name + ":\n";
    for (const OptionDescription& option : group.options)
      text += entry(usage_of(option, option.names), with_default(option.text, option));
  }
  text += list_of_commands(command);
  if (!command.examples.empty()) text += "\nExamples:\n" + command.examples;
  text += "\nExit codes:\n";
  for (const ExitCode& one : exit_codes) text += entry(one.code, one.meaning);
  return text;
}

}  // namespace debye
