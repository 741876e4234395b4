// See pictures.hpp.

#include "plot/pictures.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "output/header_text.hpp"
#include "plot/panels.hpp"

namespace debye::plot {
namespace {

constexpr Place whole_left{0.08, 0.48, 0.11, 0.96};
constexpr double left = 0.57, right = 0.975;

/// A tall panel and a strip below it that shares its q axis.
void put_above(Panel& tall, Panel& strip, const Place& place) {
  const double border = place.bottom + 0.24 * (place.top - place.bottom);
  tall.place = strip.place = place;
  tall.place.bottom = border + 0.012;
  strip.place.top = border - 0.012;
  tall.x_labels = false;
}

void add(Picture& picture, Panel panel, const Place& place) {
  panel.place = place;
  picture.panels.push_back(std::move(panel));
}

/// Guinier's two panels, if any curve has Guinier's law.
void add_guinier(Picture& picture, const std::vector<Drawn>& curves, QUnit unit,
                 const Place& place) {
  std::vector<Panel> panels = guinier_panels(curves, unit);
  if (panels.empty()) return;
  put_above(panels[0], panels[1], place);
  for (Panel& panel : panels) picture.panels.push_back(std::move(panel));
}

void add_unless_empty(Picture& picture, Panel panel, const Place& place) {
  if (!panel.series.empty()) add(picture, std::move(panel), place);
}

/// Some of n, evenly from the first to the last.
std::vector<std::size_t> chosen(std::size_t n, std::size_t most) {
  std::vector<std::size_t> numbers;
  const std::size_t count = std::min(n, most);
  for (std::size_t k = 0; k < count; ++k)
    numbers.push_back(count > 1 ? k * (n - 1) / (count - 1) : 0);
  return numbers;
}

/// Names and colours of curves, and a note on those that have no name.
std::vector<Drawn> drawn_curves(const std::vector<PlottedCurve>& curves, std::string& note) {
  std::vector<Drawn> drawn;
  const std::size_t n = curves.size();
  for (const std::size_t i : chosen(n, most_drawn)) {
    const bool named = n <= most_named || i == 0 || i + 1 == n;
    drawn.push_back({&curves[i], named ? curves[i].name : "", colour_of(i, n),
                     !curves[i].sigma.empty() ? Mark::Dots
                     : is_dashed(i, n)        ? Mark::Dashes
                                              : Mark::Line});
  }
  if (n > most_drawn)
    note = std::to_string(most_drawn) + " of " + std::to_string(n) + " curves, evenly chosen";
  else if (n > most_named)
    note = std::to_string(n) + " curves";
  if (n > most_named) note += "; colours from the first (dark) to the last (light)";
  return drawn;
}

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// The data of fits as curves, each once, and the models.
struct FitCurves {
  std::vector<PlottedCurve> data, models;
  std::vector<std::size_t> data_of;  ///< of each model
};

FitCurves curves_of(const std::vector<PlottedFit>& fits) {
  FitCurves curves;
  std::map<std::string, std::size_t> number;
  for (const PlottedFit& fit : fits) {
    const auto [found, is_new] = number.try_emplace(fit.data, curves.data.size());
    if (is_new)
      curves.data.push_back({name_of(fit.data), fit.q, fit.intensity, fit.sigma,
                             fit_guinier(fit.q, fit.intensity, fit.sigma)});
    curves.data_of.push_back(found->second);
    PlottedCurve model{name_of(fit.model), fit.q, fit.fit};
    model.guinier = curves.data[found->second].guinier;  // so that both are scaled alike
    curves.models.push_back(std::move(model));
  }
  return curves;
}

/// "model.pdb, χ² 1.2", with the data's name if there are several.
std::string title_of(const PlottedFit& fit, bool several_data) {
  std::string title = name_of(fit.model);
  if (several_data) title += " to " + name_of(fit.data);
  return std::isfinite(fit.chi2) ? title + ", χ² " + rounded(fit.chi2, 3) : title;
}

/// (I_exp − I_model)/σ, or /I_model in per cent.
Series residuals(const PlottedFit& fit, const Drawn& model, bool weighted) {
  std::vector<double> values;
  for (std::size_t i = 0; i < fit.q.size(); ++i)
    values.push_back((fit.intensity[i] - fit.fit[i]) /
                     (weighted ? fit.sigma[i] : fit.fit[i] / 100));
  Drawn dots = model;
  dots.mark = Mark::Dots;
  return series_of(dots, fit.q, values);
}

}  // namespace

Picture profile_picture(const std::vector<PlottedCurve>& curves, QUnit unit) {
  Picture picture;
  const std::vector<Drawn> drawn = drawn_curves(curves, picture.note);
  Panel distances = distance_panel(drawn, unit);
  Panel kratky = kratky_panel(drawn);
  if (distances.series.empty()) {
    add(picture, intensity_panel("I (electrons²)", drawn, unit), whole_left);
    add_guinier(picture, drawn, unit, {left, right, 0.59, 0.96});
    add_unless_empty(picture, std::move(kratky), {left, right, 0.11, 0.45});
  } else {
    add(picture, intensity_panel("I (electrons²)", drawn, unit),
        {whole_left.left, whole_left.right, 0.59, 0.96});
    add_guinier(picture, drawn, unit, {left, right, 0.59, 0.96});
    add_unless_empty(picture, std::move(kratky), {whole_left.left, whole_left.right, 0.11, 0.45});
    add(picture, std::move(distances), {left, right, 0.11, 0.45});
  }
  return picture;
}

Picture fit_picture(const std::vector<PlottedFit>& fits, std::size_t n) {
  Picture picture;
  if (n > fits.size())
    picture.note = "the best " + std::to_string(fits.size()) + " of " + std::to_string(n) + " fits";
  const FitCurves curves = curves_of(fits);
  std::vector<Drawn> data, models;
  for (std::size_t d = 0; d < curves.data.size(); ++d) {
    const auto first = std::find(curves.data_of.begin(), curves.data_of.end(), d);
    const auto model = static_cast<std::size_t>(first - curves.data_of.begin());
    data.push_back({&curves.data[d], curves.data[d].name,
                    curves.data.size() == 1 ? data_colour : colour_of(model, fits.size()),
                    Mark::Dots});
  }
  bool weighted = true;
  for (const PlottedFit& fit : fits) weighted = weighted && !fit.sigma.empty();
  std::vector<Series> rest;
  for (std::size_t m = 0; m < fits.size(); ++m) {
    models.push_back({&curves.models[m], title_of(fits[m], data.size() > 1),
                      colour_of(m, fits.size()),
                      is_dashed(m, fits.size()) ? Mark::Dashes : Mark::Line});
    rest.push_back(residuals(fits[m], models.back(), weighted));
  }
  std::vector<Drawn> both = data;
  both.insert(both.end(), models.begin(), models.end());
  Panel curve_panel = intensity_panel("I", both, QUnit::InverseAngstrom);
  Panel rest_panel = difference_panel(weighted ? "Δ/σ" : "Δ/I (%)", std::move(rest), curve_panel.x);
  put_above(curve_panel, rest_panel, whole_left);
  picture.panels = {std::move(curve_panel), std::move(rest_panel)};
  add_guinier(picture, data, QUnit::InverseAngstrom, {left, right, 0.59, 0.96});
  add_unless_empty(picture, kratky_panel(both), {left, right, 0.11, 0.45});
  return picture;
}

Picture comparison_picture(const std::vector<PlottedCurve>& curves,
                           const std::vector<Difference>& differences, QUnit unit) {
  Picture picture;
  const std::vector<Drawn> drawn = drawn_curves(curves, picture.note);
  Panel above = intensity_panel("I", drawn, unit);
  std::vector<Series> series;
  for (const Difference& difference : differences) {
    const std::size_t i = difference.curve, n = curves.size();
    std::vector<double> q, percent;
    for (const double value : difference.q) q.push_back(value / to_inverse_angstrom(unit));
    for (const double value : difference.relative) percent.push_back(100 * value);
    series.push_back(
        series_of({&curves[i], "", colour_of(i, n), is_dashed(i, n) ? Mark::Dashes : Mark::Line}, q,
                  percent));
  }
  Panel below = difference_panel("ΔI/I (%)", std::move(series), above.x);
  put_above(above, below, {0.1, 0.97, 0.11, 0.96});
  picture.panels = {std::move(above), std::move(below)};
  return picture;
}

}  // namespace debye::plot
