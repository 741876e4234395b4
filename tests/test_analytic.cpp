// Sums whose value is known without a reference sum, and symmetries that every engine must have.

#include <numbers>

#include "engines.hpp"
#include "models.hpp"
#include "random_protein.hpp"

using namespace debye;
using namespace debye::test;

namespace {

/// Atoms of amplitude 1 at the given places.
ScatteringModel unit_atoms(std::vector<Position> positions, const QGrid& q) {
  ScatteringModel model;
  model.type.assign(positions.size(), 0);
  model.position = std::move(positions);
  model.type_name = {"unit"};
  model.channels = {{"unit", Eigen::ArrayXXd::Ones(1, static_cast<Eigen::Index>(q.size()))}};
  return model;
}

Eigen::ArrayXd intensity(PairSumEngine& engine, const ScatteringModel& model, const QGrid& q) {
  return engine.compute(model, q).combine({1.0}).intensity;
}

double largest_difference(const Eigen::ArrayXd& a, const Eigen::ArrayXd& b) {
  const double largest = ((a - b) / b).abs().maxCoeff();
  return (a - b).isNaN().any() ? std::numeric_limits<double>::quiet_NaN() : largest;
}

}  // namespace

TEST_CASE("two atoms give 2 + 2 sin(qd)/(qd)") {
  const QGrid q = QGrid::linear(0.0, 3.0, 61);
  const double d = 1.54;
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name);
    const auto engine = engine_case.make();
    const Eigen::ArrayXd found = intensity(*engine, unit_atoms({{0, 0, 0}, {0, d, 0}}, q), q);
    for (std::size_t n = 0; n < q.size(); ++n) {
      const double x = q[n] * d;
      const double expected = n == 0 ? 4.0 : 2.0 + 2.0 * std::sin(x) / x;
      CHECK(std::abs(found[static_cast<Eigen::Index>(n)] - expected) <=
            engine->error_bound() * expected);
    }
  }
}

TEST_CASE("a regular tetrahedron gives 4 + 12 sin(qd)/(qd)") {
  const QGrid q({0.1, 1.0, 2.5});
  const double d = std::sqrt(8.0);
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name);
    const auto engine = engine_case.make();
    const Eigen::ArrayXd found =
        intensity(*engine, unit_atoms({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, q), q);
    for (std::size_t n = 0; n < q.size(); ++n) {
      const double expected = 4.0 + 12.0 * std::sin(q[n] * d) / (q[n] * d);
      CHECK(std::abs(found[static_cast<Eigen::Index>(n)] - expected) <=
            engine->error_bound() * expected);
    }
  }
}

TEST_CASE("I(0) is the square of the sum of amplitudes") {
  const QGrid q = QGrid::linear(0.0, 0.5, 3);
  const ScatteringModel model = random_protein(1234, q);
  double amplitude = 0;
  for (const std::uint16_t type : model.type) amplitude += model.channels[0].form(type, 0);
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name);
    const double found = intensity(*engine_case.make(), model, q)[0];
    CHECK(std::abs(found - amplitude * amplitude) <= 1e-12 * amplitude * amplitude);
  }
}

TEST_CASE("the Guinier slope is -Rg^2/3 with Rg from the coordinates") {
  // ln I = ln I0 − q²Rg²/3 + O(q⁴): at (q Rg)² = 1e-3 the next term is below 1e-3 of the slope.
  const QGrid grid = QGrid::linear(0.0, 1.0, 2);
  ScatteringModel model = random_protein(2000, grid);
  Position mean{};
  for (const Position& p : model.position)
    for (std::size_t k = 0; k < 3; ++k) mean[k] += p[k] / static_cast<double>(model.size());
  double rg2 = 0;
  for (const Position& p : model.position)
    for (std::size_t k = 0; k < 3; ++k)
      rg2 += (p[k] - mean[k]) * (p[k] - mean[k]) / static_cast<double>(model.size());
  const double q1 = std::sqrt(1e-3 / rg2);
  const QGrid q({0.0, q1});
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name);
    const auto engine = engine_case.make();
    const Eigen::ArrayXd found = intensity(*engine, unit_atoms(model.position, q), q);
    const double slope = std::log(found[1] / found[0]) / (q1 * q1);
    // An error e of I is e/(q Rg)² of the slope.
    CHECK(std::abs(slope + rg2 / 3) <= (1e-3 + 3 * engine->error_bound() / 1e-3) * rg2 / 3);
  }
}

