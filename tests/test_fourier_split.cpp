// The fourier engine in so little memory that it has to go through the density piece by piece.

#include "accuracy.hpp"
#include "catch.hpp"
#include "debye/pair_sum.hpp"
#include "debye/solution_model.hpp"
#include "errors.hpp"
#include "fourier/amplitude_basis.hpp"
#include "fourier/density_grid.hpp"
#include "fourier/fourier_engine.hpp"
#include "fourier/wave_sums.hpp"
#include "models.hpp"
#include "reference.hpp"

using namespace debye;
using namespace debye::test;
using fourier::AmplitudeBasis;
using fourier::FourierEngine;
using fourier::InstructionSet;
using fourier::Plan;
using fourier::Split;

namespace {

const InstructionSet& fastest() { return *fourier::available_instruction_sets().front(); }

AmplitudeBasis basis_of(const ScatteringModel& model, double tolerance) {
  return fourier::make_amplitude_basis(
      model, 1, fourier::allowed_for(tolerance, model.channels.size()).basis);
}

Plan plan_of(const ScatteringModel& model, const QGrid& q, double tolerance, double memory) {
  return fourier::make_plan(fourier::find_particle(model.position), model.size(), q.back(),
                            static_cast<std::size_t>(basis_of(model, tolerance).size()),
                            fourier::allowed_for(tolerance, model.channels.size()), memory);
}

/// The least memory in which the sum can be done.
double least_memory(const ScatteringModel& model, const QGrid& q, double tolerance) {
  return plan_of(model, q, tolerance, 0).split.least_memory;
}

/// Compares in the least memory and in twice as much.
void compare(const ScatteringModel& model, const QGrid& q) {
  const PartialProfiles expected = reference_sum(model, q);
  for (const double tolerance : {1e-2, 1e-4, 1e-6})
    for (const double times : {1.0, 2.0}) {
      FourierEngine engine(fastest(), tolerance, 2, times * least_memory(model, q, tolerance));
      const double error = max_relative_error(engine.compute(model, q), expected);
      const Split& split = engine.breakdown().split;
      INFO("tolerance " << tolerance << ", memory " << times << " times the least, " << split.slabs
                        << " slabs, " << split.batches << " batches");
      CHECK(error <= tolerance);
      CHECK(split.slabs > 1);
      CHECK(split.batches > 1);
    }
}

template <class Real>
Eigen::MatrixXd sums_of(const ScatteringModel& model, const Plan& plan,
                        const Eigen::MatrixXd& weight, int threads) {
  const fourier::RadialNodes nodes =
      fourier::radial_nodes(plan.k_max, plan.particle.diameter + plan.taper);
  const fourier::Density<Real> density(model, weight, plan, fastest(), threads);
  return fourier::wave_sums<Real>(
      [&](const fourier::Slab& slab, Real* cells) { density.fill(slab, cells); }, plan, nodes,
      fastest(), threads, [](double) {});
}

template <class Real>
void compare_splits(double tolerance) {
  const QGrid q = QGrid::linear(0.0, 1.5, 20);
  const ScatteringModel model = random_model(400, 5, 2, q);
  const Eigen::MatrixXd weight = basis_of(model, tolerance).weight;
  Plan plan = plan_of(model, q, tolerance, fourier::most_memory);
  REQUIRE(plan.in_double == (sizeof(Real) == sizeof(double)));
  REQUIRE(plan.split.slabs == 1);
  REQUIRE(plan.n_basis >= 3);
  const Eigen::MatrixXd whole = sums_of<Real>(model, plan, weight, 1);
  const std::size_t half = plan.n_cells[1] / 2;
  for (const std::size_t pairs : {std::size_t{1}, std::size_t{2}, std::size_t{5}, half - 1, half})
    for (const std::size_t grids : {std::size_t{1}, std::size_t{2}, plan.n_basis})
      for (const std::size_t waves : {1u, 7u, 1000u}) {
        if (pairs <= 2 && waves != 7) continue;
        plan.split.pairs = pairs;
        plan.split.grids = grids;
        plan.split.waves = waves;
        // So little that a thread has 6, 12 or more lines at once.
        plan.memory = plan.split.least_memory * static_cast<double>(waves);
        INFO(pairs << " rows, " << grids << " grids, " << waves << " planes");
        CHECK(sums_of<Real>(model, plan, weight, waves == 1 ? 2 : 3) == whole);
      }
}

}  // namespace

