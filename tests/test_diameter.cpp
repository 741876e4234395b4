// The exact diameter and the neighbour search against plain double loops.

#include <cmath>
#include <random>

#include "catch.hpp"
#include "structure/cell_list.hpp"
#include "structure/diameter.hpp"

using namespace debye;
using Catch::Matchers::WithinRel;

namespace {

using Point = std::array<double, 3>;

double distance(const Point& a, const Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double brute_force(const std::vector<Point>& points) {
  double best = 0;
  for (const Point& a : points)
    for (const Point& b : points) best = std::max(best, distance(a, b));
  return best;
}

std::vector<Point> random_points(std::size_t n, const Point& size, bool on_sphere = false) {
  std::mt19937 generator(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Point> points(n);
  for (Point& p : points) {
    for (double& x : p) x = on_sphere ? normal(generator) : uniform(generator);
    const double r = on_sphere ? distance(p, {}) : 1;
    for (std::size_t k = 0; k < 3; ++k) p[k] = p[k] / r * size[k] + 5;
  }
  return points;
}

}  // namespace

TEST_CASE("the largest distance equals that of a double loop") {
  CHECK(largest_distance({}) == 0);
  CHECK(largest_distance(std::vector<Point>{{1, 2, 3}}) == 0);
  CHECK(largest_distance(std::vector<Point>(5, Point{1, 2, 3})) == 0);
  for (const std::size_t n : {2u, 3u, 10u, 100u, 2000u})
    for (const Point& size :
         {Point{30, 30, 30}, Point{200, 10, 10}, Point{100, 100, 1}, Point{1, 0, 0}}) {
      for (const bool on_sphere : {false, true}) {
        const auto points = random_points(n, size, on_sphere);
        CAPTURE(n, size, on_sphere);
        CHECK_THAT(largest_distance(points), WithinRel(brute_force(points), 1e-12));
      }
    }
}

TEST_CASE("a cube, whose four diagonals tie, and two far clusters") {
  std::vector<Point> cube;
  for (int i = 0; i < 8; ++i)
    cube.push_back({double(i & 1), double(i >> 1 & 1), double(i >> 2 & 1)});
  CHECK_THAT(largest_distance(cube), WithinRel(std::sqrt(3.0), 1e-12));
  auto points = random_points(300, {5, 5, 5});
  for (Point& p : random_points(300, {5, 5, 5})) points.push_back({p[0] + 1e6, p[1], p[2]});
  CHECK_THAT(largest_distance(points), WithinRel(brute_force(points), 1e-12));
}

TEST_CASE("the cell list finds each neighbour once, however far the points are spread") {
  for (const Point& size : {Point{10, 10, 10}, Point{1e7, 3, 3}, Point{0.1, 0.1, 0.1}}) {
    auto points = random_points(700, size);
    points.push_back({-1e9, 1e9, 3});
    const CellList cells(points, 2.5);
    CAPTURE(size);
    for (std::size_t i = 0; i < points.size(); i += 10) {
      std::vector<int> seen(points.size());
      cells.for_each_within_cutoff(points[i], [&](std::size_t j, double squared) {
        ++seen[j];
        CHECK_THAT(std::sqrt(squared) + 1, WithinRel(distance(points[i], points[j]) + 1, 1e-9));
      });
      for (std::size_t j = 0; j < points.size(); ++j)
        if (std::abs(distance(points[i], points[j]) - 2.5) > 1e-6)
          REQUIRE(seen[j] == (distance(points[i], points[j]) < 2.5));
    }
  }
}

TEST_CASE("the cell list finds the points within less than its cutoff, also exactly at it") {
  for (const Point& size : {Point{2, 2, 2}, Point{1e6, 2, 2}}) {
    auto points = random_points(700, size);
    for (const double x : {-3.0, -2.5, 2.5, 3.0, 3.5}) points.push_back({x, 0, 3});
    const CellList cells(points, 3);
    CAPTURE(size);
    for (std::size_t i = 0; i < points.size(); ++i) {
      std::vector<int> seen(points.size());
      cells.for_each_within(0.5, points[i], [&](std::size_t j, double) { ++seen[j]; });
      for (std::size_t j = 0; j < points.size(); ++j)
        REQUIRE(seen[j] == (distance(points[i], points[j]) <= 0.5));
    }
  }
}
