// Sizes of curves and models against bodies whose sizes are known, and against each other.

#include "debye/sizes.hpp"

#include <cmath>
#include <numeric>

#include "catch.hpp"
#include "debye/pair_sum.hpp"
#include "errors.hpp"
#include "json_reader.hpp"
#include "output/sizes_text.hpp"
#include "solution_models.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

std::vector<double> exponential(const std::vector<double>& q, double forward, double radius) {
  std::vector<double> intensity;
  for (const double x : q) intensity.push_back(forward * std::exp(-x * x * radius * radius / 3));
  return intensity;
}

/// I(q)/I(0) of a uniform sphere.
double sphere(double q, double radius) {
  const double x = q * radius;
  if (x < 1e-3) return 1 - x * x / 5;
  const double amplitude = 3 * (std::sin(x) - x * std::cos(x)) / (x * x * x);
  return amplitude * amplitude;
}

/// n points at random in a ball about a place far from the origin.
std::vector<Position> ball(std::size_t n, double radius, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Position> points;
  while (points.size() < n) {
    const Position p = {2 * uniform(random) - 1, 2 * uniform(random) - 1, 2 * uniform(random) - 1};
    if (std::hypot(p[0], p[1], p[2]) <= 1)
      points.push_back({radius * p[0] + 100, radius * p[1] - 50, radius * p[2] + 7});
  }
  return points;
}

Atoms lysozyme() { return read_atoms(read_input(DEBYE_DATA_DIR "/lysozyme.pdb")).front(); }

/// Rg that the curve tends to at q = 0, by the sum at two q.
double limit_of_curve(const SolutionModel& model, const QGrid& q,
                      const SolventParameters& solvent) {
  const PartialProfiles partials =
      make_cpu_engine(Precision::Double, 0)->compute(model.scattering, q);
  const Eigen::ArrayXd i = solution_profile({partials, model.mean_radius}, solvent).intensity;
  return std::sqrt(-3 * std::log(i[1] / i[0])) / q[1];
}

MeasuredProfile measured(double radius, double relative_sigma, std::uint64_t seed) {
  MeasuredProfile curve;
  curve.q = QGrid::linear(0.008, 0.3, 293).values();
  curve.intensity = exponential(curve.q, 40, radius);
  for (const double i : curve.intensity) curve.sigma.push_back(relative_sigma * i + 0.01);
  return with_noise(curve, seed);
}

}  // namespace

TEST_CASE("Guinier fit of an exact exponential", "[sizes]") {
  const std::vector<double> q = QGrid::linear(0, 0.5, 101).values();
  const auto fit = fit_guinier(q, exponential(q, 5e6, 20));
  REQUIRE(fit);
  CHECK_THAT(fit->radius_of_gyration, WithinRel(20, 1e-9));
  CHECK_THAT(fit->forward_intensity, WithinRel(5e6, 1e-9));
  CHECK(fit->q_min == 0);
  CHECK_THAT(fit->q_max, WithinRel(0.065, 1e-9));  // 1.3/20
  CHECK(fit->n == 14);
  CHECK(std::isnan(fit->radius_of_gyration_sigma));
  CHECK_THAT(fit_guinier(q, exponential(q, 5e6, 20), {}, 0.8)->q_max, WithinRel(0.04, 1e-9));
  // A flat curve is a point; the whole range is used.
  const auto flat = fit_guinier(q, exponential(q, 3, 0));
  REQUIRE(flat);
  CHECK_THAT(flat->radius_of_gyration, WithinAbs(0, 1e-3));
  CHECK(flat->n == 101);
}

TEST_CASE("Guinier fit is refused where it has no meaning", "[sizes]") {
  const std::vector<double> q = QGrid::linear(0, 0.5, 101).values();
  CHECK(fit_guinier(q, exponential(q, 1, 125)));        // 0, 0.005, 0.01
  CHECK_FALSE(fit_guinier(q, exponential(q, 1, 135)));  // two points only
  const std::vector<double> sigma(q.size(), 0.01);
  CHECK(fit_guinier(q, exponential(q, 1, 64), sigma));  // five points
  CHECK_FALSE(fit_guinier(q, exponential(q, 1, 66), sigma));
  std::vector<double> rising = exponential(q, 1, 10);
  for (double& i : rising) i = 1 / i;
  CHECK_FALSE(fit_guinier(q, rising));
  CHECK_FALSE(fit_guinier({}, {}));
  CHECK_FALSE(fit_guinier(q, std::vector<double>(q.size(), -1.0), sigma));
  CHECK(mentions(error_of([&] { fit_guinier(q, sigma, std::vector<double>{1.0}); }), "sigmas"));
  CHECK(mentions(error_of([&] { fit_guinier(q, std::vector<double>{1.0}); }), "intensities"));
}

