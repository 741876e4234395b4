// See pictures.hpp.

#include "command/pictures.hpp"

#include <filesystem>

#include "debye/error.hpp"

namespace debye {
namespace {

namespace fs = std::filesystem;

std::vector<double> values_of(const Eigen::ArrayXd& array) { return {array.begin(), array.end()}; }

bool same_place(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::weakly_canonical(fs::absolute(a), error) ==
             fs::weakly_canonical(fs::absolute(b), error) &&
         !error;
}

}  // namespace

void check_plot(const std::string& path, const std::string& output,
                const std::vector<std::string>& inputs) {
  if (path.empty() || plot::format_of(path) == plot::Format::Text) return;
  for (const std::string& written : {path, plot::script_path(path)}) {
    if (!output.empty() && output != "-" && same_place(written, output))
      fail("--plot ", path, ": ", written, " is the place of the output too (-o ", output, ")");
    for (const std::string& input : inputs)
      if (input != "-" && same_place(written, input))
        fail("--plot ", path, ": ", written, " is the input ", input, " itself");
  }
}

std::optional<plot::PictureFile> picture_file(const std::string& path) {
  if (path.empty()) return std::nullopt;
  return plot::PictureFile(path);
}

plot::PlottedCurve plotted(const std::string& stem, const WrittenCurve& written) {
  const Profile& profile = written.curve.profile;
  const RunInfo& info = written.curve.info;
  plot::PlottedCurve curve;
  curve.name = stem + written.suffix;
  curve.q = profile.q.values();
  curve.intensity = values_of(profile.intensity);
  curve.guinier = info.sizes.guinier;
  curve.radius_of_gyration = info.sizes.radius_of_gyration;
  curve.forward_intensity = info.sizes.forward_intensity;
  if (info.distances) {
    curve.r = info.distances->r;
    curve.p = info.distances->p;
  }
  return curve;
}

plot::Picture picture_of(const std::vector<FitReport>& reports) {
  std::vector<plot::PlottedFit> fits;
  for (const FitReport& report : reports) {
    const MeasuredProfile& data = *report.data;
    const FitResult& fit = report.fit;
    fits.push_back({model_label(report), data.name, data.q, data.intensity, data.sigma,
                    values_of(fit.model), fit.weighted ? fit.chi2_reduced() : no_size});
    if (fits.size() == plot::most_named) break;
  }
  return plot::fit_picture(fits, reports.size());
}

void show(const plot::PictureFile& file, const plot::Picture& picture, Talk& talk) {
  const plot::Drawing drawing = file.draw(picture);
  if (!drawing.text.empty()) talk.say(drawing.text);
  if (!drawing.warning.empty()) talk.warn(drawing.warning);
}

}  // namespace debye
