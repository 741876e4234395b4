// Pictures of the results of a run, for --plot.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/profile_input.hpp"
#include "command/talk.hpp"
#include "output/compare_text.hpp"
#include "output/fit_text.hpp"
#include "plot/picture_file.hpp"
#include "plot/pictures.hpp"

namespace debye {

/// For a command line with --plot `path`: checks it before any computation.
/// @throws InputError if the extension is unknown, or picture or script would take the place of the
///         output or of an input.
void check_plot(const std::string& path, const std::string& output,
                const std::vector<std::string>& inputs);

/// A picture file, or nothing if `path` is empty. To be made after the folder that curves go to,
/// where it may lie too. @throws InputError if it cannot be written
std::optional<plot::PictureFile> picture_file(const std::string& path);

/// A curve as it is drawn. @param stem  of the input's name
plot::PlottedCurve plotted(const std::string& stem, const WrittenCurve& written);

/// Of fits, the best ones first.
plot::Picture picture_of(const std::vector<FitReport>& reports);

/// Of comparisons with the same A, at its scale: A as it is in the one of most points, each B / k,
/// and their differences.
plot::Picture picture_of(const std::vector<ComparisonReport>& reports);

/// Draws a picture; in a terminal, on standard error. A warning if it cannot be drawn.
void show(const plot::PictureFile& file, const plot::Picture& picture, Talk& talk);

}  // namespace debye
