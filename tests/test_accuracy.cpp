// The sweep behind error_bound(): shapes × sizes × q ranges × engines on grids of 200 q, as users
// ask for them. Prints the worst clearance (error / allowed) of each engine, so that a slow loss of
// accuracy is seen before it fails.

#include <algorithm>
#include <iostream>
#include <map>

#include "accuracy.hpp"
#include "engines.hpp"
#include "models.hpp"
#include "random_protein.hpp"
#include "reference.hpp"

using namespace debye;
using namespace debye::test;

namespace {

constexpr std::size_t n_q = 200;

/// The values of q with these indices, and the model's amplitudes there.
struct Sample {
  std::vector<std::size_t> index;
  QGrid q;
  ScatteringModel model;
};

Sample sample_of(const ScatteringModel& model, const QGrid& q, std::size_t stride) {
  std::vector<std::size_t> index;
  std::vector<double> values;
  for (std::size_t n = 1; n < q.size(); n += stride) {
    index.push_back(n);
    values.push_back(q[n]);
  }
  Sample sample{index, QGrid(values), model};
  for (Channel& channel : sample.model.channels) {
    Eigen::ArrayXXd form(channel.form.rows(), static_cast<Eigen::Index>(index.size()));
    for (std::size_t k = 0; k < index.size(); ++k)
      form.col(static_cast<Eigen::Index>(k)) =
          channel.form.col(static_cast<Eigen::Index>(index[k]));
    channel.form = form;
  }
  return sample;
}

PartialProfiles pick(const PartialProfiles& all, const Sample& sample) {
  PartialProfiles picked{sample.q, all.n_channels, {}};
  picked.values.resize(all.values.rows(), static_cast<Eigen::Index>(sample.index.size()));
  for (std::size_t k = 0; k < sample.index.size(); ++k)
    picked.values.col(static_cast<Eigen::Index>(k)) =
        all.values.col(static_cast<Eigen::Index>(sample.index[k]));
  return picked;
}

}  // namespace

TEST_CASE("the error bound of every engine holds for every shape and range of q", "[sweep]") {
  std::map<std::string, std::pair<double, std::string>> worst;
  for (const Shape shape : {Shape::Globule, Shape::EvenGlobule, Shape::Rod, Shape::Shell})
    for (const double q_max : {0.5, 2.0}) {
      const QGrid q = QGrid::linear(0.0, q_max, n_q);
      const ScatteringModel model = shaped_model(shape, 1500, q);
      const Sample sample = sample_of(model, q, 9);
      const PartialProfiles expected = reference_sum(sample.model, sample.q);
      for (const EngineCase& engine_case : all_engines()) {
        const auto engine = engine_case.make();
        const double error = max_relative_error(pick(engine->compute(model, q), sample), expected);
        const std::string what = std::string(name_of(shape)) + ", " + std::to_string(model.size()) +
                                 " atoms, q to " + std::to_string(q_max);
        INFO(engine_case.name << ": " << what);
        CHECK(error <= engine->error_bound());
        auto& entry = worst[engine_case.name];
        if (!(error / engine->error_bound() <= entry.first))
          entry = {error / engine->error_bound(), what};
      }
    }
  for (const auto& [name, clearance] : worst)
    std::cout << "clearance " << clearance.first << "  " << name << "  (" << clearance.second
              << ")\n";
}

