// A tolerance as engines name it.
#pragma once

#include <string>

namespace debye {

/// "tolerance 1e-4"
std::string tolerance_text(double tolerance);

}  // namespace debye
