// From the atoms of a file to a curve with all that stands in the header above it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "command/cli.hpp"
#include "command/talk.hpp"
#include "output/profile_text.hpp"

namespace debye {

/// One thread's engines, and what was told about them.
struct Worker {
  Engines engines;
  int threads = 0;  ///< of this worker; 0: all
  std::size_t warnings_told = 0;
};

/// A curve and what stands in the header above it.
struct Curve {
  Profile profile;
  RunInfo info;
  std::vector<std::string> warnings;  ///< that were told
};

/// The curve of one model, or the mean over several.
/// @param models  not empty
/// @param info  with the fields that say what file it is
/// @throws InputError naming the input; DeviceError
Curve compute_curve(const ProfileOptions& options, Talk& talk, Worker& worker,
                    const std::vector<Atoms>& models, const RunInfo& info);

}  // namespace debye
