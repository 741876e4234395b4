// See command_description.hpp.

#include "command/command_description.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "command/option_marks.hpp"

namespace debye {
namespace {

using Takes = OptionDescription::Takes;

Takes taken_by(const std::string& value) {
  if (value.empty()) return Takes::Nothing;
  if (value == "DIRECTORY") return Takes::Directory;
  if (value == "FILE" || value == "PATH" || value == "GRID") return Takes::File;
  return Takes::Text;
}

OptionDescription described(CLI::Option& option) {
  OptionDescription result;
  if (option.get_positional()) {
    result.value = option.get_name();
    result.names = {result.value};
    result.repeated = option.get_items_expected_max() > 1;
  } else {
    for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
    const std::string type = option.get_type_name();  // with a colon before each check
    if (option.get_items_expected_max() > 0) result.value = type.substr(0, type.find(':'));
  }
  result.choices = choices_of(option);
  result.takes = taken_by(result.value);
  result.text = option.get_description();
  result.initial = option.get_default_str();
  result.in_short_help = option.get_positional() || is_in_short_help(option);
  return result;
}

OptionGroup& group_of(CommandDescription& command, const std::string& name) {
  const auto found = std::find_if(command.groups.begin(), command.groups.end(),
                                  [&](const OptionGroup& group) { return group.name == name; });
  if (found != command.groups.end()) return *found;
  command.groups.push_back({name, {}});
  return command.groups.back();
}

}  // namespace

CommandDescription describe_command(CLI::App& app) {
  CommandDescription command;
  command.name = app.get_name();
  command.text = app.get_description();
  command.examples = app.get_footer();
  for (CLI::Option* option : app.get_options(std::function<bool(CLI::Option*)>()))
    if (option->get_positional())
      command.operands.push_back(described(*option));
    else
      group_of(command, option->get_group()).options.push_back(described(*option));
  std::stable_partition(command.groups.begin(), command.groups.end(),
                        [](const OptionGroup& group) { return group.name != command_line_group; });
  for (CLI::App* subcommand : app.get_subcommands(std::function<bool(CLI::App*)>()))
    command.commands.push_back(describe_command(*subcommand));
  return command;
}

std::vector<std::string> main_names(const OptionDescription& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names)
    if (names.empty() || (!names.back().starts_with("--") && name.starts_with("--")))
      names.push_back(name);
  return names;
}

std::vector<std::string> option_names(const CommandDescription& command) {
  std::vector<std::string> names;
  for (const OptionGroup& group : command.groups)
    for (const OptionDescription& option : group.options)
      names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> command_names(const std::vector<CommandDescription>& commands) {
  std::vector<std::string> names;
  for (const CommandDescription& command : commands) names.push_back(command.name);
  return names;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::string first_part(const std::string& text) { return text.substr(0, text.find(';')); }

std::string synopsis(const CommandDescription& command, const std::string& program) {
  std::string text = program + command.name;
  if (command.groups.size() > 1) text += " [OPTIONS]";
  for (const OptionDescription& operand : command.operands)
    text += " " + operand.value + (operand.repeated ? "..." : "");
  return text;
}

}  // namespace debye
