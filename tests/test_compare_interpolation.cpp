// Interpolation between the points of curves, against curves that are known at every q.

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "debye/compare.hpp"

using namespace debye;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr double diameter = 60;  // [Å]

/// Distances of 150 points spread evenly in a sphere, from a fixed seed.
const std::vector<double>& distances() {
  static const std::vector<double> all = [] {
    std::mt19937_64 random(7);
    const auto coordinate = [&] {
      return diameter * (static_cast<double>(random() >> 11) / 9007199254740992.0 - 0.5);
    };
    std::vector<std::array<double, 3>> points;
    while (points.size() < 150) {
      const std::array<double, 3> r = {coordinate(), coordinate(), coordinate()};
      if (std::hypot(r[0], r[1], r[2]) <= diameter / 2) points.push_back(r);
    }
    std::vector<double> found;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        found.push_back(std::hypot(points[i][0] - points[j][0], points[i][1] - points[j][1],
                                   points[i][2] - points[j][2]));
    return found;
  }();
  return all;
}

double exact(double q) {
  double sum = 150;
  for (const double r : distances()) sum += q == 0 ? 2 : 2 * std::sin(q * r) / (q * r);
  return sum;
}

/// The curve at first + i step.
MeasuredProfile sampled(double first, double step, std::size_t n) {
  MeasuredProfile curve;
  for (std::size_t i = 0; i < n; ++i) {
    curve.q.push_back(first + static_cast<double>(i) * step);
    curve.intensity.push_back(exact(curve.q.back()));
  }
  return curve;
}

std::vector<double> between(double first, double last, std::size_t n) {
  std::vector<double> q;
  for (std::size_t i = 0; i < n; ++i)
    q.push_back(first + (last - first) * (static_cast<double>(i) + 0.37) / static_cast<double>(n));
  return q;
}

struct Errors {
  double largest = 0;              ///< relative
  double stated = 0;               ///< largest of the estimates, relative
  std::size_t underestimated = 0;  ///< points whose error exceeds its estimate
};

Errors errors_of(const MeasuredProfile& curve, const std::vector<double>& q) {
  const InterpolatedCurve found = interpolate_curve(curve, q);
  Errors errors;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double truth = exact(q[i]), error = std::abs(found.intensity[i] - truth);
    errors.largest = std::max(errors.largest, error / truth);
    errors.stated = std::max(errors.stated, found.error[i] / truth);
    errors.underestimated += error > found.error[i] + 1e-12 * truth;
  }
  return errors;
}

}  // namespace

TEST_CASE("interpolated curves of a particle are as exact as is stated", "[compare]") {
  struct Case {
    double step_times_diameter, bound;
  };
  // The figures of compare.hpp.
  for (const Case& item : {Case{0.3, 4e-8}, Case{0.6, 8e-6}, Case{1.2, 1.6e-3}}) {
    const double step = item.step_times_diameter / diameter;
    const auto n = static_cast<std::size_t>(0.5 / step) + 5;
    const MeasuredProfile curve = sampled(0, step, n);
    // Not in the last four steps, where points are missing on one side.
    const Errors errors = errors_of(curve, between(0, curve.q[n - 5], 5000));
    CAPTURE(item.step_times_diameter, errors.largest, errors.stated);
    CHECK(errors.largest <= item.bound);
    CHECK(errors.largest >= item.bound / 2);
    CHECK(errors.stated >= errors.largest);
    CHECK(errors.underestimated <= 250);
  }
}

TEST_CASE("curves are even functions of q where they start near 0", "[compare]") {
  const double step = 0.3 / diameter;
  for (const double first : {0.0, 0.5 * step, step, 1.4 * step}) {
    CAPTURE(first);
    const MeasuredProfile curve = sampled(first, step, 20);
    const Errors errors = errors_of(curve, between(first, first + step, 20));
    CHECK(errors.largest <= 1e-6);
  }
  // Beyond that the first points are all there is on the left: as good as a cubic.
  const MeasuredProfile late = sampled(3 * step, step, 20);
  const Errors errors = errors_of(late, between(3 * step, 4 * step, 20));
  CHECK(errors.largest <= 1e-4);
  CHECK(errors.largest > 1e-9);
}

TEST_CASE("points of a curve are met, repeated ones in their mean", "[compare]") {
  MeasuredProfile curve = sampled(0.01, 0.004, 50);
  const InterpolatedCurve same = interpolate_curve(curve, curve.q);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    CHECK_THAT(same.intensity[i], WithinRel(curve.intensity[i], 1e-12));
    CHECK(same.error[i] <= 1e-12 * curve.intensity[i]);
  }
  const double twice = curve.intensity[20];
  curve.q.insert(curve.q.begin() + 20, curve.q[20]);
  curve.intensity.insert(curve.intensity.begin() + 20, 1.2 * twice);
  CHECK_THAT(interpolate_curve(curve, {curve.q[20]}).intensity[0], WithinRel(1.1 * twice, 1e-12));
}

TEST_CASE("uneven points make no swings", "[compare]") {
  // A merged curve: fine steps, then coarse ones.
  MeasuredProfile curve = sampled(0, 0.0005, 100);
  const MeasuredProfile coarse = sampled(0.06, 0.01, 20);
  curve.q.insert(curve.q.end(), coarse.q.begin(), coarse.q.end());
  curve.intensity.insert(curve.intensity.end(), coarse.intensity.begin(), coarse.intensity.end());
  CHECK(errors_of(curve, between(0.04, 0.09, 500)).largest <= 3e-3);
}

TEST_CASE("sigma is propagated to the interpolated points", "[compare]") {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  MeasuredProfile clean = sampled(0.01, 0.003, 60);
  for (const double intensity : clean.intensity) clean.sigma.push_back(0.02 * intensity);
  const std::vector<double> q = {0.0511, 0.0703, 0.1, 0.1875};
  const InterpolatedCurve expected = interpolate_curve(clean, q);
  REQUIRE(expected.sigma.size() == q.size());
  std::vector<double> squares(q.size());
  constexpr int rounds = 4000;
  for (int round = 0; round < rounds; ++round) {
    MeasuredProfile noisy = clean;
    for (std::size_t i = 0; i < noisy.size(); ++i)
      noisy.intensity[i] += noisy.sigma[i] * normal(random);
    const InterpolatedCurve found = interpolate_curve(noisy, q);
    for (std::size_t i = 0; i < q.size(); ++i)
      squares[i] += std::pow(found.intensity[i] - expected.intensity[i], 2) / rounds;
  }
  // √(1/(2 · 4000)) = 1.1 %
  for (std::size_t i = 0; i < q.size(); ++i)
    CHECK_THAT(std::sqrt(squares[i]), WithinRel(expected.sigma[i], 0.05));
}
