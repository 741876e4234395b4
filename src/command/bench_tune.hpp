// `debye bench --tune`: how a device sums fastest.
#pragma once

#include <string>

#include "command/cli.hpp"

namespace debye {

/// Times sampled sums of two sizes on each device that options.engine allows, with work-groups,
/// runs and precisions of several kinds; prints a table, and keeps the fastest that computes
/// rightly for later runs (opencl/tuning.hpp).
/// @return exit code  @throws DeviceError if there is no device, or none that computes rightly;
///         InputError if standard output cannot be written
int run_tune_bench(const BenchOptions& options, const std::string& command);

}  // namespace debye
