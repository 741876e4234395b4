// Where a picture goes: a file whose extension says of what kind, or a terminal.
#pragma once

#include <optional>
#include <string>

#include "output/output_file.hpp"
#include "plot/gnuplot_script.hpp"
#include "plot/picture.hpp"

namespace debye::plot {

/// By its extension: .svg, .png, .pdf, .gp (the script alone); Text for "-".
/// @throws InputError on any other.
Format format_of(const std::string& path);

/// Path of the script beside a picture: the same name with .gp.
std::string script_path(const std::string& path);

/// What has become of a picture.
struct Drawing {
  std::string text;     ///< of Format::Text, to be shown
  std::string warning;  ///< why there is no picture; empty if there is one
};

/// A picture that is drawn at the end of a run; the constructor, before, finds out whether its
/// place can be written.
class PictureFile {
 public:
  /// @throws InputError on an extension that is unknown, or if no file can be created there.
  explicit PictureFile(std::string path);

  /// Draws through gnuplot. Where that is not installed, the script is written beside the picture
  /// instead, for another machine, and the warning says so.
  /// @throws InputError with gnuplot's own words if it fails; OutputError if the picture cannot be
  ///         written.
  Drawing draw(const Picture& picture) const;

 private:
  Drawing draw_as_text(const Picture& picture) const;

  std::string path_;
  Format format_;
  std::optional<OutputFile> file_;
};

}  // namespace debye::plot
