// `debye bench --ensemble`: many small models.
#pragma once

#include <string>

#include "command/cli.hpp"

namespace debye {

/// For each size, sums the conformers that options.ensemble asks for, from memory, and prints their
/// rate and the error of some.
/// @return exit code  @throws DeviceError; InputError if standard output cannot be written
int run_ensemble_bench(const BenchOptions& options, const std::string& command);

}  // namespace debye
