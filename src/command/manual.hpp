// The manual page.
#pragma once

#include <string>

#include "command/command_description.hpp"

namespace debye {

/// debye(1) in the macros of man(7). @param program  the program with its commands
std::string manual(const CommandDescription& program);

}  // namespace debye
