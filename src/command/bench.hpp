// `debye bench`: the table of the 2012 paper for the machine at hand.
#pragma once

#include <string>

#include "command/cli.hpp"

namespace debye {

/// Times every engine that options.engine allows on models of the given sizes and measures its
/// error at a few q against the double-precision CPU sum. Returns the exit code.
int run_bench(const BenchOptions& options, const std::string& command);

}  // namespace debye
