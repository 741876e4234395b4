// `debye bench --methods`: how long each method takes, what it errs, and what auto makes of it.
#pragma once

#include <string>

#include "command/cli.hpp"

namespace debye {

/// A row for each shape of protein, size and method, for "auto" too. Methods that are forecast to
/// take many seconds are left out. @return the exit code
int run_methods_bench(const BenchOptions& options, const std::string& command);

}  // namespace debye
