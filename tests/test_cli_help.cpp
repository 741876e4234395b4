// What the program says of itself: guide, -h, --help, manual page.

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "help_options.hpp"
#include "run_program.hpp"

using namespace debye::test;

namespace {

/// Length in characters of the longest line.
std::size_t width_of(const std::string& text) {
  std::size_t widest = 0;
  for (const std::string& line : lines_of(text)) widest = std::max(widest, line.size());
  return widest;
}

std::string printed(const Workplace& place, const std::string& command) {
  const ProgramResult result = place.run(command);
  CAPTURE(command, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return result.out;
}

}  // namespace

TEST_CASE("debye alone prints a guide of one screen") {
  const Workplace place;
  const std::string guide = printed(place, "debye");
  CHECK(lines_of(guide).size() <= 24);
  CHECK(width_of(guide) <= 80);
  for (const std::string part : {"debye model.pdb", "debye fit", "debye -h", "debye --help"})
    CHECK(mentions(guide, part));
}

TEST_CASE("option -h is short, a line for each option, and points to --help") {
  const Workplace place;
  for (const std::string& command : all_commands(place)) {
    CAPTURE(command);
    const std::string text = printed(place, "debye " + command + " -h");
    CHECK(lines_of(text).size() < 40);
    CHECK(width_of(text) <= 80);
    CHECK(mentions(text, command.empty() ? "debye --help" : "debye " + command + " --help"));
  }
  const std::string profile = printed(place, "debye -h");
  for (const std::string part : {"-q GRID", "--units UNIT", "-o,--output PATH", "[0:0.5:101]"})
    CHECK(mentions(profile, part));
  // Every command has its line, and nothing that is seldom needed has one.
  for (const std::string& command : all_commands(place))
    CHECK(mentions(profile, command.empty() ? "" : "\n  " + command + " "));
  CHECK_FALSE(mentions(profile, "--unknown-element"));
}

TEST_CASE("option --help lists what -h does and more, in groups, with defaults and exit codes") {
  const Workplace place;
  for (const std::string& command : all_commands(place)) {
    CAPTURE(command);
    const std::string text = printed(place, "debye " + command + " --help");
    CHECK(width_of(text) <= 80);
    CHECK(mentions(text, "Exit codes:\n  0 "));
    const std::set<std::string> all = options_in(text);
    for (const std::string& name : options_in(printed(place, "debye " + command + " -h"))) {
      CAPTURE(name);
      CHECK(all.contains(name));
    }
  }
  const std::string profile = printed(place, "debye --help");
  std::size_t at = 0;
  for (const std::string group : {"Input", "Grid of q", "Solution", "Method and device", "Output",
                                  "Batch", "Command line", "Commands", "Examples", "Exit codes"}) {
    CAPTURE(group);
    const std::size_t found = profile.find("\n" + group + ":\n");
    CHECK(found != std::string::npos);
    CHECK(found >= at);
    at = found;
  }
  for (const std::string part : {"e/A^3 [0.334]", "[svergun]", "--unknown-element SYMBOL"})
    CHECK(mentions(profile, part));
  CHECK(mentions(printed(place, "debye fit --help"), "[0.95:1.05]"));
}

TEST_CASE("the manual page has every option of every command, and roff takes it as it is") {
  const Workplace place;
  const std::string page = printed(place, "debye manual");
  CHECK(page.starts_with(".TH DEBYE 1 "));
  for (const std::string& command : all_commands(place))
    for (const std::string& name : options_in(printed(place, "debye " + command + " --help"))) {
      CAPTURE(command, name);
      std::string escaped;
      for (const char c : name) escaped += c == '-' ? std::string("\\-") : std::string(1, c);
      CHECK(mentions(page, "\\fB" + escaped + "\\fR"));
    }
  for (const std::string& line : lines_of(page)) {
    CAPTURE(line);
    // Requests that are meant, and no others: a line of text with a full stop in front is lost.
    if (line.starts_with('.') || line.starts_with('\''))
      CHECK(std::set<std::string>{".TH", ".SH", ".SS", ".TP", ".PP", ".nf", ".fi"}.contains(
          line.substr(0, 3)));
  }
  if (place.run("command -v groff").exit_code != 0) {
    WARN("skipped: groff is not installed");
    return;
  }
  const ProgramResult checked = place.run("debye manual | groff -man -ww -Tascii -P-cbou");
  CHECK(checked.exit_code == 0);
  CHECK(checked.err.empty());
  std::string text;  // without the blanks that fill its lines
  std::istringstream words(checked.out);
  for (std::string word; words >> word;) text += word + " ";
  for (const std::string part :
       {"--shell-contrast, --dro X", ".svg, .png, .pdf", "in e/A^3", "`debye devices`", "DEBYE(1)"})
    CHECK(mentions(text, part));
}