TEST_CASE("Guinier fit does not take a flat tail for a small particle", "[sizes]") {
  const std::vector<double> q = QGrid::linear(0, 8, 1601).values();
  for (const double tail : {1e-6, 1e-3, 0.03}) {
    std::vector<double> intensity = exponential(q, 1, 20);
    for (double& i : intensity) i += tail;
    const std::vector<double> sigma(q.size(), 0.001);
    CAPTURE(tail);
    for (const std::vector<double>& s : {std::vector<double>(), sigma}) {
      const auto fit = fit_guinier(q, intensity, s);
      REQUIRE(fit);
      CHECK_THAT(fit->radius_of_gyration, WithinRel(20, 0.03));
    }
  }
}

TEST_CASE("Guinier fit of measurements has the errors that it states", "[sizes]") {
  const int n = 400;
  double mean = 0, square = 0, stated = 0, mean_i = 0, square_i = 0, stated_i = 0;
  int dropped = 0;
  for (int seed = 1; seed <= n; ++seed) {
    const MeasuredProfile curve = measured(25, 0.01, static_cast<std::uint64_t>(seed));
    const auto fit = fit_guinier(curve.q, curve.intensity, curve.sigma);
    REQUIRE(fit);
    mean += fit->radius_of_gyration / n;
    square += std::pow(fit->radius_of_gyration - 25, 2) / n;
    stated += std::pow(fit->radius_of_gyration_sigma, 2) / n;
    mean_i += fit->forward_intensity / n;
    square_i += std::pow(fit->forward_intensity - 40, 2) / n;
    stated_i += std::pow(fit->forward_intensity_sigma, 2) / n;
    dropped += fit->n_dropped > 0;
  }
  CHECK_THAT(mean, WithinAbs(25, 0.03));
  CHECK_THAT(mean_i, WithinAbs(40, 0.03));
  // Stated ones are a little larger, because misfits above 1 enlarge them.
  CHECK(std::sqrt(square / stated) > 0.85);
  CHECK(std::sqrt(square / stated) < 1.15);
  CHECK(std::sqrt(square_i / stated_i) > 0.85);
  CHECK(std::sqrt(square_i / stated_i) < 1.15);
  CHECK(dropped <= 2);
}

TEST_CASE("Guinier fit leaves out a bad beginning, but not much", "[sizes]") {
  MeasuredProfile curve = measured(25, 0.01, 3);
  curve.intensity[0] = -2;
  curve.intensity[1] *= 0.6;
  curve.intensity[2] *= 1.3;
  const auto fit = fit_guinier(curve.q, curve.intensity, curve.sigma);
  REQUIRE(fit);
  CHECK(fit->n_dropped == 3);
  CHECK_THAT(fit->q_min, WithinRel(0.011, 1e-9));
  CHECK_THAT(fit->radius_of_gyration, WithinAbs(25, 0.5));
  // Aggregates: the upturn is left in the fit.
  for (std::size_t i = 0; i < curve.size(); ++i)
    curve.intensity[i] =
        (exponential({curve.q[i]}, 40, 25)[0] + exponential({curve.q[i]}, 40, 90)[0]);
  const auto aggregated = fit_guinier(curve.q, curve.intensity, curve.sigma);
  REQUIRE(aggregated);
  CHECK(aggregated->n_dropped <= aggregated->n / 4);
  CHECK(aggregated->radius_of_gyration > 27);
  CHECK(aggregated->q_max * aggregated->radius_of_gyration <= 1.3);
}

TEST_CASE("the radius of gyration of points, a ball, and a core in a lighter shell", "[sizes]") {
  CHECK_THAT(contrast_radius_of_gyration({{1, 2, 3}, {1, 2, 13}}, {3, 3}), WithinRel(5, 1e-12));
  // Reduced mass: sqrt(w1 w2)/(w1 + w2) d.
  CHECK_THAT(contrast_radius_of_gyration({{0, 0, 0}, {0, 0, 10}}, {1, 4}), WithinRel(4, 1e-12));
  CHECK(contrast_radius_of_gyration({{5, 5, 5}}, {2}) == 0);
  const std::vector<Position> points = ball(20000, 30, 1);
  const std::vector<double> even(points.size(), 0.3);
  CHECK_THAT(contrast_radius_of_gyration(points, even), WithinRel(std::sqrt(0.6) * 30, 0.005));
  const double extent = 2.5 * 0.3 * static_cast<double>(points.size());
  CHECK_THAT(std::pow(contrast_radius_of_gyration(points, even, extent), 2),
             WithinRel(0.6 * 900 + 2.5, 0.01));

  // Core of contrast +1, outer part −0.2: against the double sum over pairs.
  std::vector<Position> some = ball(600, 30, 2);
  std::vector<double> weight;
  double pairs = 0, sum = 0;
  for (const Position& p : some)
    weight.push_back(std::hypot(p[0] - 100, p[1] + 50, p[2] - 7) < 22 ? 1 : -0.2);
  for (std::size_t i = 0; i < some.size(); ++i) {
    sum += weight[i];
    for (std::size_t j = 0; j < some.size(); ++j)
      pairs += weight[i] * weight[j] *
               (std::pow(some[i][0] - some[j][0], 2) + std::pow(some[i][1] - some[j][1], 2) +
                std::pow(some[i][2] - some[j][2], 2));
  }
  CHECK_THAT(contrast_radius_of_gyration(some, weight),
             WithinRel(std::sqrt(pairs / (2 * sum * sum)), 1e-9));
  CHECK_THAT(std::pow(contrast_radius_of_gyration(some, weight), 2),
             WithinRel(pairs / (2 * sum * sum), 1e-9));
}

