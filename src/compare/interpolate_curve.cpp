// Local polynomials through the points of a curve.

#include <algorithm>
#include <cmath>

#include "debye/compare.hpp"

namespace debye {
namespace {

constexpr std::ptrdiff_t points_beside = 4;  ///< on each side
/// Beyond this ratio of the gaps between points a polynomial of high degree swings.
constexpr double most_uneven = 3;

/// Distinct points in order of q, mirrored to q < 0 where the curve starts near 0.
struct Nodes {
  std::vector<double> q, intensity, variance;  ///< variance: empty without sigma
};

Nodes distinct_points(const MeasuredProfile& curve) {
  Nodes nodes;
  for (std::size_t i = 0; i < curve.size();) {
    std::size_t n = 0;
    double intensity = 0, variance = 0;
    for (; i + n < curve.size() && curve.q[i + n] == curve.q[i]; ++n) {
      intensity += curve.intensity[i + n];
      if (!curve.sigma.empty()) variance += curve.sigma[i + n] * curve.sigma[i + n];
    }
    const auto count = static_cast<double>(n);
    nodes.q.push_back(curve.q[i]);
    nodes.intensity.push_back(intensity / count);
    if (!curve.sigma.empty()) nodes.variance.push_back(variance / (count * count));
    i += n;
  }
  return nodes;
}

Nodes mirrored(Nodes nodes) {
  if (nodes.q.size() < 2 || nodes.q[0] > 1.5 * (nodes.q[1] - nodes.q[0])) return nodes;
  const auto n = std::min<std::size_t>(points_beside, nodes.q.size() - 1);
  const std::size_t first = nodes.q[0] == 0 ? 1 : 0;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = first + 2 * k;  // the ones put in front push it along
    if (i >= nodes.q.size()) break;
    nodes.q.insert(nodes.q.begin(), -nodes.q[i]);
    nodes.intensity.insert(nodes.intensity.begin(), nodes.intensity[i]);
    if (!nodes.variance.empty()) nodes.variance.insert(nodes.variance.begin(), nodes.variance[i]);
  }
  return nodes;
}

/// Nodes first..last of a polynomial.
struct Window {
  std::ptrdiff_t first, last;
  std::ptrdiff_t size() const { return last - first + 1; }
};

/// The nodes around q; near an end no more on the other side than two above those that there are.
Window window_at(const Nodes& nodes, double q) {
  const auto n = static_cast<std::ptrdiff_t>(nodes.q.size());
  const auto above = std::clamp<std::ptrdiff_t>(
      std::upper_bound(nodes.q.begin(), nodes.q.end(), q) - nodes.q.begin(), 1, n - 1);
  const std::ptrdiff_t right = std::min(points_beside, n - above);
  const std::ptrdiff_t left = std::min(points_beside, above);
  Window window{above - std::min(left, right + 2), above + std::min(right, left + 2) - 1};
  const auto gap = [&](std::ptrdiff_t i) {
    return nodes.q[static_cast<std::size_t>(i + 1)] - nodes.q[static_cast<std::size_t>(i)];
  };
  double smallest = gap(window.first), largest = smallest;
  for (std::ptrdiff_t i = window.first; i < window.last; ++i) {
    smallest = std::min(smallest, gap(i));
    largest = std::max(largest, gap(i));
  }
  if (largest > most_uneven * smallest)
    window = {std::max(window.first, above - 2), std::min(window.last, above + 1)};
  return window;
}

/// Without the two nodes furthest from q.
Window inner(const Nodes& nodes, Window window, double q) {
  for (int k = 0; k < 2; ++k) {
    const double below = q - nodes.q[static_cast<std::size_t>(window.first)];
    const double above = nodes.q[static_cast<std::size_t>(window.last)] - q;
    if (below > above)
      ++window.first;
    else
      --window.last;
  }
  return window;
}

/// Value and variance of the Lagrange polynomial through the nodes of the window.
struct Value {
  double intensity = 0, variance = 0;
};

Value value_at(const Nodes& nodes, const Window& window, double q) {
  Value value;
  for (std::ptrdiff_t i = window.first; i <= window.last; ++i) {
    const auto at = static_cast<std::size_t>(i);
    double weight = 1;
    for (std::ptrdiff_t k = window.first; k <= window.last; ++k) {
      const double node = nodes.q[static_cast<std::size_t>(k)];
      if (k != i) weight *= (q - node) / (nodes.q[at] - node);
    }
    value.intensity += weight * nodes.intensity[at];
    if (!nodes.variance.empty()) value.variance += weight * weight * nodes.variance[at];
  }
  return value;
}

}  // namespace

InterpolatedCurve interpolate_curve(const MeasuredProfile& curve, const std::vector<double>& q) {
  const Nodes nodes = mirrored(distinct_points(curve));
  InterpolatedCurve result;
  for (const double at : q) {
    const Window window = window_at(nodes, at);
    const Value value = value_at(nodes, window, at);
    result.intensity.push_back(value.intensity);
    if (!nodes.variance.empty()) result.sigma.push_back(std::sqrt(value.variance));
    const double rougher =
        window.size() < 3 ? 0 : value_at(nodes, inner(nodes, window, at), at).intensity;
    result.error.push_back(std::abs(value.intensity - rougher));
  }
  return result;
}

}  // namespace debye
