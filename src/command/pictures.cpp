// See pictures.hpp.

#include "command/pictures.hpp"

#include <algorithm>
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

plot::Picture picture_of(const std::vector<ComparisonReport>& reports) {
  const auto at_scale_of_a = [](const std::string& name, const ComparisonReport& report,
                                const Eigen::ArrayXd& values, bool measured) {
    plot::PlottedCurve curve{name, report.result.q, values_of(values / report.result.scale)};
    if (measured) curve.sigma = values_of(report.result.sigma / report.result.scale);
    return curve;
  };
  const ComparisonReport& widest = *std::max_element(
      reports.begin(), reports.end(),
      [](const auto& x, const auto& y) { return x.result.q.size() < y.result.q.size(); });
  // The sigma of a result is that of one curve if the other has none.
  std::vector<plot::PlottedCurve> curves = {at_scale_of_a(
      widest.a.label, widest, widest.result.a, widest.a.has_sigma && !widest.b.has_sigma)};
  std::vector<plot::Difference> differences;
  for (const ComparisonReport& report : reports) {
    const CurveComparison& result = report.result;
    plot::Difference difference{curves.size(), {}, {}};
    for (std::size_t i = 0; i < result.q.size(); ++i) {
      const double a = result.a[static_cast<Eigen::Index>(i)];
      const double b = result.b[static_cast<Eigen::Index>(i)];
      if (!(a > 0 && b > 0)) continue;  // as in the tables
      difference.q.push_back(result.q[i]);
      difference.relative.push_back((a - b) / b);
    }
    differences.push_back(std::move(difference));
    curves.push_back(
        at_scale_of_a(report.b.label, report, result.b, report.b.has_sigma && !report.a.has_sigma));
  }
  return plot::comparison_picture(curves, differences, QUnit::InverseAngstrom);
}

void show(const plot::PictureFile& file, const plot::Picture& picture, Talk& talk) {
  const plot::Drawing drawing = file.draw(picture);
  if (!drawing.text.empty()) talk.say(drawing.text);
  if (!drawing.warning.empty()) talk.warn(drawing.warning);
}

}  // namespace debye