TEST_CASE("sizes that are not defined", "[sizes]") {
  CHECK(std::isnan(contrast_radius_of_gyration({}, {})));
  CHECK(std::isnan(contrast_radius_of_gyration({{0, 0, 0}, {0, 0, 9}}, {1, -1})));
  CHECK(std::isnan(contrast_radius_of_gyration({{0, 0, 0}, {0, 0, 9}}, {1, -1 + 1e-11})));
  CHECK(std::isnan(contrast_radius_of_gyration({{0, 0, -9}, {0, 0, 0}, {0, 0, 9}}, {-1, 5, -1})));
  CHECK(contrast_radius_of_gyration({{0, 0, -9}, {0, 0, 0}, {0, 0, 9}}, {1, -1, 1}) > 0);
  CHECK(mentions(error_of([] { contrast_radius_of_gyration({{0, 0, 0}}, {}); }), "weights"));
  CHECK(scatterer_diameter({{0, 0, 0}, {0, 0, 3}, {0, 0, 9}}, {1, -1, 0}) == 3);
  CHECK(scatterer_diameter({}, {}) == 0);

  const std::vector<double> q = QGrid::linear(0, 0.5, 101).values();
  const std::vector<double> curve = exponential(q, 100, 20);
  CHECK(porod_volume(q, curve, 100, 20) > 0);
  CHECK(std::isnan(porod_volume(q, curve, 100, 13)));  // 0.3 · 13 < 4
  CHECK(std::isnan(porod_volume(q, curve, 100, no_size)));
  CHECK(std::isnan(porod_volume(q, curve, 0, 20)));
  CHECK(std::isnan(porod_volume(q, exponential(q, -1, 20), 1, 20)));
  const std::vector<double> to_0_2(q.begin(), q.begin() + 41);
  CHECK(std::isnan(correlation_volume(to_0_2, exponential(to_0_2, 1, 20), 1)));
  CHECK(std::isnan(correlation_volume(q, curve, no_size)));
  CHECK(std::isnan(protein_weight(100, no_size)));
  CHECK(std::isnan(protein_weight(100, 0)));
}

TEST_CASE("Porod volume of spheres, whatever the range and the first point", "[sizes]") {
  for (const double radius : {22.0, 30.0, 60.0, 150.0})
    for (const double q_min : {0.0, 0.3 / radius})
      for (const double q_max : {0.5, 0.3, 12 / radius}) {
        const std::vector<double> q = QGrid::linear(q_min, q_max, 500).values();
        std::vector<double> intensity;
        for (const double x : q) intensity.push_back(7 * sphere(x, radius));
        CAPTURE(radius, q_min, q_max);
        CHECK_THAT(porod_volume(q, intensity, 7, std::sqrt(0.6) * radius),
                   WithinRel(4 * M_PI / 3 * std::pow(radius, 3), 0.06));
      }
}

TEST_CASE("volume of correlation of an exponential, and the weight from it", "[sizes]") {
  const double radius = 15;
  const std::vector<double> q = QGrid::linear(0.01, 0.4, 400).values();
  const double integral = 1.5 / (radius * radius) * (1 - std::exp(-0.03 * radius * radius));
  const double volume = correlation_volume(q, exponential(q, 8, radius), 8);
  CHECK_THAT(volume, WithinRel(1 / integral, 1e-4));
  CHECK_THAT(protein_weight(volume, radius), WithinRel(volume * volume / radius / 0.1231, 1e-12));
}

