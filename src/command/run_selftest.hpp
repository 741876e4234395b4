// `debye selftest`: does this machine compute rightly?
#pragma once

#include <string>

namespace debye {

/// Every engine on every instruction set and device against a plain double sum, on built-in
/// structures; a table on standard output.
/// @return 0, or 1 if an engine misses its bound or fails
int run_selftest(const std::string& command);

}  // namespace debye
