// Every engine against the naive double sum of reference.hpp: sizes around the block sizes of CPU
// and OpenCL, one to four channels, uniform and other grids, q = 0, atoms on top of each other.

#include "accuracy.hpp"
#include "engines.hpp"
#include "models.hpp"
#include "reference.hpp"

using namespace debye;
using namespace debye::test;

namespace {

const std::vector<QGrid>& grids() {
  static const std::vector<QGrid> all = {
      QGrid::linear(0.0, 0.5, 41),          // uniform, from q = 0, past the restart at 32
      QGrid::linear(0.2, 1.9, 70),          // uniform, from q > 0
      QGrid({0.0, 0.013, 0.2, 0.21, 0.9}),  // not uniform, odd count, q = 0
      QGrid({0.3}),                         // one value
      QGrid({0.0}),                         // only the exact one
      QGrid({1e-6, 0.11, 3.0, 7.5})};       // nearly in phase, and far out
  return all;
}

void compare_all(const ScatteringModel& model, const QGrid& q) {
  const PartialProfiles expected = reference_sum(model, q);
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name << ", " << model.size() << " atoms, " << q.size() << " q to "
                          << q.back());
    const auto engine = engine_case.make();
    CHECK(max_relative_error(engine->compute(model, q), expected) <= engine->error_bound());
  }
}

}  // namespace

TEST_CASE("every engine gives the double sum at sizes around its blocks") {
  for (const std::size_t n : {1, 2, 3, 8, 15, 16, 17, 33, 63, 64, 65, 129, 391})
    for (const QGrid& q : grids()) compare_all(random_model(n, n < 20 ? 1 : 3, 1, q), q);
}

TEST_CASE("every engine gives the double sum where the CPU begins a new tile") {
  const QGrid q({0.2, 0.45});
  for (const std::size_t n : {1023, 1024, 1025, 2100}) compare_all(random_model(n, 1, 1, q), q);
}

TEST_CASE("every engine gives all partial profiles of one to four channels") {
  for (const int channels : {2, 3, 4}) {
    const QGrid q = QGrid::linear(0.0, 0.6, 35);
    compare_all(random_model(150, 5, channels, q), q);
  }
}

TEST_CASE("types without atoms and types with one atom count as they should") {
  const QGrid q = QGrid::linear(0.0, 0.6, 20);
  ScatteringModel model = random_model(40, 1, 2, q);
  model.channels.clear();
  model.type_name.clear();
  add_channels(model, 40, 2, q);
  for (std::size_t i = 0; i < model.size(); ++i)
    model.type[i] = static_cast<std::uint16_t>(i % 7 == 0 ? 39 : i);
  compare_all(model, q);
}

TEST_CASE("atoms on top of each other scatter in phase") {
  const QGrid q = QGrid::linear(0.0, 2.0, 37);
  ScatteringModel model = random_model(20, 2, 1, q);
  for (std::size_t i = 0; i < 10; ++i) model.position[i] = model.position[10];
  compare_all(model, q);
  for (Position& position : model.position) position = {1.0, 2.0, 3.0};
  compare_all(model, q);
}

TEST_CASE("more q than one call of a tile takes, with and without a uniform step") {
  const QGrid uniform_grid = QGrid::linear(0.0, 1.0, 600);
  compare_all(random_model(30, 2, 1, uniform_grid), uniform_grid);
  std::vector<double> values = uniform_grid.values();
  values[17] += 1e-5;
  const QGrid uneven_grid(values);
  compare_all(random_model(30, 2, 1, uneven_grid), uneven_grid);
}

TEST_CASE("coordinates far from the origin lose no digits") {
  const QGrid q = QGrid::linear(0.0, 0.5, 21);
  ScatteringModel model = random_model(100, 2, 1, q);
  const PartialProfiles expected = reference_sum(model, q);
  for (Position& position : model.position) position[1] += 9000.0;
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name);
    const auto engine = engine_case.make();
    // The shift itself rounds each coordinate by 1e-12 Å.
    CHECK(max_relative_error(engine->compute(model, q), expected) <=
          std::max(engine->error_bound(), 1e-10));
  }
}

TEST_CASE("an engine repeats itself to the last bit, also after other work") {
  const QGrid q = QGrid::linear(0.0, 0.5, 50), other = QGrid({0.1, 0.7});
  const ScatteringModel model = random_model(3000, 4, 1, q);
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name);
    const auto engine = engine_case.make();
    const Eigen::ArrayXXd first = engine->compute(model, q).values;
    engine->compute(random_model(77, 2, 2, other), other);
    CHECK((engine->compute(model, q).values == first).all());
    CHECK((engine_case.make()->compute(model, q).values == first).all());
  }
}

TEST_CASE("the CPU result does not depend on the number of threads") {
  const QGrid q = QGrid::linear(0.0, 0.5, 50);
  const ScatteringModel model = random_model(5000, 6, 2, q);
  for (const Precision precision : {Precision::Single, Precision::Double}) {
    const Eigen::ArrayXXd one = make_cpu_engine(precision, 1)->compute(model, q).values;
    for (const int threads : {2, 3, 7, 64})
      CHECK((make_cpu_engine(precision, threads)->compute(model, q).values == one).all());
  }
}
