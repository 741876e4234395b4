// P(r) against bodies where it is known, and its transform against the Debye sum.

#include "debye/pair_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "catch.hpp"
#include "debye/sizes.hpp"
#include "errors.hpp"
#include "models.hpp"
#include "reference.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// 4π step Σ p.
double integral(const PairDistribution& distribution) {
  return 4 * M_PI * (distribution.r[1] - distribution.r[0]) *
         std::accumulate(distribution.p.begin(), distribution.p.end(), 0.0);
}

/// Points with the weights as amplitudes at every q.
ScatteringModel points_of(const std::vector<Position>& position, const std::vector<double>& weight,
                          const QGrid& q) {
  ScatteringModel model;
  model.position = position;
  model.channels = {{"points", Eigen::ArrayXXd(static_cast<Eigen::Index>(position.size()),
                                               static_cast<Eigen::Index>(q.size()))}};
  for (std::size_t i = 0; i < position.size(); ++i) {
    model.type.push_back(static_cast<std::uint16_t>(i));
    model.channels[0].form.row(static_cast<Eigen::Index>(i)) = weight[i];
  }
  return model;
}

void check_against_direct_sum(const std::vector<Position>& position,
                              const std::vector<double>& weight) {
  const QGrid q = QGrid::linear(0, 0.15, 6);
  const PairDistribution distribution = pair_distribution(position, weight);
  const Profile curve = transform(distribution, q);
  const Eigen::ArrayXd direct =
      reference_sum(points_of(position, weight, q), q).values.row(0).transpose();
  for (Eigen::Index n = 0; n < direct.size(); ++n) {
    CAPTURE(n);
    CHECK_THAT(curve.intensity[n], WithinRel(direct[n], n == 0 ? 1e-9 : 0.01));
  }
  CHECK_THAT(distribution.forward_intensity, WithinRel(direct[0], 1e-9));
  CHECK_THAT(integral(distribution), WithinRel(direct[0], 1e-9));
  CHECK_THAT(distribution.radius_of_gyration,
             WithinRel(contrast_radius_of_gyration(position, weight), 0.002));
  CHECK_THAT(distribution.d_max, WithinRel(scatterer_diameter(position, weight), 1e-12));
  CHECK(distribution.r.back() >= distribution.d_max);
}

}  // namespace

TEST_CASE("P(r) of two points is two peaks", "[sizes]") {
  const PairDistribution d = pair_distribution({{0, 0, 0}, {0, 0, 10.25}}, {2, 3});
  REQUIRE(d.r.size() == d.p.size());
  CHECK(d.d_max == 10.25);
  const double unit = 4 * M_PI;
  CHECK_THAT(d.p[0] * unit, WithinRel(4.0 + 9.0, 1e-12));
  CHECK_THAT(d.p[10] * unit, WithinAbs(12 * 0.75, 12 / 64.0 + 1e-12));
  CHECK_THAT((d.p[10] + d.p[11]) * unit, WithinRel(12, 1e-12));
  CHECK_THAT(integral(d), WithinRel(25, 1e-12));
  const PairDistribution fine = pair_distribution({{0, 0, 0}, {0, 0, 10.25}}, {2, -3}, 0.1);
  CHECK_THAT(integral(fine), WithinRel(1, 1e-9));
  CHECK(fine.p[102] < 0);
}

TEST_CASE("P(r) of a ball of points is that of a sphere", "[sizes]") {
  const double radius = 25;
  std::mt19937_64 random(11);
  std::vector<Position> points;
  while (points.size() < 12000) {
    const Position p = {2 * uniform(random) - 1, 2 * uniform(random) - 1, 2 * uniform(random) - 1};
    if (std::hypot(p[0], p[1], p[2]) <= 1)
      points.push_back({radius * p[0], radius * p[1], radius * p[2]});
  }
  const PairDistribution d = pair_distribution(points, std::vector<double>(points.size(), 1.0));
  const double n = static_cast<double>(points.size());
  const auto exact = [&](double r) {
    const double x = r / (2 * radius);
    return n * n * 12 * x * x * std::pow(1 - x, 2) * (2 + x) / (2 * radius) / (4 * M_PI);
  };
  const double peak = exact(26);
  for (std::size_t k = 1; k < d.r.size(); ++k) {
    CAPTURE(d.r[k]);
    if (d.r[k] < 2 * radius) CHECK_THAT(d.p[k], WithinAbs(exact(d.r[k]), 0.02 * peak));
  }
  CHECK_THAT(d.radius_of_gyration, WithinRel(std::sqrt(0.6) * radius, 0.005));
}

