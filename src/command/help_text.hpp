// What -h and --help print, and `debye` alone.
#pragma once

#include <string>

#include "command/command_description.hpp"

namespace debye {

/// One screen for those who do not know the program.
std::string guide();

/// The options that are marked as those of the short help, a line for each.
/// @param program  "debye "; of the program itself empty
std::string short_help(const CommandDescription& command, const std::string& program);

/// All options in their groups, with defaults, examples and exit codes.
std::string full_help(const CommandDescription& command, const std::string& program);

}  // namespace debye
