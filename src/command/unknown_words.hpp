// Words of a command line that are neither a command, nor an option, nor a file.
#pragma once

#include <string>
#include <vector>

#include "command/command_description.hpp"

namespace debye {

/// A first word that is no command and no file, but much like a command, was meant as one.
/// @throws InputError that says so
void refuse_misspelled_command(const std::vector<std::string>& words,
                               const std::vector<std::string>& commands);

/// @param words  what a command line has besides what `command` takes; not empty
/// @param program  the program with its commands, of which `command` may be itself
/// @throws InputError naming the word, and the option that was probably meant
[[noreturn]] void refuse_unknown_words(const std::vector<std::string>& words,
                                       const CommandDescription& command,
                                       const CommandDescription& program);

/// "debye fit --help".
std::string help_of(const CommandDescription& command, const CommandDescription& program);

}  // namespace debye
