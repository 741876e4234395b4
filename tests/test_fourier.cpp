// The fourier engine against the naive double sum at small sizes, and its promises: threads, order,
// errors, messages.

#include "accuracy.hpp"
#include "catch.hpp"
#include "debye/error.hpp"
#include "debye/pair_sum.hpp"
#include "errors.hpp"
#include "fourier/fourier_engine.hpp"
#include "models.hpp"
#include "random_protein.hpp"
#include "reference.hpp"

using namespace debye;
using namespace debye::test;

namespace {

constexpr double tolerances[] = {1e-2, 1e-4, 1e-7};

void compare(const ScatteringModel& model, const QGrid& q) {
  const PartialProfiles expected = reference_sum(model, q);
  for (const double tolerance : tolerances) {
    INFO(model.size() << " atoms, " << q.size() << " q to " << q.back() << ", tolerance "
                      << tolerance);
    const auto engine = make_fourier_engine(tolerance, 2);
    CHECK(engine->error_bound() == tolerance);
    CHECK(max_relative_error(engine->compute(model, q), expected) <= tolerance);
  }
}

/// 130 atoms whose amplitudes are random at each q.
ScatteringModel model_of_unlike_types(int n_types, const QGrid& q) {
  ScatteringModel model = random_model(130, n_types, 1, q);
  for (std::size_t i = 0; i < model.size(); ++i)
    model.type[i] = static_cast<std::uint16_t>(i % static_cast<std::size_t>(n_types));
  model.channels[0].form = Eigen::ArrayXXd::Random(n_types, static_cast<Eigen::Index>(q.size()));
  return model;
}

}  // namespace

TEST_CASE("fourier gives the double sum for one atom and for many, at any q", "[fourier]") {
  const std::vector<QGrid> grids = {QGrid::linear(0.0, 0.5, 41),
                                    QGrid::linear(0.2, 1.9, 30),
                                    QGrid({0.0, 0.013, 0.2, 0.21, 0.9}),
                                    QGrid({0.3}),
                                    QGrid({0.0}),
                                    QGrid({1e-6, 0.11, 3.0, 7.5})};
  for (const std::size_t n : {1, 2, 3, 17, 150})
    for (const QGrid& q : grids) compare(random_model(n, n < 17 ? 1 : 3, 1, q), q);
}

TEST_CASE("fourier gives all partial profiles of several channels", "[fourier]") {
  for (const int channels : {2, 3, 4}) {
    const QGrid q = QGrid::linear(0.0, 0.6, 35);
    compare(random_model(150, 5, channels, q), q);
  }
}

TEST_CASE("fourier: types without atoms and channels that are nothing", "[fourier]") {
  const QGrid q = QGrid::linear(0.0, 0.6, 20);
  ScatteringModel model = random_model(40, 1, 2, q);
  model.channels.clear();
  model.type_name.clear();
  add_channels(model, 40, 2, q);
  for (std::size_t i = 0; i < model.size(); ++i)
    model.type[i] = static_cast<std::uint16_t>(i % 7 == 0 ? 39 : i);
  compare(model, q);
  model.channels[1].form.setZero();
  const PartialProfiles partials = make_fourier_engine(1e-4, 1)->compute(model, q);
  CHECK((partials.values.row(1).abs() <= 1e-12 * partials.values.row(0)).all());
  CHECK((partials.values.row(2) == 0).all());
  model.channels[0].form.setZero();
  CHECK((make_fourier_engine(1e-4, 1)->compute(model, q).values == 0).all());
}

TEST_CASE("fourier: atoms at one place, on a line, in a plane, far from the origin", "[fourier]") {
  const QGrid q = QGrid::linear(0.0, 2.0, 37);
  ScatteringModel model = random_model(40, 2, 1, q);
  const std::vector<Position> position = model.position;
  for (std::size_t i = 0; i < 10; ++i) model.position[i] = model.position[10];
  compare(model, q);
  for (Position& p : model.position) p = {1.0, 2.0, 3.0};
  compare(model, q);
  model.position[0] = {1.0, 2.0, 3.001};
  compare(model, q);
  for (std::size_t i = 0; i < model.size(); ++i) model.position[i] = {5.0, position[i][1] * 3, 0};
  compare(model, q);
  for (std::size_t i = 0; i < model.size(); ++i)
    model.position[i] = {5.0, position[i][1], position[i][0]};
  compare(model, q);
  model.position = position;
  for (Position& p : model.position) p[1] += 9000;
  compare(model, q);
  model.position = position;  // one atom far away from the others
  model.position[3] = {80, -150, 30};
  compare(model, q);
}

