// Guinier's law: the widest range that agrees with its own limit.

#include <algorithm>
#include <cmath>
#include <limits>

#include "debye/error.hpp"
#include "debye/sizes.hpp"

namespace debye {
namespace {

/// ln I over q² with weights; a point is out of use if I <= 0.
struct Points {
  std::vector<double> q, y, weight;
  bool measured = false;
  std::size_t size() const { return q.size(); }
  std::size_t least() const { return measured ? 5 : 3; }
};

/// y = a + b x of the points first <= i < last, by its normal equations about the means.
struct Line {
  std::size_t first = 0, last = 0;
  double a = 0, b = 0;
  double mean_x = 0, sum_w = 0, sum_xx = 0;  ///< Σw x²  about the mean
  double chi2 = 0;

  double radius() const { return std::sqrt(std::max(0.0, -3 * b)); }
  double variance_at(double x) const { return 1 / sum_w + (x - mean_x) * (x - mean_x) / sum_xx; }
  /// What misfit enlarges variances by.
  double misfit() const { return std::max(1.0, chi2 / static_cast<double>(last - first - 2)); }
};

/// Running sums of weighted least squares: points are added one by one, the line is had at any
/// time.
class LineSums {
 public:
  void add(double x, double y, double w) {
    w_ += w;
    const double dx = x - mean_x_, dy = y - mean_y_, share = w / w_;
    mean_x_ += share * dx;
    mean_y_ += share * dy;
    xx_ += w * dx * (x - mean_x_);
    xy_ += w * dx * (y - mean_y_);
    yy_ += w * dy * (y - mean_y_);
  }
  Line line(std::size_t first, std::size_t last) const {
    Line line{first, last, mean_y_, 0, mean_x_, w_, xx_, yy_};
    if (!(xx_ > 0)) return line;
    line.b = xy_ / xx_;
    line.a = mean_y_ - line.b * mean_x_;
    line.chi2 = std::max(0.0, yy_ - xy_ * xy_ / xx_);
    return line;
  }

 private:
  double w_ = 0, mean_x_ = 0, mean_y_ = 0, xx_ = 0, xy_ = 0, yy_ = 0;
};

/// True if the points lie about the line, up to noise. Over a range that keeps the limit ln I falls
/// by limit²/3 and bends little; a range that takes in a flat tail has a small slope as well, but
/// misses points by far more than this.
bool is_straight(const Points& points, const Line& line) {
  constexpr double most = 0.2;  // r.m.s. of ln I
  const double noise = points.measured ? 4 * static_cast<double>(line.last - line.first) : 0;
  return line.chi2 <= most * most * line.sum_w + noise;
}

/// The widest range from `first` on that keeps the limit.
std::optional<Line> widest(const Points& points, std::size_t first, double limit) {
  // A rise of ln I by this much over the range is rounding: the curve of a point is flat.
  constexpr double flat = 1e-9;
  std::optional<Line> best;
  LineSums sums;
  for (std::size_t i = first; i < points.size() && points.weight[i] > 0; ++i) {
    const double x = points.q[i] * points.q[i];
    sums.add(x, points.y[i], points.weight[i]);
    if (i + 1 - first < points.least()) continue;
    const Line line = sums.line(first, i + 1);
    if (line.sum_xx > 0 && line.b * x <= flat && points.q[i] * line.radius() <= limit &&
        is_straight(points, line))
      best = line;
  }
  return best;
}

/// True if the first point of the line lies off the line through the others.
bool first_is_off(const Points& points, const Line& line, double limit) {
  constexpr double deviations = 4;
  const std::optional<Line> others = widest(points, line.first + 1, limit);
  if (!others) return false;
  const double x = points.q[line.first] * points.q[line.first];
  const double variance =
      (1 / points.weight[line.first] + others->variance_at(x)) * others->misfit();
  return std::abs(points.y[line.first] - others->a - others->b * x) >
         deviations * std::sqrt(variance);
}

GuinierFit result(const Points& points, const Line& line, std::size_t dropped) {
  GuinierFit fit;
  fit.forward_intensity = std::exp(line.a);
  fit.radius_of_gyration = line.radius();
  fit.q_min = points.q[line.first];
  fit.q_max = points.q[line.last - 1];
  fit.n = line.last - line.first;
  fit.n_dropped = dropped;
  if (points.measured) {
    fit.forward_intensity_sigma =
        fit.forward_intensity * std::sqrt(line.variance_at(0) * line.misfit());
    // Rg² = −3b, so that dRg = 3 db/(2 Rg).
    if (fit.radius_of_gyration > 0)
      fit.radius_of_gyration_sigma =
          1.5 * std::sqrt(line.misfit() / line.sum_xx) / fit.radius_of_gyration;
  }
  return fit;
}

}  // namespace

std::optional<GuinierFit> fit_guinier(std::span<const double> q, std::span<const double> intensity,
                                      std::span<const double> sigma, double limit) {
  if (intensity.size() != q.size() || (!sigma.empty() && sigma.size() != q.size()))
    fail("Guinier fit: ", q.size(), " q, ", intensity.size(), " intensities and ", sigma.size(),
         " sigmas");
  Points points;
  points.measured = !sigma.empty();
  for (std::size_t i = 0; i < q.size(); ++i) {
    const bool positive = intensity[i] > 0 && std::isfinite(intensity[i]);
    const double relative = points.measured ? intensity[i] / sigma[i] : 1;
    points.q.push_back(q[i]);
    points.y.push_back(positive ? std::log(intensity[i]) : 0);
    points.weight.push_back(positive ? relative * relative : 0);
  }
  std::size_t first = 0;
  while (points.measured && first < points.size() && !(points.weight[first] > 0)) ++first;
  std::optional<Line> line = widest(points, first, limit);
  if (!line) return std::nullopt;
  if (points.measured) {
    const std::size_t last_allowed = first + (line->last - line->first) / 5;
    while (line->first < last_allowed && first_is_off(points, *line, limit))
      line = widest(points, line->first + 1, limit);
  }
  return result(points, *line, line->first);
}

}  // namespace debye
