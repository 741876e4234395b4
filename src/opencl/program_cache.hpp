// Compiled programs, kept on disk from one run to the next.
#pragma once

#include <optional>
#include <string>

#include "opencl/device.hpp"

namespace debye::opencl {

/// $XDG_CACHE_HOME/debye, or ~/.cache/debye; empty if the environment names neither.
std::string user_cache_directory();

/// From now on build_program() keeps programs there; nowhere if the name is empty, as it is at
/// first. For the whole process: to be called before engines are made.
void use_program_cache(std::string directory);

/// What a program is kept under: SHA-256 of its source and options, the device, its driver and
/// platform, and the version of debye.
std::string program_key(const Device& device, const std::string& source,
                        const std::string& options);

/// The device's binary, if it is kept and as it was written; a damaged or foreign file counts as
/// none.
std::optional<std::string> load_program(const std::string& key);

/// Keeps a binary. A directory that cannot be written to is no error: the next run compiles again.
void store_program(const std::string& key, const std::string& binary);

}  // namespace debye::opencl
