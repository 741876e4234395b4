// `debye bench --shell`: how fast the surface of a molecule is found.
#pragma once

#include <string>

#include "command/cli.hpp"

namespace debye {

/// Times the CPU form, the OpenCL kernel and one that visits all atoms for every point, on the
/// devices that options.engine allows, and compares their distances. Returns the exit code.
int run_shell_bench(const BenchOptions& options, const std::string& command);

}  // namespace debye
