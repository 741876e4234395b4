// The commands and options that --help lists.
#pragma once

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli_checks.hpp"
#include "run_program.hpp"

namespace debye::test {

/// Names of options at the start of lines: "  -o,--output PATH".
inline std::set<std::string> options_in(const std::string& help) {
  std::set<std::string> names;
  for (const std::string& line : lines_of(help)) {
    if (!line.starts_with("  -")) continue;
    std::istringstream first(line.substr(2, line.find(' ', 2) - 2));
    for (std::string name; std::getline(first, name, ',');) names.insert(name);
  }
  return names;
}

/// Names of commands as `debye --help` lists them, and "" for none.
inline std::vector<std::string> all_commands(const Workplace& place) {
  std::vector<std::string> commands = {""};
  bool in_list = false;
  for (const std::string& line : lines_of(place.run("debye --help").out)) {
    if (in_list && line.starts_with("  ") && line[2] != ' ')
      commands.push_back(line.substr(2, line.find(' ', 2) - 2));
    in_list = line == "Commands:" || (in_list && !line.empty());
  }
  REQUIRE(commands.size() > 5);
  return commands;
}

}  // namespace debye::test