TEST_CASE("the transform of P(r) is the curve of the points", "[sizes]") {
  const QGrid q({0.0});
  ScatteringModel model = random_model(1500, 3, 1, q);
  std::vector<double> weight;
  for (const std::uint16_t t : model.type) weight.push_back(t == 0 ? -0.4 : t + 0.7);
  check_against_direct_sum(model.position, weight);
}

TEST_CASE("the transform of P(r) of lysozyme with its shell", "[sizes]") {
  const Atoms atoms = read_atoms(read_input(DEBYE_DATA_DIR "/lysozyme.pdb")).front();
  const SolutionModel model = make_solution_model(atoms, QGrid({0.0}));
  const ExcessElectrons electrons = excess_electrons(model, {1.0, 0.03});
  check_against_direct_sum(model.scattering.position, electrons.weight);
  // The beads lie on a grid of 2 Å, which must not show: no teeth from one step to the next.
  const PairDistribution d = pair_distribution(model.scattering.position, electrons.weight);
  const double peak = *std::max_element(d.p.begin(), d.p.end());
  for (std::size_t k = 6; k + 1 < d.p.size(); ++k) {
    CAPTURE(d.r[k]);
    CHECK(std::abs(d.p[k] - (d.p[k - 1] + d.p[k + 1]) / 2) < 0.03 * peak);
  }
}

TEST_CASE("P(r) has the same bits for any number of threads", "[sizes]") {
  const ScatteringModel model = random_model(3001, 2, 1, QGrid({0.0}));
  std::vector<double> weight;
  for (std::size_t i = 0; i < model.size(); ++i) weight.push_back(0.1 * static_cast<double>(i % 7));
  const PairDistribution one = pair_distribution(model.position, weight, 0.5, 1);
  for (const int threads : {2, 3, 8})
    CHECK(pair_distribution(model.position, weight, 0.5, threads).p == one.p);
}

TEST_CASE("P(r) of few, coincident or far points", "[sizes]") {
  CHECK_THAT(integral(pair_distribution({{1, 2, 3}}, {3})), WithinRel(9, 1e-12));
  CHECK(pair_distribution({}, {}).forward_intensity == 0);
  CHECK_THAT(integral(pair_distribution(std::vector<Position>(5, {1e6, 2, 3}),
                                        std::vector<double>(5, 1.0))),
             WithinRel(25, 1e-12));
  // A scatterer of weight 0 does not lengthen it.
  CHECK(pair_distribution({{0, 0, 0}, {0, 0, 5}, {0, 0, 500}}, {1, 1, 0}).d_max == 5);
  const PairDistribution far = pair_distribution({{0, 0, 0}, {0, 0, 19998.9}}, {1, 1});
  CHECK_THAT(integral(far), WithinRel(4, 1e-12));
  CHECK_THAT(far.radius_of_gyration, WithinRel(19998.9 / 2, 1e-4));
}

TEST_CASE("P(r) refuses what it cannot do", "[sizes]") {
  const std::vector<Position> two = {{0, 0, 0}, {0, 0, 9e5}};
  CHECK(mentions(error_of([&] { pair_distribution(two, {1}); }), "weights"));
  CHECK(mentions(error_of([&] { pair_distribution(two, {1, 1}); }), "larger step"));
  CHECK(mentions(error_of([&] { pair_distribution(two, {1, 1}, 0); }), "step"));
  CHECK(mentions(error_of([&] { pair_distribution(two, {1, NAN}); }), "scatterer 1"));
  CHECK(mentions(error_of([&] {
                   pair_distribution({{0, 0, std::numeric_limits<double>::infinity()}}, {1});
                 }),
                 "scatterer 0"));
}
