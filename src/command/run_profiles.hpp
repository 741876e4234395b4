// The main job: structure files in, profiles out.
#pragma once

#include "command/cli.hpp"

namespace debye {

/// Reads, sums and writes the profile(s) of one input, or of a batch; see batch.hpp.
/// @return exit code: 0, or that of run_batch().
/// @throws InputError if the only input fails, or the output place is unusable; DeviceError.
int run_profiles(const ProfileOptions& options);

}  // namespace debye
