// A picture as a script of gnuplot that holds its data.
#pragma once

#include <string>

#include "plot/picture.hpp"

namespace debye::plot {

enum class Format { Svg, Png, Pdf, Text, Script };

/// How a script is to draw.
struct ScriptOptions {
  Format format = Format::Svg;
  int columns = 79, rows = 24;  ///< of Format::Text
  std::string output;           ///< file that the script writes; empty: standard output
};

/// Script for gnuplot 5.0 or later. Names stand in it as words that are drawn as they are: neither
/// gnuplot's commands and shell calls nor its markup are reached from a name.
/// @param options  format Script draws as Svg
std::string gnuplot_script(const Picture& picture, const ScriptOptions& options);

}  // namespace debye::plot
