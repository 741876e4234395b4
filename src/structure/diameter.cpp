// Exact diameter of a point set by pruning. Extreme points along many directions give a lower bound
// L. With R the largest distance of a point from the centre, two points p and x at a distance > L
//   - both lie at least L - R from the centre, and
//   - x lies near the point a opposite to p on the sphere of radius R: from |x| <= R and |x - p| >
//   L
//     follows |x - a|^2 < 2 R^2 + (R/|p|) (R^2 + |p|^2 - L^2), which is 4 R^2 - L^2 for |p| = R.
// The first leaves a thin shell, the second few partners for each of its points even if all points
// lie on one sphere.

#include "structure/diameter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "structure/cell_list.hpp"

namespace debye {
namespace {

using Point = std::array<double, 3>;

double distance(const Point& a, const Point& b) {
  const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return std::sqrt(x * x + y * y + z * z);
}

Point middle_of_box(std::span<const Point> points) {
  Point low = points[0], high = points[0];
  for (const Point& p : points)
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  return {(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2};
}

// The n points of a golden spiral over half a sphere; opposite directions have the same extremes.
std::vector<Point> half_sphere_directions(std::size_t n) {
  std::vector<Point> directions(n);
  const double turn = std::numbers::pi * (3 - std::sqrt(5.0));
  for (std::size_t i = 0; i < n; ++i) {
    const double z = (static_cast<double>(i) + 0.5) / static_cast<double>(n);
    const double r = std::sqrt(1 - z * z), angle = turn * static_cast<double>(i);
    directions[i] = {r * std::cos(angle), r * std::sin(angle), z};
  }
  return directions;
}

double extreme_distance(std::span<const Point> points, const Point& direction) {
  std::size_t low = 0, high = 0;
  double low_value = 0, high_value = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& p = points[i];
    const double value = p[0] * direction[0] + p[1] * direction[1] + p[2] * direction[2];
    if (i == 0 || value < low_value) low = i, low_value = value;
    if (i == 0 || value > high_value) high = i, high_value = value;
  }
  return distance(points[low], points[high]);
}

using Shell = std::vector<std::pair<double, Point>>;  // distance from the centre, position

// Largest distance in the shell, given that it is at least `bound`; smaller than that otherwise.
double distance_across(const Shell& shell, const Point& centre, double radius, double bound) {
  double reach_squared = 0;
  std::vector<Point> points;
  for (const auto& [r, p] : shell) {
    points.push_back(p);
    reach_squared =
        std::max(reach_squared,
                 2 * radius * radius + radius / r * (radius * radius + r * r - bound * bound));
  }
  // Rounding must not cut off the pair that gave the bound.
  const double reach = std::sqrt(std::max(reach_squared, 0.0)) + 1e-6 * radius;
  if (points.empty() || !(reach > 0) || !std::isfinite(reach)) return bound;
  const CellList cells(points, reach);
  double best_squared = bound * bound;
  for (const auto& [r, p] : shell) {
    const double scale = radius / r;
    const Point opposite = {centre[0] - (p[0] - centre[0]) * scale,
                            centre[1] - (p[1] - centre[1]) * scale,
                            centre[2] - (p[2] - centre[2]) * scale};
    cells.for_each_within_cutoff(opposite, [&, &p = p](std::size_t j, double) {
      const double x = points[j][0] - p[0], y = points[j][1] - p[1], z = points[j][2] - p[2];
      best_squared = std::max(best_squared, x * x + y * y + z * z);
    });
  }
  return std::sqrt(best_squared);
}

}  // namespace

double largest_distance(std::span<const Point> points) {
  if (points.size() < 2) return 0;
  const Point centre = middle_of_box(points);
  Shell shell(points.size());
  double radius = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    shell[i] = {distance(points[i], centre), points[i]};
    radius = std::max(radius, shell[i].first);
  }

  if (!(radius > 0)) return 0;

  double best = 0;
  for (const Point& direction : half_sphere_directions(13))
    best = std::max(best, extreme_distance(points, direction));
  // Points that cannot be an end of a longer line are left out before the finer directions.
  const auto drop_inner = [&] {
    std::erase_if(shell,
                  [&](const auto& entry) { return entry.first < (best - radius) * (1 - 1e-12); });
  };
  drop_inner();
  std::vector<Point> outer(shell.size());
  for (std::size_t i = 0; i < shell.size(); ++i) outer[i] = shell[i].second;
  if (!outer.empty())
    for (const Point& direction : half_sphere_directions(200))
      best = std::max(best, extreme_distance(outer, direction));
  drop_inner();

  return std::max(best, distance_across(shell, centre, radius, best));
}

}  // namespace debye
