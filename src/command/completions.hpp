// Completion of the command line in shells.
#pragma once

#include <string>

#include "command/command_description.hpp"

namespace debye {

/// The shells that completions() knows.
std::vector<std::string> completed_shells();

/// A script that completes commands, options, words that an option takes, and names of files.
/// @param shell  one of completed_shells()
/// @param program  the program with its commands
std::string completions(const std::string& shell, const CommandDescription& program);

/// Of each shell; see completions().
std::string bash_completions(const CommandDescription& program);
std::string zsh_completions(const CommandDescription& program);
std::string fish_completions(const CommandDescription& program);

}  // namespace debye
