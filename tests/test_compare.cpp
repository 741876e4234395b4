// The figures of a comparison: against those of plain sums, and against what is known beforehand.

#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "debye/compare.hpp"
#include "errors.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

using Values = std::vector<double>;

MeasuredProfile curve_of(const Values& q, const Values& intensity, const Values& sigma = {}) {
  MeasuredProfile curve;
  curve.name = "curve";
  curve.q = q;
  curve.intensity = intensity;
  curve.sigma = sigma;
  return curve;
}

/// n points of a Gaussian particle of Rg 15 Å.
MeasuredProfile particle(double first, double step, std::size_t n, double factor = 1) {
  MeasuredProfile curve = curve_of({}, {});
  for (std::size_t i = 0; i < n; ++i) {
    const double q = first + static_cast<double>(i) * step;
    curve.q.push_back(q);
    curve.intensity.push_back(factor * (std::exp(-q * q * 75) + 0.01));
  }
  return curve;
}

MeasuredProfile with_sigma(MeasuredProfile curve, double relative) {
  for (const double intensity : curve.intensity) curve.sigma.push_back(relative * intensity);
  return curve;
}

const Values q4 = {0.1, 0.2, 0.3, 0.4};

}  // namespace

TEST_CASE("compare: a curve and a multiple of it differ by the scale alone", "[compare]") {
  const CurveComparison found =
      compare_curves(particle(0, 0.005, 101), particle(0, 0.005, 101, 2.5e-7));
  CHECK(found.kept == CurveComparison::Kept::Both);
  CHECK(found.scaled_by == CurveComparison::ScaledBy::Log);
  CHECK_THAT(found.scale, WithinRel(2.5e-7, 1e-12));
  CHECK(found.n_scale == 101);
  CHECK(found.overall.n == 101);
  CHECK(found.overall.rms < 1e-12);
  CHECK(std::abs(found.overall.largest) < 1e-12);
  CHECK(found.r_factor < 1e-12);
  CHECK_THAT(found.correlation, WithinAbs(1, 1e-12));
  CHECK(std::isnan(found.chi2_reduced));
  CHECK(found.outside_a + found.outside_b == 0);
}

TEST_CASE("compare: figures of four points, by hand", "[compare]") {
  CompareOptions options;
  options.absolute = true;
  const CurveComparison found =
      compare_curves(curve_of(q4, {110, 80, 40, 11}), curve_of(q4, {100, 80, 50, 10}), options);
  CHECK(found.scaled_by == CurveComparison::ScaledBy::None);
  CHECK(found.scale == 1);
  // d = 0.1, 0, -0.2, 0.1
  CHECK_THAT(found.overall.mean, WithinAbs(0, 1e-15));
  CHECK_THAT(found.overall.rms, WithinRel(std::sqrt(0.06 / 4), 1e-12));
  CHECK_THAT(found.overall.largest, WithinRel(-0.2, 1e-12));
  CHECK(found.overall.q_largest == 0.3);
  CHECK_THAT(found.r_factor, WithinRel(21.0 / 240, 1e-12));
  // Pearson's of ln A, ln B, from their values.
  CHECK_THAT(found.correlation, WithinRel(0.9895308444370483, 1e-9));
}

TEST_CASE("compare: without sigma the scale is that of equal relative weights", "[compare]") {
  const MeasuredProfile a = curve_of(q4, {100, 80, 50, 10}), b = curve_of(q4, {210, 150, 99, 23});
  const double expected = std::pow((210.0 / 100) * (150.0 / 80) * (99.0 / 50) * (23.0 / 10), 0.25);
  const CurveComparison forth = compare_curves(a, b), back = compare_curves(b, a);
  CHECK_THAT(forth.scale, WithinRel(expected, 1e-12));
  CHECK_THAT(back.scale, WithinRel(1 / expected, 1e-12));
  CHECK_THAT(forth.a[0], WithinRel(100 * expected, 1e-12));
}

