// Protects --check: the error that it states is that of the sum, neither less nor more.

#include <cmath>

#include "accuracy.hpp"
#include "catch.hpp"
#include "cpu/row_sums.hpp"
#include "debye/pair_sum.hpp"
#include "models.hpp"
#include "reference.hpp"
#include "sum_check.hpp"

using namespace debye;
using namespace debye::test;

namespace {

/// An engine whose pairs of different atoms are all wrong by a factor.
class Exaggerating final : public PairSumEngine {
 public:
  explicit Exaggerating(double factor) : factor_(factor) {}
  double error_bound() const override { return 1e-9; }
  double channel_error() const override { return 0; }
  Precision precision() const override { return Precision::Double; }
  std::string description() const override { return "exaggerating"; }
  SumPlan plan(const ScatteringModel& model, const QGrid& q) override {
    return {0, [this, &model, &q] {
              PartialProfiles sum = make_cpu_engine(Precision::Double, 2)->compute(model, q);
              const Eigen::ArrayXXd self = self_terms(model, q);
              sum.values = self + factor_ * (sum.values - self);
              return sum;
            }};
  }

 private:
  static Eigen::ArrayXXd self_terms(const ScatteringModel& model, const QGrid& q) {
    Eigen::ArrayXXd self = Eigen::ArrayXXd::Zero(1, static_cast<Eigen::Index>(q.size()));
    for (const std::uint16_t type : model.type)
      self.row(0) += model.channels[0].form.row(type).square();
    return self;
  }

  double factor_;
};

const QGrid grid = QGrid::linear(0.0, 1.0, 11);

}  // namespace

TEST_CASE("the check of all pairs finds the error at the q looked at", "[check]") {
  const ScatteringModel model = random_model(300, 3, 2, grid);
  const std::vector<double> k = {1, -0.8};
  PartialProfiles sum = reference_sum(model, grid);
  const auto exact = make_cpu_engine(Precision::Double, 2);
  CHECK(compare_sums(model, sum, k, *exact, {2, 5, 7}).largest < 1e-12);
  sum.values.col(5) *= 1 + 3e-4;
  sum.values.col(7) *= 1 - 1e-4;
  const MeasuredError error = compare_sums(model, sum, k, *exact, {2, 5, 7});
  CHECK(error.largest == Approx(3e-4).epsilon(1e-6));
  CHECK(error.q == grid[5]);
  CHECK(error.n_q == 3);
  CHECK(error.rows == model.size());
  sum.values(0, 7) = std::nan("");
  CHECK(std::isnan(compare_sums(model, sum, k, *exact, {2, 5, 7}).largest));
}

TEST_CASE("sums of rows are those of the double loop", "[check]") {
  const ScatteringModel model = random_model(333, 4, 1, grid);
  const std::vector<std::size_t> rows = {0, 17, 18, 200, 332}, columns = {1, 6, 10};
  const Eigen::ArrayXXd& form = model.channels[0].form;
  const Eigen::ArrayXd sums = cpu::row_sums(model, grid, form, rows, columns, 2);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto column = static_cast<Eigen::Index>(columns[c]);
    double expected = 0;
    for (const std::size_t i : rows)
      for (std::size_t j = 0; j < model.size(); ++j) {
        if (std::find(rows.begin(), rows.end(), j) != rows.end()) continue;
        const Position &p = model.position[i], &r = model.position[j];
        const double x = grid[columns[c]] * std::hypot(p[0] - r[0], p[1] - r[1], p[2] - r[2]);
        expected += form(model.type[i], column) * form(model.type[j], column) * std::sin(x) / x;
      }
    CHECK(sums[static_cast<Eigen::Index>(c)] == Approx(expected).epsilon(1e-11));
  }
}

TEST_CASE("the check of rows finds the error of all pairs within its deviation", "[check]") {
  const ScatteringModel model = random_model(3000, 3, 1, grid);
  const PartialProfiles exact = make_cpu_engine(Precision::Double, 2)->compute(model, grid);
  for (const double factor : {1.0, 1.001, 1 - 1e-5}) {
    CAPTURE(factor);
    Exaggerating engine(factor);
    const PartialProfiles sum = engine.compute(model, grid);
    const MeasuredError error = compare_rows(model, sum, {1.0}, engine, {1, 4, 10}, 400, 2);
    CHECK(error.rows == 400);
    CHECK(error.n_atoms == 3000);
    CHECK(error.n_q == 3);
    double true_error = 0;
    for (const Eigen::Index column : {1, 4, 10})
      true_error =
          std::max(true_error, std::abs(sum.values(0, column) / exact.values(0, column) - 1));
    CHECK(std::abs(error.largest - true_error) <= 4 * error.sampling_error + 1e-12);
    CHECK(error.sampling_error <= 0.3 * true_error + 1e-12);
  }
}

TEST_CASE("the error of every method can be measured", "[check]") {
  const ScatteringModel model = random_model(900, 3, 1, grid);
  for (const Method method : {Method::Direct, Method::Histogram, Method::Fourier}) {
    EngineOptions options;
    options.device = "cpu";
    options.method = method;
    options.check = true;
    Engines engines(options);
    const StatedSum sum = engines.compute(model, grid);
    CAPTURE(method_name(method));
    REQUIRE(sum.measured_error);
    CHECK(sum.measured_error->n_q >= 4);
    CHECK(sum.measured_error->largest <= sum.error_bound({1.0}));
    CHECK(engines.warnings().empty());
  }
  Exaggerating wrong(1.01);
  const auto exact = make_cpu_engine(Precision::Double, 2);
  const auto error = check_sum(model, wrong.compute(model, grid), {1.0}, wrong, *exact, 2);
  REQUIRE(error);
  CHECK(error->largest > 1e-4);
  CHECK_FALSE(check_sum(random_model(5, 1, 1, QGrid({0.0})),
                        reference_sum(random_model(5, 1, 1, QGrid({0.0})), QGrid({0.0})), {1.0},
                        wrong, *exact, 2));
}
