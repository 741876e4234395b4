// The program gnuplot, run without a shell.
#pragma once

#include <string>

namespace debye::plot {

/// What a run of gnuplot gave.
struct GnuplotResult {
  bool found = false;   ///< gnuplot is on the PATH
  std::string picture;  ///< its standard output, if the run was good
  std::string error;    ///< else what it said, as one line
};

/// Runs a script that draws to standard output. The user's gnuplotrc has no part in it.
GnuplotResult run_gnuplot(const std::string& script);

}  // namespace debye::plot
