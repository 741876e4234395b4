// `debye report`: curves and fits in files as one web page.
#pragma once

#include "command/cli.hpp"

namespace debye {

/// Reads files that debye has written, and those in folders, and writes a page that shows them.
/// In a folder other files are passed over; a file that is named must be one of debye's.
/// @return exit code: 0, or 1 if some of several inputs could not be read.
/// @throws InputError if none could, or the page cannot be written.
int run_report(const ReportOptions& options);

}  // namespace debye