TEST_CASE("the radius of the excess electrons is that of the curve of lysozyme", "[sizes]") {
  const Atoms atoms = lysozyme();
  const QGrid q({0, 0.002});
  const SolutionModel model = make_solution_model(atoms, q);
  for (const SolventParameters& solvent :
       {SolventParameters{1.0, 0.0}, SolventParameters{1.0, 0.03}, SolventParameters{1.04, 0.05},
        SolventParameters{0.96, -0.02}}) {
    const ExcessElectrons electrons = excess_electrons(model, solvent);
    CAPTURE(solvent.c1, solvent.shell_contrast);
    CHECK_THAT(
        contrast_radius_of_gyration(model.scattering.position, electrons.weight, electrons.extent),
        WithinRel(limit_of_curve(model, q, solvent), 1e-4));
  }
  const ExcessElectrons vacuum = vacuum_electrons(atoms);
  CHECK_THAT(vacuum.total(), WithinRel(atoms.audit.electrons, 1e-3));
  const PartialProfiles sum =
      make_cpu_engine(Precision::Double, 0)->compute(make_model(atoms, q), q);
  CHECK_THAT(
      contrast_radius_of_gyration(atoms.position, vacuum.weight, vacuum.extent),
      WithinRel(std::sqrt(-3 * std::log(sum.values(0, 1) / sum.values(0, 0))) / 0.002, 1e-4));
  CHECK_THAT(contrast_radius_of_gyration(atoms.position, vacuum.weight),
             WithinRel(atoms.audit.radius_of_gyration, 1e-3));
}

TEST_CASE("electrons and moments do not depend on the grid", "[sizes]") {
  const Atoms atoms = lysozyme();
  const SolutionModel one = make_solution_model(atoms, QGrid({0.0, 0.25}));
  for (const QGrid& q : {QGrid({0.25}), QGrid({0.0, 1e-3, 0.25}), QGrid({1e-4, 0.25, 0.3})}) {
    const SolutionModel other = make_solution_model(atoms, q);
    CHECK((other.electrons == one.electrons).all());
    CHECK((other.moments == one.moments).all());
    for (std::size_t c = 0; c < 3; ++c) {
      const Eigen::ArrayXXd& form = other.scattering.channels[c].form;
      REQUIRE(form.cols() == static_cast<Eigen::Index>(q.size()));
      const Eigen::Index column = q.size() == 1 ? 0 : q.size() == 2 ? 1 : q[2] == 0.25 ? 2 : 1;
      const Eigen::ArrayXd expected = one.scattering.channels[c].form.col(1);
      CHECK((form.col(column) - expected).abs().maxCoeff() <= 1e-13 * expected.abs().maxCoeff());
    }
  }
}

TEST_CASE("all sizes of lysozyme in solution, and their text", "[sizes]") {
  const Atoms atoms = lysozyme();
  const QGrid q = QGrid::linear(0, 0.5, 101);
  const SolutionModel model = make_solution_model(atoms, q);
  const PartialProfiles partials =
      make_cpu_engine(Precision::Double, 0)->compute(model.scattering, q);
  const SolventParameters solvent{1.0, 0.0};
  const Profile curve = solution_profile({partials, model.mean_radius}, solvent);
  const Sizes sizes =
      model_sizes(curve, model.scattering.position, excess_electrons(model, solvent));
  CHECK_THAT(sizes.forward_intensity, WithinRel(curve.intensity[0], 1e-9));
  REQUIRE(sizes.guinier);
  CHECK_THAT(sizes.guinier->radius_of_gyration, WithinRel(sizes.radius_of_gyration, 0.02));
  CHECK_THAT(sizes.guinier->forward_intensity, WithinRel(sizes.forward_intensity, 0.01));
  CHECK_THAT(sizes.d_max, WithinRel(atoms.audit.d_max, 1e-6));
  CHECK_THAT(sizes.porod_volume, WithinRel(model.displaced_volume, 0.1));

  const std::vector<std::string> lines = describe(sizes);
  REQUIRE(lines.size() == 3);
  CHECK(mentions(lines[0], "excess electrons: Rg "));
  CHECK(mentions(lines[1], "Guinier fit: Rg "));
  CHECK(mentions(lines[2], "Porod volume "));
  const Json object = JsonReader(sizes_object(sizes)).read_document();
  CHECK(object["porod_volume"].number == sizes.porod_volume);
  CHECK(object["guinier"]["points"].number == static_cast<double>(sizes.guinier->n));
  CHECK(object["guinier"]["radius_of_gyration_sigma"].kind == Json::Kind::Null);
  CHECK(describe(Sizes{}).empty());
  CHECK(JsonReader(sizes_object({})).read_document()["guinier"].kind == Json::Kind::Null);

  const Sizes of_data = measured_sizes(measured(20, 0.01, 5));
  REQUIRE(of_data.guinier);
  CHECK(of_data.correlation_volume > 0);
  CHECK(std::isnan(of_data.d_max));
  CHECK(mentions(describe(of_data)[0], " +- "));
}
