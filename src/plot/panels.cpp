// See panels.hpp.

#include "plot/panels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "output/header_text.hpp"
#include "plot/thinning.hpp"

namespace debye::plot {
namespace {

constexpr std::size_t most_points = 2000;  // of one curve: twice the columns of pixels
constexpr double most_decades = 8;         // of the axis of I; below is rounding or noise

/// Smallest and largest of the values it is shown.
struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void show(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return !(low <= high); }
};

/// A round number from 0.5 to 0.8 times `most`, so that an axis about zero has three labels.
double round_step(double most) {
  const double wanted = 0.8 * most, power = std::pow(10, std::floor(std::log10(wanted)));
  double step = power;
  for (const double digit : {1.5, 2.0, 3.0, 4.0, 6.0, 8.0})
    if (digit * power <= wanted) step = digit * power;
  return step;
}

Axis linear_axis(std::string label, Range range, double margin) {
  if (range.empty()) range = {0, 1};
  const double width =
      range.high > range.low ? range.high - range.low : std::max(std::abs(range.low), 1.0);
  return {std::move(label), range.low - margin * width, range.high + margin * width, false};
}

/// From 0, unless the values begin far from it.
Axis axis_of_q(Range q, QUnit unit) {
  if (q.empty()) q = {0, 1};
  if (q.low < 0.2 * q.high) q.low = 0;
  if (!(q.low < q.high)) q = {0, q.high > 0 ? 1.1 * q.high : 1};
  return {unit == QUnit::InverseNanometre ? "q (nm⁻¹)" : "q (Å⁻¹)", q.low, q.high, false};
}

std::string square_unit(QUnit unit) {
  return unit == QUnit::InverseNanometre ? "q² (nm⁻²)" : "q² (Å⁻²)";
}

std::vector<double> scaled(const std::vector<double>& values, double factor) {
  std::vector<double> result = values;
  for (double& value : result) value *= factor;
  return result;
}

/// Rg and I(0) by which a curve is made dimensionless.
struct Scale {
  double rg = no_size, i0 = no_size;
  bool known() const { return rg > 0 && i0 > 0; }
};

Scale scale_of(const PlottedCurve& curve) {
  if (curve.guinier) return {curve.guinier->radius_of_gyration, curve.guinier->forward_intensity};
  return {curve.radius_of_gyration, curve.forward_intensity};
}

/// ln I of one curve in the neighbourhood of its Guinier range, with the line.
struct GuinierPlot {
  std::vector<double> square, log, sigma;  // all points up to the end of the axis
  std::vector<double> used_square, miss, used_sigma;
};

GuinierPlot guinier_plot(const PlottedCurve& curve, double q_end, double q_factor) {
  const GuinierFit& fit = *curve.guinier;
  GuinierPlot plot;
  for (std::size_t i = 0; i < curve.q.size() && curve.q[i] <= q_end; ++i) {
    if (!(curve.intensity[i] > 0)) continue;
    const double square = curve.q[i] * curve.q[i], log = std::log(curve.intensity[i]);
    const double x = square * q_factor * q_factor;
    plot.square.push_back(x);
    plot.log.push_back(log);
    if (!curve.sigma.empty()) plot.sigma.push_back(curve.sigma[i] / curve.intensity[i]);
    if (curve.q[i] < fit.q_min || curve.q[i] > fit.q_max) continue;
    plot.used_square.push_back(x);
    plot.miss.push_back(log - std::log(fit.forward_intensity) +
                        square * fit.radius_of_gyration * fit.radius_of_gyration / 3);
    if (!plot.sigma.empty()) plot.used_sigma.push_back(plot.sigma.back());
  }
  return plot;
}

Series guinier_line(const Drawn& drawn, double q_factor) {
  const GuinierFit& fit = *drawn.curve->guinier;
  const double end = fit.q_max * fit.q_max, start = std::log(fit.forward_intensity);
  Series line{"", {0, end * q_factor * q_factor}, {start, start}, {}, drawn.colour, Mark::Line};
  line.y[1] -= end * fit.radius_of_gyration * fit.radius_of_gyration / 3;
  return line;
}

/// With the value if there is but one.
std::string guinier_title(const std::vector<Drawn>& curves) {
  if (curves.size() != 1) return "Guinier";
  const GuinierFit& fit = *curves.front().curve->guinier;
  std::string text = "Guinier, Rg " + rounded(fit.radius_of_gyration, 4);
  if (std::isfinite(fit.radius_of_gyration_sigma))
    text += " ± " + rounded(fit.radius_of_gyration_sigma, 2);
  return text + " Å";
}

/// Lowest and highest y, those of noise left out: points within their own sigma of zero.
Range significant_range(const std::vector<Drawn>& curves, bool positive) {
  Range range;
  for (const Drawn& drawn : curves) {
    const PlottedCurve& curve = *drawn.curve;
    for (std::size_t i = 0; i < curve.q.size(); ++i) {
      const double y = curve.intensity[i];
      const bool noise = !curve.sigma.empty() && std::abs(y) < curve.sigma[i];
      if (!noise && (!positive || y > 0)) range.show(y);
    }
  }
  return range;
}

}  // namespace

Series series_of(const Drawn& drawn, std::span<const double> x, std::span<const double> y,
                 std::span<const double> sigma) {
  Series series{drawn.title, {}, {}, {}, drawn.colour, drawn.mark};
  for (const std::size_t i : drawn_points(y, most_points)) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    series.x.push_back(x[i]);
    series.y.push_back(y[i]);
    if (!sigma.empty()) series.sigma.push_back(sigma[i]);
  }
  return series;
}

