// Many structure files in one run.
#pragma once

#include "command/cli.hpp"

namespace debye {

/// Whether the inputs are several files, or may be; see find_inputs.hpp.
bool is_batch(const ProfileOptions& options);

/// Writes the curves below options.output, with a table of them in summary.csv and summary.jsonl
/// there. The latter grows by a line for each curve; options.resume takes from it what is done:
/// the files whose content, options and outputs are the same. A file that fails costs a row. On
/// SIGINT and SIGTERM the files at hand are finished and the table is written.
/// @return exit code: 0; 1 if a file failed; 128 + signal
/// @throws InputError if no structure is found, or the output place is unusable; DeviceError.
int run_batch(const ProfileOptions& options);

}  // namespace debye
