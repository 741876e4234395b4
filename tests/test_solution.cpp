// The curve in solution from its three channels, and what it changes with.

#include "catch.hpp"
#include "contrast_terms.hpp"
#include "errors.hpp"
#include "solution_models.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinRel;

TEST_CASE("the expansion of the displaced volume at values worked out by hand", "[fit]") {
  const QGrid q({0.0, 0.1, 0.5});
  CHECK((expansion(q, 1.0, 1.62) == 1.0).all());
  // (4π/3)^{2/3} 1.62²/(4π) = 2.598531 · 2.6244/12.566371 = 0.542682 Å²; c1² − 1 = 0.1025 and
  // −0.0975; the volume alone at q = 0.
  const Eigen::ArrayXd grown = expansion(q, 1.05, 1.62), shrunk = expansion(q, 0.95, 1.62);
  CHECK_THAT(grown[0], WithinRel(1.157625, 1e-12));
  CHECK_THAT(grown[1], WithinRel(1.157625 * std::exp(-0.542682 * 0.01 * 0.1025), 1e-6));
  CHECK_THAT(grown[2], WithinRel(1.157625 * std::exp(-0.542682 * 0.25 * 0.1025), 1e-6));
  CHECK_THAT(shrunk[0], WithinRel(0.857375, 1e-12));
  CHECK_THAT(shrunk[2], WithinRel(0.857375 * std::exp(0.542682 * 0.25 * 0.0975), 1e-6));
}

TEST_CASE("expansion turns the displaced amplitude into that of larger atoms", "[fit]") {
  // For atoms of one size the factor is exact: V exp(−q² V^{2/3}/4π) of the volume c1³ V.
  const QGrid q = QGrid::linear(0, 1, 11);
  const double volume = 20, c1 = 1.04, larger = volume * c1 * c1 * c1;
  const Eigen::ArrayXd factor = expansion(q, c1, std::cbrt(3 * volume / (4 * M_PI)));
  for (std::size_t i = 0; i < q.size(); ++i) {
    const auto amplitude = [&](double v) {
      return v * std::exp(-q[i] * q[i] * std::pow(v, 2.0 / 3) / (4 * M_PI));
    };
    CHECK_THAT(amplitude(volume) * factor[static_cast<Eigen::Index>(i)],
               WithinRel(amplitude(larger), 1e-12));
  }
}

TEST_CASE("the curve in solution is the combination of its channels", "[fit]") {
  const SolutionProfiles& profiles = measurement().at_data;
  for (const double contrast : {-0.02, 0.0, 0.03, 0.08}) {
    const Eigen::ArrayXd curve = solution_profile(profiles, {1.0, contrast}).intensity;
    const Eigen::ArrayXd expected = profiles.partials.combine({1, -1, contrast}).intensity;
    CHECK((curve - expected).abs().maxCoeff() <= 1e-12 * expected.maxCoeff());
    // Elsewhere G is a number at each q.
    const Eigen::ArrayXd expanded = solution_profile(profiles, {1.03, contrast}).intensity;
    const Eigen::ArrayXd g = expansion(profiles.partials.q, 1.03, profiles.mean_radius);
    for (const Eigen::Index i : {0, 57, 199})
      CHECK_THAT(expanded[i],
                 WithinRel(profiles.partials.combine({1, -g[i], contrast}).intensity[i], 1e-10));
  }
}

TEST_CASE("the slope of the curve in c1 is that of differences", "[fit]") {
  const SolutionProfiles& profiles = measurement().at_data;
  const double step = 1e-5;
  const Eigen::MatrixX3d slope = contrast_terms_slope(profiles, 0.98);
  const Eigen::MatrixX3d difference =
      (contrast_terms(profiles, 0.98 + step) - contrast_terms(profiles, 0.98 - step)) / (2 * step);
  for (const Eigen::Index term : {0, 1, 2})
    CHECK((slope - difference).col(term).norm() <= 1e-7 * slope.col(term).norm());
}

TEST_CASE("a model with other than three channels is refused", "[fit]") {
  SolutionProfiles profiles = measurement().at_data;
  profiles.partials.n_channels = 2;
  CHECK(mentions(error_of([&] { solution_profile(profiles, {}); }), "3 channels, not 2"));
}