Panel intensity_panel(const std::string& label, const std::vector<Drawn>& curves, QUnit unit) {
  const double factor = 1 / to_inverse_angstrom(unit);
  Panel panel;
  Range q;
  const Range y = significant_range(curves, true);
  const double high = y.empty() ? 1 : y.high;
  const double low = y.empty() ? 0.1 : std::max(y.low, high * std::pow(10, -most_decades));
  panel.y = {label, low / 1.5, high * 1.5, true};
  for (const Drawn& drawn : curves) {
    const PlottedCurve& curve = *drawn.curve;
    std::vector<double> intensity = curve.intensity;
    for (double& value : intensity)
      if (!(value > 0)) value = no_size;
    for (const double value : curve.q) q.show(value * factor);
    panel.series.push_back(series_of(drawn, scaled(curve.q, factor), intensity, curve.sigma));
  }
  panel.x = axis_of_q(q, unit);
  panel.in_text = true;
  return panel;
}

Panel difference_panel(const std::string& label, std::vector<Series> series, const Axis& q) {
  Panel panel;
  Range size;
  for (const Series& one : series)
    for (const double value : one.y) size.show(std::abs(value));
  const double most = size.empty() || size.high == 0 ? 1 : 1.1 * size.high;
  panel.x = q;
  panel.y = {label, -most, most, false, round_step(most)};
  panel.y_guides = {0};
  panel.series = std::move(series);
  for (Series& one : panel.series) one.title.clear();
  panel.in_text = true;
  return panel;
}

std::vector<Panel> guinier_panels(const std::vector<Drawn>& curves, QUnit unit) {
  constexpr double beyond = 1.3;  // times the end of the longest range
  const double factor = 1 / to_inverse_angstrom(unit);
  double q_end = 0;
  for (const Drawn& drawn : curves)
    if (drawn.curve->guinier) q_end = std::max(q_end, beyond * drawn.curve->guinier->q_max);
  if (!(q_end > 0)) return {};
  Panel panel;
  std::vector<Series> misses, lines;
  Range y;
  for (const Drawn& drawn : curves) {
    if (!drawn.curve->guinier) continue;
    const GuinierPlot plot = guinier_plot(*drawn.curve, q_end, factor);
    Drawn dots = drawn;
    dots.title.clear();
    if (curves.size() <= most_named) dots.mark = Mark::Dots;
    panel.series.push_back(series_of(dots, plot.square, plot.log, plot.sigma));
    misses.push_back(series_of(dots, plot.used_square, plot.miss, plot.used_sigma));
    lines.push_back(guinier_line(drawn, factor));
    for (const double value : lines.back().y) y.show(value);
    for (const double value : plot.log) y.show(value);
  }
  panel.series.insert(panel.series.end(), lines.begin(), lines.end());
  panel.title = guinier_title(curves);
  panel.x = {square_unit(unit), 0, q_end * q_end * factor * factor, false};
  panel.y = linear_axis("ln I", y, 0.06);
  Panel rest = difference_panel("ln I − line", std::move(misses), panel.x);
  panel.x_labels = rest.in_text = false;
  return {panel, rest};
}

Panel kratky_panel(const std::vector<Drawn>& curves) {
  constexpr double end = 10, most_high = 4;
  Panel panel;
  panel.title = "Kratky";
  double x_high = 0;
  Range y;
  y.show(0);
  y.show(1.3);
  for (const Drawn& drawn : curves) {
    const PlottedCurve& curve = *drawn.curve;
    const Scale scale = scale_of(curve);
    if (!scale.known()) continue;
    std::vector<double> x, value, sigma;
    for (std::size_t i = 0; i < curve.q.size() && curve.q[i] * scale.rg <= end; ++i) {
      x.push_back(curve.q[i] * scale.rg);
      const double height = x.back() * x.back() / scale.i0;
      value.push_back(height * curve.intensity[i]);
      if (!curve.sigma.empty()) sigma.push_back(height * curve.sigma[i]);
      if (sigma.empty() || sigma.back() < 0.2) y.show(value.back());
    }
    if (!x.empty()) x_high = std::max(x_high, x.back());
    Drawn untitled = drawn;
    untitled.title.clear();
    panel.series.push_back(series_of(untitled, x, value, sigma));
  }
  panel.x = {"q Rg", 0, x_high > 0 ? x_high : 1, false};
  panel.y =
      linear_axis("(q Rg)² I/I(0)", {std::max(y.low, -0.3), std::min(y.high, most_high)}, 0.05);
  panel.x_guides = {std::numbers::sqrt3};
  panel.y_guides = {3 / std::numbers::e};
  return panel;
}

Panel distance_panel(const std::vector<Drawn>& curves, QUnit unit) {
  const double factor = to_inverse_angstrom(unit);
  Panel panel;
  panel.title = "P(r), area 1";
  Range r, y;
  r.show(0);
  y.show(0);
  for (const Drawn& drawn : curves) {
    const PlottedCurve& curve = *drawn.curve;
    if (curve.r.size() < 2) continue;
    const double step = (curve.r[1] - curve.r[0]) * factor;
    std::vector<double> p = curve.p;
    p[0] = 0;  // that of a continuous body; the sum holds the terms i = j there
    double area = 0;
    for (const double value : p) area += value * step;
    if (!(area > 0)) continue;
    for (double& value : p) y.show(value /= area);
    r.show(curve.r.back() * factor);
    Drawn untitled = drawn;
    untitled.title.clear();
    panel.series.push_back(series_of(untitled, scaled(curve.r, factor), p));
  }
  const bool nanometres = unit == QUnit::InverseNanometre;
  panel.x = linear_axis(nanometres ? "r (nm)" : "r (Å)", r, 0);
  panel.y = linear_axis(nanometres ? "P(r) (nm⁻¹)" : "P(r) (Å⁻¹)", y, 0.05);
  panel.y_guides = {0};
  return panel;
}

}  // namespace debye::plot