TEST_CASE("fourier in little memory gives the double sum of a ball, a rod and a shell",
          "[fourier]") {
  const QGrid q = QGrid::linear(0.0, 4.0, 8);
  for (const Shape shape : {Shape::Globule, Shape::Rod, Shape::Shell}) {
    INFO(name_of(shape));
    compare(shaped_model(shape, 450, q), q);
  }
}

TEST_CASE("fourier in little memory gives the double sum of a molecule in solution", "[fourier]") {
  const QGrid q({0.0, 0.3, 1.9});
  const Atoms atoms = read_atoms(read_input(DEBYE_DATA_DIR "/lysozyme.pdb")).front();
  compare(make_solution_model(atoms, q).scattering, q);
}

TEST_CASE("fourier: the sums of slabs and batches are those of the whole, bit by bit",
          "[fourier]") {
  compare_splits<float>(1e-3);
  compare_splits<double>(1e-5);
}

TEST_CASE("fourier in little memory does not depend on threads", "[fourier]") {
  const QGrid q = QGrid::linear(0.0, 1.5, 20);
  const ScatteringModel model = random_model(2000, 6, 2, q);
  for (const double tolerance : {1e-3, 1e-5}) {
    const double memory = 1.5 * least_memory(model, q, tolerance);
    FourierEngine one(fastest(), tolerance, 1, memory);
    const Eigen::ArrayXXd values = one.compute(model, q).values;
    CHECK(one.breakdown().split.slabs > 1);
    for (const int threads : {2, 3, 16})
      CHECK(
          (FourierEngine(fastest(), tolerance, threads, memory).compute(model, q).values == values)
              .all());
  }
}

TEST_CASE("fourier states the least memory that it needs", "[fourier]") {
  const QGrid q = QGrid::linear(0.0, 2.0, 20);
  const ScatteringModel model = random_model(300, 2, 1, q);
  const double least = least_memory(model, q, 1e-4);
  CHECK_NOTHROW(FourierEngine(fastest(), 1e-4, 64, least).compute(model, q));
  const std::string message =
      error_of([&] { FourierEngine(fastest(), 1e-4, 1, 0.99 * least).compute(model, q); });
  CHECK(mentions(message, "GiB of memory"));
}

TEST_CASE("fourier: no window in single precision falls too far", "[fourier]") {
  const QGrid q = QGrid::linear(0.0, 2.0, 20);
  ScatteringModel sparse = random_model(300, 2, 1, q);
  CHECK_FALSE(plan_of(sparse, q, 1e-3, fourier::most_memory).in_double);
  for (Position& p : sparse.position)
    for (double& x : p) x *= 30;
  const Plan plan = plan_of(sparse, q, 1e-4, fourier::most_memory);
  // There are so many cells that a window is worth while that allows for few.
  CHECK(plan.window.transform(0) > 300 * plan.window.transform(plan.q_max * plan.spacing));
  CHECK(plan.in_double);
}

TEST_CASE("fourier predicts that less memory takes longer", "[fourier]") {
  const QGrid q = QGrid::linear(0.0, 3.0, 20);
  const ScatteringModel model = random_model(3000, 3, 1, q);
  const double least = least_memory(model, q, 1e-4);
  double last = plan_of(model, q, 1e-4, fourier::most_memory).seconds;
  for (const double times : {2.0, 1.4, 1.0}) {
    const Plan plan = plan_of(model, q, 1e-4, times * least);
    INFO(plan.split.slabs << " slabs, " << plan.split.batches << " batches");
    CHECK(plan.split.slabs > 1);
    CHECK(plan.seconds > last);
    last = plan.seconds;
  }
}
