// Exact diameter of a point set by pruning. Extreme points along many directions give a lower bound
// L. With R the largest distance of a point from the middle, both ends of a longer line lie at
// least L - R from the centre, which leaves a shell. Its points are sorted into a tree of boxes,
// and only pairs of boxes are looked into whose farthest corners are more than L apart.

#include "structure/diameter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace debye {
namespace {

using Point = std::array<double, 3>;

double distance(const Point& a, const Point& b) {
  const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return std::sqrt(x * x + y * y + z * z);
}

// The middle of the smallest box, parallel to the axes, around all points, and points on its faces.
struct Box {
  Point middle;
  std::array<std::size_t, 6> extreme;
};

Box find_box(std::span<const Point> points) {
  Point low = points[0], high = points[0];
  Box box{{}, {}};
  for (std::size_t i = 1; i < points.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const double value = points[i][k];
      if (value < low[k]) low[k] = value, box.extreme[2 * k] = i;
      if (value > high[k]) high[k] = value, box.extreme[2 * k + 1] = i;
    }
  for (std::size_t k = 0; k < 3; ++k) box.middle[k] = (low[k] + high[k]) / 2;
  return box;
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

/// A tree of boxes over points that it puts in order.
class BoxTree {
 public:
  explicit BoxTree(std::vector<Point> points) : points_(std::move(points)) {
    add_node(0, points_.size());
  }

  /// The largest distance of two points if it exceeds the bound; otherwise the bound.
  double largest_distance(double bound) {
    best_squared_ = bound * bound;
    compare(0, 0);
    return std::sqrt(best_squared_);
  }

 private:
  static constexpr std::size_t leaf_size = 24;

  struct Node {
    Point low, high;
    std::size_t begin, end;
    std::size_t left = 0, right = 0;  ///< halves; none if 0
  };

  std::size_t add_node(std::size_t begin, std::size_t end) {
    Node node{points_[begin], points_[begin], begin, end};
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        node.low[k] = std::min(node.low[k], points_[i][k]);
        node.high[k] = std::max(node.high[k], points_[i][k]);
      }
    const std::size_t number = nodes_.size();
    nodes_.push_back(node);
    if (end - begin > leaf_size) {
      std::size_t axis = 0;
      for (std::size_t k = 1; k < 3; ++k)
        if (node.high[k] - node.low[k] > node.high[axis] - node.low[axis]) axis = k;
      const std::size_t middle = begin + (end - begin) / 2;
      const auto at = [&](std::size_t i) { return points_.begin() + static_cast<long>(i); };
      std::nth_element(at(begin), at(middle), at(end),
                       [axis](const Point& a, const Point& b) { return a[axis] < b[axis]; });
      const std::size_t left = add_node(begin, middle), right = add_node(middle, end);
      nodes_[number].left = left;
      nodes_[number].right = right;
    }
    return number;
  }

  static double largest_squared(const Node& a, const Node& b) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double reach = std::max(a.high[k] - b.low[k], b.high[k] - a.low[k]);
      sum += reach * reach;
    }
    return sum;
  }

  static double squared_size(const Node& node) { return largest_squared(node, node); }

  void compare(std::size_t a, std::size_t b) {
    const Node &one = nodes_[a], &other = nodes_[b];
    if (largest_squared(one, other) <= best_squared_) return;
    if (one.left == 0 && other.left == 0) {
      for (std::size_t i = one.begin; i < one.end; ++i)
        for (std::size_t j = other.begin; j < other.end; ++j) {
          const Point &p = points_[i], &r = points_[j];
          const double x = p[0] - r[0], y = p[1] - r[1], z = p[2] - r[2];
          best_squared_ = std::max(best_squared_, x * x + y * y + z * z);
        }
    } else if (a == b) {
      compare(one.left, one.right);
      compare(one.left, one.left);
      compare(one.right, one.right);
    } else if (other.left == 0 || (one.left != 0 && squared_size(one) > squared_size(other))) {
      compare(one.left, b);
      compare(one.right, b);
    } else {
      compare(a, other.left);
      compare(a, other.right);
    }
  }

  std::vector<Point> points_;
  std::vector<Node> nodes_;
  double best_squared_ = 0;
};

}  // namespace

double largest_distance(std::span<const Point> points) {
  if (points.size() < 2) return 0;
  const Box box = find_box(points);
  std::vector<double> from_middle(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) from_middle[i] = distance(points[i], box.middle);
  const double radius = *std::max_element(from_middle.begin(), from_middle.end());
  if (!(radius > 0)) return 0;

  double best = 0;
  for (const std::size_t i : box.extreme)
    for (const std::size_t j : box.extreme) best = std::max(best, distance(points[i], points[j]));
  // Those that may be an end of a longer line; rounding must not cut off one.
  const auto outer_points = [&] {
    std::vector<Point> outer;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (from_middle[i] >= (best - radius) * (1 - 1e-12)) outer.push_back(points[i]);
    return outer;
  };
  for (const std::size_t n_directions : {13u, 200u})
    for (const auto outer = outer_points();
         const Point& direction : half_sphere_directions(n_directions))
      best = std::max(best, extreme_distance(outer, direction));
  return BoxTree(outer_points()).largest_distance(best);
}

}  // namespace debye