TEST_CASE("a ball of many atoms has the form factor of a sphere at low q") {
  const double radius = 60.0;
  std::vector<Position> positions;
  const double step = 4.0;
  for (double x = -radius; x <= radius; x += step)
    for (double y = -radius; y <= radius; y += step)
      for (double z = -radius; z <= radius; z += step)
        if (x * x + y * y + z * z <= radius * radius) positions.push_back({x, y, z});
  const QGrid q = QGrid::linear(0.0, 0.05, 11);
  const ScatteringModel model = unit_atoms(positions, q);
  const Eigen::ArrayXd found = intensity(*make_cpu_engine(Precision::Single, 0), model, q);
  const double n = static_cast<double>(positions.size());
  // The radius of the sphere with the volume of the lattice cells taken.
  const double r = std::cbrt(0.75 * n * step * step * step / std::numbers::pi);
  for (std::size_t k = 1; k < q.size(); ++k) {
    const double x = q[k] * r;
    const double sphere = 3 * (std::sin(x) - x * std::cos(x)) / (x * x * x);
    // The rough surface of a lattice ball allows 1 % of the amplitude at q R <= 3.
    CHECK(std::abs(std::sqrt(found[static_cast<Eigen::Index>(k)]) / n - std::abs(sphere)) <= 0.01);
  }
}

TEST_CASE("shift, rotation, reflection and order of the atoms leave the curve as it is") {
  const QGrid q = QGrid::linear(0.0, 0.5, 26);
  const ScatteringModel model = random_protein(500, q);
  ScatteringModel moved = model;
  const double c = std::cos(0.7), s = std::sin(0.7);
  for (Position& p : moved.position)
    p = {c * p[0] - s * p[1] + 30.0, -(s * p[0] + c * p[1]) - 7.0, p[2] + 0.3};
  ScatteringModel shuffled = model;
  std::mt19937_64 random(5);
  for (std::size_t i = model.size() - 1; i > 0; --i) {
    const std::size_t j = random() % (i + 1);
    std::swap(shuffled.position[i], shuffled.position[j]);
    std::swap(shuffled.type[i], shuffled.type[j]);
  }
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name);
    const auto engine = engine_case.make();
    const Eigen::ArrayXd expected = intensity(*engine, model, q);
    CHECK(largest_difference(intensity(*engine, moved, q), expected) <= 2 * engine->error_bound());
    CHECK(largest_difference(intensity(*engine, shuffled, q), expected) <=
          2 * engine->error_bound());
  }
}

TEST_CASE("doubling the amplitudes quadruples the curve") {
  const QGrid q = QGrid::linear(0.0, 0.5, 26);
  const ScatteringModel model = random_protein(300, q);
  ScatteringModel doubled = model;
  doubled.channels[0].form *= 2.0;
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name);
    const auto engine = engine_case.make();
    CHECK(largest_difference(intensity(*engine, doubled, q), 4.0 * intensity(*engine, model, q)) <=
          2 * engine->error_bound());
  }
}

TEST_CASE("a channel that is the sum of two gives the sum of their partial profiles") {
  const QGrid q = QGrid::linear(0.0, 0.5, 11);
  const ScatteringModel two = random_model(200, 3, 2, q);
  ScatteringModel one = two;
  one.channels.pop_back();
  one.channels[0].form += two.channels[1].form;
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name);
    const auto engine = engine_case.make();
    const Eigen::ArrayXd separate = engine->compute(two, q).combine({1.0, 1.0}).intensity;
    CHECK(largest_difference(separate, intensity(*engine, one, q)) <= 4 * engine->error_bound());
  }
}