TEST_CASE("single precision keeps its bound at 20 000 atoms against the double engines",
          "[sweep][slow]") {
  // The naive sum would take minutes here; the double CPU engine, which the sweep above holds to
  // 1e-11 of it, is the reference.
  for (const Shape shape : {Shape::Globule, Shape::EvenGlobule})
    for (const double q_max : {0.5, 2.0}) {
      const QGrid q = QGrid::linear(0.0, q_max, n_q);
      const ScatteringModel model = shaped_model(shape, 20'000, q);
      const PartialProfiles expected = make_cpu_engine(Precision::Double, 0)->compute(model, q);
      const double error =
          max_relative_error(make_cpu_engine(Precision::Single, 0)->compute(model, q), expected);
      std::cout << "error " << error << "  CPU single, " << name_of(shape) << ", " << model.size()
                << " atoms, q to " << q_max << '\n';
      CHECK(error <= 1e-5);

      const Sample few = sample_of(model, q, 60);
      const PartialProfiles at_few = pick(expected, few);
      for (const EngineCase& engine_case : all_engines()) {
        if (engine_case.name.find("single") == std::string::npos) continue;
        INFO(engine_case.name);
        CHECK(max_relative_error(engine_case.make()->compute(few.model, few.q), at_few) <= 1e-5);
      }
    }
}

TEST_CASE("a crystal, in which rounding errors add up, is still summed within the stated error",
          "[sweep]") {
  const QGrid q = QGrid::linear(0.0, 2.0, n_q);
  const ScatteringModel model = crystal(2000, q);
  const Sample sample = sample_of(model, q, 3);
  const PartialProfiles expected = reference_sum(sample.model, sample.q);
  for (const EngineCase& engine_case : all_engines()) {
    const auto engine = engine_case.make();
    if (engine->precision() == Precision::Single) continue;
    INFO(engine_case.name);
    CHECK(max_relative_error(pick(engine->compute(model, q), sample), expected) <=
          engine->error_bound());
  }
  EngineOptions options;
  options.device = "cpu";
  options.precision = Precision::Single;
  Engines engines(options);
  const StatedSum sum = engines.compute(model, q);
  const double error = max_relative_error(pick(sum.partials, sample), expected);
  CHECK(error <= sum.error_bound({1.0}));
  // Single precision alone is not good enough here: it has to be noticed, repeated and said.
  const double single_alone = max_relative_error(
      pick(make_cpu_engine(Precision::Single, 0)->compute(model, q), sample), expected);
  CHECK(single_alone > 1e-5);
  CHECK(sum.engine.find("double") != std::string::npos);
  REQUIRE(engines.warnings().size() == 1);
  CHECK(engines.warnings()[0].find("summed again in double") != std::string::npos);
}

TEST_CASE("a molecule in single precision comes with its measured error", "[sweep]") {
  const QGrid q = QGrid::linear(0.0, 0.5, 101);
  const ScatteringModel model = shaped_model(Shape::Globule, 800, q);
  EngineOptions options;
  options.device = "cpu";
  options.precision = Precision::Single;
  Engines engines(options);
  const StatedSum sum = engines.compute(model, q);
  REQUIRE(sum.measured_error);
  const PartialProfiles expected = reference_sum(model, q);
  CHECK(max_relative_error(sum.partials, expected) <= sum.error_bound({1.0}));
  // It is measured at one q, where I is smallest against the self terms.
  CHECK(sum.measured_error->n_q == 1);
  CHECK(sum.measured_error->rows == model.size());
  const Eigen::ArrayXd errors =
      ((sum.partials.values - expected.values) / expected.values).abs().row(0);
  CHECK((errors - sum.measured_error->largest).abs().minCoeff() <= 1e-9);
  CHECK(engines.warnings().empty());
}

TEST_CASE("single precision keeps its bound at 100 000 atoms", "[sweep][slow]") {
  const QGrid q({0.21, 0.43});
  const ScatteringModel model = shaped_model(Shape::Globule, 100'000, q);
  const PartialProfiles expected = make_cpu_engine(Precision::Double, 0)->compute(model, q);
  std::vector<EngineCase> engines = all_engines();
  for (const EngineCase& engine_case : engines) {
    // Of the CPU only the fastest instruction set: the others differ in width alone.
    const bool is_cpu = engine_case.name.find("AVX2") != std::string::npos ||
                        engine_case.name.find("portable") != std::string::npos;
    if (is_cpu || engine_case.name.find("single") == std::string::npos) continue;
    const double error = max_relative_error(engine_case.make()->compute(model, q), expected);
    std::cout << "error " << error << "  " << engine_case.name << ", " << model.size()
              << " atoms\n";
    INFO(engine_case.name);
    CHECK(error <= 1e-5);
  }
}
