// What a user should know about a fit before believing it.
#pragma once

#include <string>
#include <vector>

#include "debye/fit.hpp"

namespace debye {

/// One line for each thing that makes the fit doubtful; see the functions in flags.cpp for the
/// limits. @param result  complete but for its flags.
std::vector<std::string> fit_flags(const FitResult& result, const FitOptions& options);

}  // namespace debye
