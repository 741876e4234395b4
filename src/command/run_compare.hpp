// `debye compare`: the first curve or structure with each of the others.
#pragma once

#include "command/cli.hpp"

namespace debye {

/// Reads curves, computes structures at the q of the curves, and writes tables of differences. With
/// several B, one that fails is reported on standard error and the others go on.
/// @return exit code: 0, or 1 if some of several B failed.
/// @throws InputError if A or the only B fails, or the output place is unusable; DeviceError.
int run_compare(const CompareCommandOptions& options);

}  // namespace debye
