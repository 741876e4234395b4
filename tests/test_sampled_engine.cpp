// The sum at samples against the sum as printed, and against that at every q.

#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "engines.hpp"
#include "errors.hpp"
#include "opencl/device_group.hpp"
#include "opencl/sampled_engine.hpp"
#include "opencl_fixtures.hpp"
#include "random_protein.hpp"

using namespace debye;
using namespace debye::test;

namespace {

std::unique_ptr<PairSumEngine> sampled(Precision precision = Precision::Double, int device = 0) {
  return make_sampled_engine(opencl::open_devices({device}), precision);
}

double bound_for(Precision precision) { return precision == Precision::Double ? 1e-7 : 1e-5; }

std::vector<Precision> precisions_of(const DeviceInfo& device) {
  if (!device.has_fp64) return {Precision::Single};
  return {Precision::Single, Precision::Double};
}

}  // namespace

TEST_CASE("sampled sums of one to four channels, in both precisions", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q = QGrid::linear(0, 0.5, 33);
  for (const DeviceInfo& device : list_devices())
    for (const Precision precision : precisions_of(device)) {
      const auto engine = sampled(precision, device.index);
      CHECK(engine->error_bound() == bound_for(precision));
      for (const int n_channels : {1, 2, 3, 4}) {
        const double error = error_against_reference(*engine, random_ball(150, n_channels, q), q);
        INFO(engine->description() << ", channels " << n_channels << ", error " << error);
        CHECK(error <= (precision == Precision::Double ? 1e-12 : 1e-6));
        CHECK(mentions(engine->description(), "sampled (45 q)"));
      }
    }
}

TEST_CASE("sampled sums on grids of any kind", "[opencl]") {
  if (opencl_is_missing()) return;
  const auto engine = sampled();
  for (const QGrid& q :
       {QGrid({0}), QGrid({0.3}), QGrid({1e-12, 1e-6, 0.2}), QGrid({0, 0.001, 0.0011, 0.4, 0.77}),
        QGrid::linear(0, 1, 7), QGrid::linear(0.05, 0.06, 400)}) {
    // At small q what counts is the slope, of which samples tell some digits less.
    INFO(q.size() << " q from " << q.front() << " to " << q.back());
    CHECK(error_against_reference(*engine, random_ball(70, 2, q), q) <= 1e-10);
    CHECK(error_against_reference(*engine, random_ball(1, 1, q), q) <= 1e-14);
    CHECK(error_against_reference(*engine, random_ball(2, 1, q), q) <= 1e-10);
  }
}

TEST_CASE("sampled sums of coincident atoms, and of many types", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q = QGrid::linear(0, 2, 41);
  ScatteringModel model = random_ball(80, 1, q);
  for (std::size_t k = 40; k < 80; ++k) model.position[k] = model.position[k - 40];
  CHECK(error_against_reference(*sampled(), model, q) <= 1e-12);
  model.position.assign(80, Position{1, 2, 3});
  CHECK(error_against_reference(*sampled(), model, q) <= 1e-12);
  CHECK(error_against_reference(*sampled(), random_ball(250, 2, q, 200), q) <= 1e-12);
  CHECK(mentions(error_of<InputError>([&] { sampled()->compute(random_ball(300, 1, q, 300), q); }),
                 "up to 256 types"));
}

TEST_CASE("sampled sums keep their bound for globules, rods, shells and a lattice", "[sweep]") {
  if (opencl_is_missing()) return;
  double worst = 0;
  for (const Precision precision : precisions_of(list_devices().front()))
    for (const double q_max : {0.1, 0.5, 2.0}) {
      const QGrid q = QGrid::linear(0, q_max, 101);
      std::vector<ScatteringModel> models;
      for (const ProteinShape shape : all_protein_shapes)
        for (const std::size_t n : {100, 1500}) models.push_back(shaped_protein(shape, n, q));
      // A shell of one radius has the deepest minima of all.
      ScatteringModel shell = random_ball(900, 1, q, 1);
      for (Position& p : shell.position) {
        const double r = std::hypot(p[0], p[1], p[2]);
        for (double& x : p) x *= 30 / r;
      }
      models.push_back(shell);
      if (precision == Precision::Double) {  // equal distances are too much for single precision
        ScatteringModel lattice = random_ball(1000, 1, q, 1);
        for (std::size_t i = 0; i < 1000; ++i)
          lattice.position[i] = {4.0 * static_cast<double>(i % 10),
                                 4.0 * static_cast<double>(i / 10 % 10),
                                 4.0 * static_cast<double>(i / 100)};
        models.push_back(lattice);
      }
      const auto engine = sampled(precision);
      const auto exact = make_cpu_engine(Precision::Double, 0);
      for (const ScatteringModel& model : models) {
        const double error =
            max_relative_error(engine->compute(model, q), exact->compute(model, q));
        INFO(model.size() << " atoms, q to " << q_max << ", " << engine->description());
        CHECK(error <= bound_for(precision));
        const double share = error / bound_for(precision);
        if (!(share <= worst)) worst = share;
      }
    }
  std::printf("clearance %g  sampled, both precisions\n", worst);
}

TEST_CASE("models that need too many samples are refused", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q({0.1, 5});
  ScatteringModel model = random_ball(10, 1, q);
  model.position[0] = {2e5, 0, 0};
  CHECK(std::isinf(sampled()->plan(model, q).seconds));
  CHECK(mentions(error_of<InputError>([&] { sampled()->compute(model, q); }), "too large"));
}
