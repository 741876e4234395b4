// The main job: structure files in, profiles out.
#pragma once

#include <string>

#include "command/cli.hpp"

namespace debye {

/// Reads each input, sums and writes its profile(s). Several inputs: one that fails is reported on
/// standard error and the others go on.
/// @return exit code: 0, or 1 if some of several inputs failed.
/// @throws InputError if the only input fails, or the output place is unusable; DeviceError.
int run_profiles(const ProfileOptions& options);

}  // namespace debye