TEST_CASE("compare: with sigma the scale is that of the smallest chi2", "[compare]") {
  const Values a = {100, 80, 50, 10}, b = {210, 150, 99, 23}, sigma = {10, 5, 4, 3};
  double ab = 0, aa = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    ab += a[i] * b[i] / (sigma[i] * sigma[i]);
    aa += a[i] * a[i] / (sigma[i] * sigma[i]);
  }
  const double k = ab / aa;
  double chi2 = 0;
  for (std::size_t i = 0; i < 4; ++i) chi2 += std::pow((k * a[i] - b[i]) / sigma[i], 2);
  const CurveComparison found = compare_curves(curve_of(q4, a), curve_of(q4, b, sigma));
  CHECK(found.scaled_by == CurveComparison::ScaledBy::Sigma);
  CHECK_THAT(found.scale, WithinRel(k, 1e-12));
  CHECK_THAT(found.chi2_reduced, WithinRel(chi2 / 3, 1e-12));
  CHECK_THAT(found.overall.chi2, WithinRel(chi2 / 4, 1e-12));
  // Without a scale none is taken off the number of points.
  CompareOptions absolute;
  absolute.absolute = true;
  const CurveComparison plain = compare_curves(curve_of(q4, a), curve_of(q4, b, sigma), absolute);
  CHECK_THAT(plain.chi2_reduced, WithinRel(plain.overall.chi2, 1e-12));

  // The error of A counts as k times its sigma, and of both as their sum.
  const CurveComparison of_a = compare_curves(curve_of(q4, a, sigma), curve_of(q4, b));
  CHECK_THAT(of_a.sigma[1], WithinRel(of_a.scale * 5, 1e-12));
  const CurveComparison both = compare_curves(curve_of(q4, a, sigma), curve_of(q4, b, sigma));
  CHECK_THAT(both.sigma[1], WithinRel(5 * std::sqrt(1 + both.scale * both.scale), 1e-6));
  // At the best scale chi2 with these weights does not fall on either side.
  const auto chi2_at = [&](double scale) {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i)
      sum += std::pow((scale * a[i] - b[i]) / both.sigma[static_cast<Eigen::Index>(i)], 2);
    return sum;
  };
  CHECK(chi2_at(both.scale) < chi2_at(1.001 * both.scale));
  CHECK(chi2_at(both.scale) < chi2_at(0.999 * both.scale));
}

TEST_CASE("compare: the finer curve is interpolated, the noisy one never alone", "[compare]") {
  using Kept = CurveComparison::Kept;
  const MeasuredProfile fine = particle(0, 0.002, 251), coarse = particle(0.003, 0.01, 50);
  const CurveComparison onto_b = compare_curves(fine, coarse);
  CHECK(onto_b.kept == Kept::B);
  CHECK(onto_b.q == coarse.q);
  CHECK(onto_b.overall.rms < 1e-7);
  CHECK(onto_b.interpolation_error < 1e-5);
  CHECK(onto_b.interpolation_error > 0);
  CHECK(compare_curves(coarse, fine).kept == Kept::A);
  // The points of the measurement are kept, even if they are more.
  const MeasuredProfile measured = with_sigma(particle(0.01, 0.001, 400), 0.01);
  const CurveComparison found = compare_curves(measured, fine);
  CHECK(found.kept == Kept::A);
  CHECK(found.q.size() == 400);
  CHECK(found.sigma.size() == 400);
  CHECK(found.outside_b == 51);  // 5 below 0.01, 46 above 0.409
  CHECK(compare_curves(fine, measured).kept == Kept::B);
  // Of two measurements the finer is interpolated, with its sigma.
  const MeasuredProfile other = with_sigma(particle(0.01, 0.004, 100), 0.02);
  const CurveComparison both = compare_curves(measured, other);
  CHECK(both.kept == Kept::B);
  CHECK(both.sigma[50] > 0.02 * other.intensity[50]);
  CHECK(both.sigma[50] < std::hypot(0.02, 0.0101) * other.intensity[50]);
}

TEST_CASE("compare: q that are the same but for rounding need no interpolation", "[compare]") {
  MeasuredProfile a = particle(0, 0.0033333, 150), b = a;
  for (double& q : b.q) q = std::round(q * 1e6) / 1e6;
  const CurveComparison found = compare_curves(a, b);
  CHECK(found.kept == CurveComparison::Kept::Both);
  CHECK(found.interpolation_error == 0);
}

TEST_CASE("compare: only the common range and the q asked for count", "[compare]") {
  const MeasuredProfile a = particle(0, 0.01, 51), b = particle(0.1, 0.01, 61);
  const CurveComparison found = compare_curves(a, b);
  CHECK(found.outside_a == 10);
  CHECK(found.outside_b == 20);
  CHECK(found.q.size() == 41);
  CompareOptions options;
  options.q_min = 0.2;
  options.q_max = 0.3;
  const CurveComparison cut = compare_curves(a, b, options);
  CHECK(cut.q.size() == 11);
  CHECK_THAT(cut.q.front(), WithinRel(0.2, 1e-12));
  CHECK_THAT(cut.q.back(), WithinRel(0.3, 1e-12));
}

