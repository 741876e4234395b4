// All options that change a curve or its file, as text.
#pragma once

#include <string>

#include "command/cli.hpp"

namespace debye {

/// One line for each option, with its value whether it was given or not, and the version of debye.
/// Equal texts: the same input gives the same curve.
std::string options_text(const ProfileOptions& options);

}  // namespace debye