TEST_CASE("fourier does not depend on threads, and hardly on the instruction set", "[fourier]") {
  const QGrid q = QGrid::linear(0.0, 0.5, 50);
  const ScatteringModel model = random_model(3000, 6, 2, q);
  for (const double tolerance : {1e-3, 1e-5}) {  // grids in single and double precision
    const Eigen::ArrayXXd one = make_fourier_engine(tolerance, 1)->compute(model, q).values;
    for (const int threads : {2, 3, 7, 64})
      CHECK((make_fourier_engine(tolerance, threads)->compute(model, q).values == one).all());
    for (const fourier::InstructionSet* set : fourier::available_instruction_sets()) {
      INFO(set->name);
      fourier::FourierEngine engine(*set, tolerance, 2);
      const Eigen::ArrayXXd values = engine.compute(model, q).values;
      CHECK(((values - one) / one).abs().maxCoeff() <= 0.1 * tolerance);
      engine.compute(random_model(20, 1, 1, q), q);
      CHECK((engine.compute(model, q).values == values).all());
    }
  }
}

TEST_CASE("fourier says what it is and reports progress", "[fourier]") {
  const auto engine = make_fourier_engine(1e-4, 2);
  CHECK(engine->description().find("fourier, tolerance 1e-4, CPU (") == 0);
  CHECK(engine->description().find(", 2 threads)") != std::string::npos);
  CHECK(engine->precision() == Precision::Double);
  CHECK(engine->channel_error() == 0);
  const QGrid q = QGrid::linear(0.0, 0.5, 20);
  double last = 0;
  engine->on_progress([&last](double fraction) {
    CHECK(fraction > last);
    last = fraction;
  });
  engine->compute(random_model(100, 2, 1, q), q);
  CHECK(last == 1);
}

TEST_CASE("fourier refuses what it cannot do", "[fourier]") {
  for (const double tolerance : {0.0, -1.0, 1e-9, 0.5, std::nan("")})
    CHECK_THROWS_AS(make_fourier_engine(tolerance, 1), InputError);
  const QGrid q({0.1, 3.0});
  const ScatteringModel model = random_model(100, 1, 1, q);
  const auto engine = make_fourier_engine(1e-4, 1);

  ScatteringModel broken = model;
  broken.position[5] = {0.0, std::nan(""), 0.0};
  CHECK_THROWS_AS(engine->compute(broken, q), InputError);

  ScatteringModel wide = model;  // an atom at each corner of a cube of 20 000 Å
  for (std::size_t i = 0; i < 8; ++i)
    wide.position[i] = {i & 1 ? 1e4 : -1e4, i & 2 ? 1e4 : -1e4, i & 4 ? 1e4 : -1e4};
  const std::string message = error_of([&] { engine->compute(wide, q); });
  CHECK(mentions(message, "GiB of memory, more than 1.5"));
  CHECK(mentions(message, "cells"));
  CHECK(mentions(message, "q = 3/A"));
  CHECK(std::isinf(engine->plan(wide, q).seconds));

  const QGrid many = QGrid::linear(0.01, 1, 100);
  CHECK(mentions(error_of([&] { engine->compute(model_of_unlike_types(70, many), many); }),
                 "70 grids, more than 64"));
}

TEST_CASE("fourier takes up to 64 types that have nothing in common", "[fourier]") {
  const QGrid q = QGrid::linear(0.0, 0.5, 70);
  compare(model_of_unlike_types(64, q), q);
}

TEST_CASE("fourier predicts its time", "[fourier]") {
  const QGrid q = QGrid::linear(0.0, 0.5, 200), far = QGrid::linear(0.0, 2.0, 200);
  const ScatteringModel small = random_protein(1000, q), large = random_protein(100'000, q);
  const auto seconds = [](const ScatteringModel& model, const QGrid& grid, double tolerance = 1e-4,
                          int threads = 1) {
    return make_fourier_engine(tolerance, threads)->plan(model, grid).seconds;
  };
  const double one = seconds(large, q);
  CHECK(seconds(large, q, 1e-4, 2) == Approx(one / 2));
  CHECK(seconds(small, q) < 0.2 * one);
  CHECK(seconds(large, q, 1e-7) > one);
  CHECK(seconds(random_protein(100'000, far), far) > 4 * one);
  CHECK(seconds(random_protein(10, QGrid({0.0})), QGrid({0.0})) == 0);
}