TEST_CASE("compare: bands cover all points once", "[compare]") {
  const CurveComparison found = compare_curves(particle(0, 0.005, 101), particle(0, 0.005, 101));
  REQUIRE(found.bands.size() == 10);
  std::size_t n = 0;
  for (std::size_t k = 0; k < 10; ++k) {
    CHECK_THAT(found.bands[k].q_max - found.bands[k].q_min, WithinRel(0.05, 1e-9));
    CHECK(found.bands[k].n == (k == 9 ? 11u : 10u));  // the last one is closed
    n += found.bands[k].n;
  }
  CHECK(n == 101);
  CHECK_THAT(found.bands[9].q_max, WithinRel(0.5, 1e-9));
  // Few points make few bands; ranges need not begin at 0.
  const CurveComparison few = compare_curves(particle(0.21, 0.01, 10), particle(0.21, 0.01, 10));
  CHECK(few.bands.size() >= 2);
  CHECK(few.bands.size() <= 4);
  CHECK(few.bands.front().q_min <= 0.21);
  CHECK(few.bands.back().q_max >= 0.3);
}

TEST_CASE("compare: rms of all is that of the bands together", "[compare]") {
  MeasuredProfile a = particle(0, 0.005, 101);
  for (std::size_t i = 0; i < a.size(); ++i)
    a.intensity[i] *= 1 + 0.1 * std::sin(0.3 * static_cast<double>(i));
  const CurveComparison found = compare_curves(a, particle(0, 0.005, 101));
  double squares = 0, largest = 0;
  for (const Difference& band : found.bands) {
    squares += band.rms * band.rms * static_cast<double>(band.n);
    largest = std::max(largest, std::abs(band.largest));
  }
  CHECK_THAT(std::sqrt(squares / 101), WithinRel(found.overall.rms, 1e-9));
  CHECK(largest == std::abs(found.overall.largest));
  CHECK(found.overall.rms > 0.05);
}

TEST_CASE("compare: where a curve is not to be relied on it has no part in the scale",
          "[compare]") {
  const MeasuredProfile truth = particle(0, 0.01, 51);
  MeasuredProfile cut = truth;
  for (std::size_t i = 31; i < 51; ++i) cut.intensity[i] *= 0.5;  // above q = 0.3
  CompareOptions options;
  options.q_reliable = 0.301;
  const CurveComparison found = compare_curves(truth, cut, options);
  CHECK_THAT(found.scale, WithinRel(1.0, 1e-12));
  CHECK(found.n_scale == 31);
  REQUIRE(found.reliable);
  CHECK(found.reliable->n == 31);
  CHECK(found.reliable->rms < 1e-12);
  CHECK_THAT(found.overall.largest, WithinRel(1.0, 1e-12));
  CHECK(compare_curves(truth, cut).scale < 0.9);
  options.q_reliable = 0.6;
  CHECK_FALSE(compare_curves(truth, cut, options).reliable);
}

TEST_CASE("compare: points that are not positive count where they can", "[compare]") {
  const CurveComparison found =
      compare_curves(curve_of(q4, {100, 80, 50, 10}), curve_of(q4, {100, -1, 50, 0}, {1, 1, 1, 1}));
  CHECK(found.overall.n == 4);
  CHECK(found.overall.n_relative == 2);
  CHECK(found.overall.chi2 > 1000);
  CHECK(std::isnan(found.correlation));
  const CurveComparison none =
      compare_curves(curve_of(q4, {-1, -2, -3, -4}), curve_of(q4, {-2, -4, -6, -8}));
  CHECK(none.scaled_by == CurveComparison::ScaledBy::Linear);
  CHECK_THAT(none.scale, WithinRel(2.0, 1e-12));
  CHECK(std::isnan(none.overall.rms));
}

TEST_CASE("compare: curves with nothing in common are refused", "[compare]") {
  const MeasuredProfile a = particle(0, 0.01, 20), b = particle(0.5, 0.01, 20);
  CHECK(mentions(error_of([&] { compare_curves(a, b); }), "0 points in common"));
  CHECK(mentions(error_of([&] { compare_curves(a, particle(0.185, 0.01, 20)); }), "needs 3"));
  CHECK(mentions(error_of([&] {
                   compare_curves(curve_of(q4, {1, 2, 3, 4}), curve_of(q4, {-1, -2, -3, -4}));
                 }),
                 "no positive scale"));
}
