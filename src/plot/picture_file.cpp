// See picture_file.hpp.

#include "plot/picture_file.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "debye/error.hpp"
#include "lower_case.hpp"
#include "plot/gnuplot.hpp"

namespace debye::plot {
namespace {

namespace fs = std::filesystem;

constexpr const char* not_installed =
    "gnuplot, which draws pictures, is not installed (Debian: apt-get install gnuplot-nox)";

/// What a script is to write when the user runs it beside itself.
std::string picture_name(const std::string& path, Format format) {
  const fs::path name = fs::path(path).filename();
  return format == Format::Script ? fs::path(name).replace_extension(".svg").string()
                                  : name.string();
}

/// As large as the terminal, within reason.
ScriptOptions text_options() {
  ScriptOptions options;
  options.format = Format::Text;
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    options.columns = std::clamp(size.ws_col - 1, 40, 200);
    options.rows = std::clamp(size.ws_row - 2, 16, 60);
  }
  return options;
}

}  // namespace

Format format_of(const std::string& path) {
  if (path == "-") return Format::Text;
  const std::string extension = lower_case(fs::path(path).extension().string());
  if (extension == ".svg") return Format::Svg;
  if (extension == ".png") return Format::Png;
  if (extension == ".pdf") return Format::Pdf;
  if (extension == ".gp") return Format::Script;
  fail("--plot ", path, ": give a name ending in .svg, .png, .pdf or .gp (gnuplot's script), or -");
}

std::string script_path(const std::string& path) {
  return fs::path(path).replace_extension(".gp").string();
}

PictureFile::PictureFile(std::string path) : path_(std::move(path)), format_(format_of(path_)) {
  if (format_ != Format::Text) file_.emplace(path_);
}

Drawing PictureFile::draw_as_text(const Picture& picture) const {
  const GnuplotResult result = run_gnuplot(gnuplot_script(picture, text_options()));
  if (!result.found) return {"", std::string("--plot -: ") + not_installed};
  if (!result.error.empty()) fail("--plot -: gnuplot failed: ", result.error);
  return {result.picture, ""};
}

Drawing PictureFile::draw(const Picture& picture) const {
  if (format_ == Format::Text) return draw_as_text(picture);
  ScriptOptions options;
  options.format = format_;
  if (format_ != Format::Script) {
    const GnuplotResult result = run_gnuplot(gnuplot_script(picture, options));
    if (result.found && result.error.empty()) {
      file_->commit(result.picture);
      return {};
    }
    options.output = picture_name(path_, format_);
    const std::string script = script_path(path_);
    OutputFile(script).commit(gnuplot_script(picture, options));
    if (result.found)
      fail(path_, ": gnuplot failed: ", result.error, "; its script is left in ", script);
    return {"",
            path_ + ": not drawn: " + not_installed + "; `gnuplot " + script + "` draws it there"};
  }
  options.output = picture_name(path_, format_);
  file_->commit(gnuplot_script(picture, options));
  return {};
}

}  // namespace debye::plot
