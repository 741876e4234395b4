// See manual.hpp.

#include "command/manual.hpp"

#include <map>
#include <sstream>
#include <string_view>

#include "version.hpp"

namespace debye {
namespace {

/// As roff prints it: no character means anything but itself, in the middle of a line.
std::string plain(std::string_view text) {
  static const std::map<char, const char*> escapes = {{'\\', "\\(rs"}, {'-', "\\-"},
                                                      {'\'', "\\(aq"}, {'`', "\\(ga"},
                                                      {'^', "\\(ha"},  {'~', "\\(ti"}};
  std::string result;
  for (const char c : text)
    if (const auto escape = escapes.find(c); escape != escapes.end())
      result += escape->second;
    else
      result += c;
  return result;
}

/// A line that starts with a full stop would be a request.
std::string line(const std::string& text) {
  return (text.starts_with('.') ? "\\&" : "") + text + "\n";
}

/// In lines of a width that editors show.
std::string paragraph(const std::string& text) {
  constexpr std::size_t width = 78;
  std::string result, current;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    word = plain(word);
    if (!current.empty() && current.size() + 1 + word.size() > width) {
      result += line(current);
      current.clear();
    }
    current += (current.empty() ? "" : " ") + word;
  }
  return result + line(current);
}

std::string bold(const std::string& text) { return "\\fB" + plain(text) + "\\fR"; }
std::string slanted(const std::string& text) { return "\\fI" + plain(text) + "\\fR"; }

std::string section(const std::string& name) { return ".SH " + plain(name) + "\n"; }
std::string subsection(const std::string& name) { return ".SS \"" + plain(name) + "\"\n"; }
std::string entry(const std::string& head, const std::string& text) {
  return ".TP\n" + head + "\n" + paragraph(text);
}

std::string option_entry(const OptionDescription& option) {
  std::string head;
  for (const std::string& name : option.names) head += (head.empty() ? "" : ", ") + bold(name);
  if (!option.value.empty()) head += " " + slanted(option.value);
  std::string text = option.text;
  if (!option.initial.empty()) text += ". Default: " + option.initial;
  return entry(head, text);
}

std::string operand_entry(const OptionDescription& operand) {
  return entry(slanted(operand.value) + (operand.repeated ? "..." : ""), operand.text);
}

std::string options_of(const CommandDescription& command) {
  std::string text;
  for (const OptionDescription& operand : command.operands) text += operand_entry(operand);
  for (const OptionGroup& group : command.groups) {
    if (group.name == command_line_group && command.name != "debye") continue;
    text += ".PP\n" + bold(group.name) + "\n";
    for (const OptionDescription& option : group.options) text += option_entry(option);
  }
  return text;
}

/// Lines as they are.
std::string verbatim(const std::string& lines) {
  std::string text = ".nf\n";
  std::istringstream stream(lines);
  for (std::string one; std::getline(stream, one);) text += line(plain(one));
  return text + ".fi\n";
}

std::string synopses(const CommandDescription& program) {
  std::string text = ".nf\n" + bold(synopsis(program, "")) + "\n";
  for (const CommandDescription& command : program.commands)
    text += bold(synopsis(command, program.name + " ")) + "\n";
  return text + ".fi\n";
}

constexpr const char* description =
    "debye computes small-angle X-ray scattering curves I(q) of atomic models by the Debye sum, in "
    "solution (displaced solvent, hydration shell) or in vacuum, fits them to measured curves, and "
    "states the numerical error of every curve. It computes on CPU threads and on OpenCL devices. "
    "Without a command it computes curves of the structures that it is given.";

constexpr const char* crysol_text =
    "In curves and fits, -sm X stands for --qmax X, -ns N for --points N, -un N for --units (1 and "
    "2 are 1/A and 1/nm of q = 4 pi sin(theta)/lambda; in fits 3 and 4 those of 2 "
    "sin(theta)/lambda), -dns X for --solvent-density X, -dro X for --shell-contrast X, -cst for "
    "--constant, -eh for --hydrogens explicit. -lm N and -fb N are accepted and not needed, and so "
    "is -ns N in fits.";

constexpr const char* options_file_text =
    "In the file of --options-from stand words as on the command line, in any number of lines. "
    "Single and double quotes and the backslash work as in a shell, # starts a comment. Relative "
    "paths are relative to the working directory.";

}  // namespace

std::string manual(const CommandDescription& program) {
  std::string text = ".TH DEBYE 1 \"\" \"debye " + plain(version) + "\" \"User Commands\"\n";
  text +=
      section("NAME") + "debye \\- X\\-ray scattering profiles of atomic models by the Debye sum\n";
  text += section("SYNOPSIS") + synopses(program);
  text += section("DESCRIPTION") + paragraph(description);
  text += section("OPTIONS") + options_of(program);
  text += section("COMMANDS");
  for (const CommandDescription& command : program.commands) {
    text += subsection(program.name + " " + command.name) + paragraph(command.text + ".");
    text += options_of(command);
    if (!command.examples.empty()) text += ".PP\n" + verbatim(command.examples);
  }
  text += section("\"OPTIONS OF CRYSOL\"") + paragraph(crysol_text);
  text += section("\"OPTIONS IN FILES\"") + paragraph(options_file_text);
  text += section("EXAMPLES") + verbatim(program.examples);
  text += section("\"EXIT STATUS\"");
  for (const ExitCode& one : exit_codes) text += entry(one.code, one.meaning);
  return text;
}

}  // namespace debye
