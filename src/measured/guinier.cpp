// A quick Guinier fit: good enough to tell 1/Å from 1/nm, robust to what real curves begin with.

#include "measured/guinier.hpp"

#include <algorithm>
#include <cmath>

namespace debye {
namespace {

/// Straight line through (q², ln I) by weighted least squares, one point at a time.
class GuinierLine {
 public:
  void add(double q, double intensity, double weight) {
    const double x = q * q, y = std::log(intensity);
    w_ += weight;
    x_ += weight * x;
    y_ += weight * y;
    xx_ += weight * x * x;
    xy_ += weight * x * y;
    yy_ += weight * y * y;
  }
  double slope() const {
    const double variance = w_ * xx_ - x_ * x_;
    return variance > 0 ? (w_ * xy_ - x_ * y_) / variance : 0;
  }
  double radius() const { return std::sqrt(-3 * slope()); }
  /// Share of the variance of ln I that the line explains.
  double explained() const {
    const double xx = w_ * xx_ - x_ * x_, yy = w_ * yy_ - y_ * y_, xy = w_ * xy_ - x_ * y_;
    return xx > 0 && yy > 0 ? xy * xy / (xx * yy) : 0;
  }

 private:
  double w_ = 0, x_ = 0, y_ = 0, xx_ = 0, xy_ = 0, yy_ = 0;
};

/// Of all curves at hand, those with a Guinier region reach 0.91, a wide-angle curve 0.31.
constexpr double least_explained = 0.7;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// A particle scatters at least this many times less at the end of its curve than at the start; a
/// flat curve has no size.
constexpr double least_fall = 2.5;
/// Range of the intensity relative to that at small q in which points may belong to the Guinier
/// region, exp(-1.3²/3) = 0.57; what lies outside is noise or the shadow of the beam stop.
constexpr double low_intensity = 0.3, high_intensity = 2;

/// Intensity at small q, whatever a single point says: the largest median of three neighbours.
double forward_intensity(const std::vector<double>& intensity) {
  double largest = 0;
  for (std::size_t i = 0; i + 2 < std::max<std::size_t>(4, intensity.size() / 2); ++i)
    largest = std::max(largest, median({intensity[i], intensity[i + 1], intensity[i + 2]}));
  return largest;
}

double last_intensity(const std::vector<double>& intensity) {
  const auto n = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, intensity.size() / 10));
  return median(std::vector<double>(intensity.end() - n, intensity.end()));
}

}  // namespace

std::optional<double> guinier_radius(const std::vector<double>& q,
                                     const std::vector<double>& intensity,
                                     const std::vector<double>& sigma) {
  constexpr std::size_t least_points = 5;
  constexpr double limit = 1.3;  // of q Rg, for globular particles
  if (q.size() < least_points) return std::nullopt;
  const double start = forward_intensity(intensity);
  if (!(start > 0) || !(start > least_fall * last_intensity(intensity))) return std::nullopt;
  GuinierLine line;
  std::size_t used = 0, next_size = least_points;
  std::optional<double> rg;
  double first_q = 0;
  const auto is_better = [&](double last_q) {
    return line.slope() < 0 && line.explained() >= least_explained &&
           (!rg || last_q * line.radius() <= limit);
  };
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (!(intensity[i] > low_intensity * start) || intensity[i] > high_intensity * start) continue;
    const double ratio = sigma.empty() ? 1 : intensity[i] / sigma[i];
    if (used == 0) first_q = q[i];
    line.add(q[i], intensity[i], ratio * ratio);
    // Some sizes of the region are enough; the largest averages over noise best.
    if (++used < next_size) continue;
    next_size = used + std::max<std::size_t>(1, used / 10);
    if (is_better(q[i])) rg = line.radius();
  }
  if (used < least_points && used >= 3 && is_better(q.back())) rg = line.radius();
  if (!rg || first_q * *rg > limit) return std::nullopt;
  return rg;
}

}  // namespace debye
