// `debye fit`: every model to every data set.
#pragma once

#include "command/cli.hpp"

namespace debye {

/// Tells structures from data by content, sums each model once, fits it to each data set, writes
/// the fits and a ranking. With several of either, one that fails is reported on standard error and
/// the others go on.
/// @return exit code: 0, or 1 if some inputs failed.
/// @throws InputError if there is no model or no data left, or the output place is unusable;
///         DeviceError.
int run_fits(const FitCommandOptions& options);

}  // namespace debye
