// The histogram engine and its parts: counts and moments that are whole numbers and right, classes
// of atoms, the sums of one test body for all engines (see test_pair_sum.cpp).

#include <algorithm>
#include <cmath>
#include <numbers>

#include "accuracy.hpp"
#include "catch.hpp"
#include "debye/atoms.hpp"
#include "debye/solution_model.hpp"
#include "errors.hpp"
#include "histogram/atom_classes.hpp"
#include "histogram/cost.hpp"
#include "histogram/cpu_histogram.hpp"
#include "histogram/distance_bins.hpp"
#include "histogram/moment_sums.hpp"
#include "histogram/pair_bins.hpp"
#include "histogram/sharpness.hpp"
#include "models.hpp"
#include "random_protein.hpp"
#include "reference.hpp"
#include "single_sums.hpp"

using namespace debye;
using namespace debye::histogram;
using namespace debye::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

void compare_all(const ScatteringModel& model, const QGrid& q) {
  const PartialProfiles expected = reference_sum(model, q);
  for (const InstructionSet* set : available_instruction_sets())
    for (const double tolerance : {1e-2, 1e-4, 1e-7}) {
      INFO(set->name << ", " << tolerance << ", " << model.size() << " atoms, " << q.size()
                     << " q to " << q.back());
      CpuHistogram engine(*set, tolerance, 2);
      CHECK(max_relative_error(engine.compute(model, q), expected) <= tolerance);
    }
}

/// Classes of a model whose coordinates are already in widths of bins.
AtomClasses classes_of(const ScatteringModel& model) { return sort_into_classes(model, {}); }

}  // namespace

TEST_CASE("the histogram gives the double sum at sizes around its vectors", "[histogram]") {
  const std::vector<QGrid> grids = {QGrid::linear(0.0, 0.5, 41),
                                    QGrid::linear(0.2, 1.9, 70),
                                    QGrid({0.0, 0.013, 0.2, 0.21, 0.9}),
                                    QGrid({0.3}),
                                    QGrid({0.0}),
                                    QGrid({1e-6, 0.11, 3.0, 7.5})};
  for (const std::size_t n : {1, 2, 3, 7, 8, 9, 16, 17, 63, 65, 391})
    for (const QGrid& q : grids) compare_all(random_model(n, n < 20 ? 1 : 3, 1, q), q);
}

TEST_CASE("the histogram gives the double sum where a new block begins", "[histogram]") {
  const QGrid q({0.2, 0.45});
  for (const std::size_t n : {511, 512, 513, 1025, 2100}) compare_all(random_model(n, 1, 1, q), q);
}

TEST_CASE("the histogram gives all partial profiles of one to four channels", "[histogram]") {
  const QGrid q = QGrid::linear(0.0, 0.6, 35);
  for (const int channels : {2, 3, 4}) compare_all(random_model(150, 5, channels, q), q);
}

TEST_CASE("the histogram takes types without atoms, atoms that do not scatter and many q",
          "[histogram]") {
  const QGrid q = QGrid::linear(0.0, 0.6, 300);
  ScatteringModel model = random_model(60, 1, 2, q);
  model.channels.clear();
  model.type_name.clear();
  add_channels(model, 40, 2, q);
  for (Channel& channel : model.channels) channel.form.row(5) = 0;
  for (std::size_t i = 0; i < model.size(); ++i)
    model.type[i] = static_cast<std::uint16_t>(i % 7 == 0 ? 39 : i % 30);
  compare_all(model, q);
  model.type.assign(model.size(), 5);
  CHECK((make_histogram_engine(1e-4, 2)->compute(model, q).values == 0).all());
}

TEST_CASE("the histogram takes atoms on top of each other and far from the origin", "[histogram]") {
  const QGrid q = QGrid::linear(0.0, 2.0, 37);
  ScatteringModel model = random_model(20, 2, 1, q);
  for (std::size_t i = 0; i < 10; ++i) model.position[i] = model.position[10];
  compare_all(model, q);
  for (Position& position : model.position) position[1] += 9000.0;
  compare_all(model, q);
  for (Position& position : model.position) position = {1.0, 2.0, 3.0};
  compare_all(model, q);
}

TEST_CASE("a model that needs too many bins is summed directly", "[histogram]") {
  const QGrid q({0.0, 0.21, 0.5});
  ScatteringModel model = random_model(30, 2, 1, q);
  model.position[3][0] = 3e5;
  const PartialProfiles direct = make_cpu_engine(Precision::Double, 1)->compute(model, q);
  CHECK((make_histogram_engine(1e-4, 1)->compute(model, q).values == direct.values).all());
}

TEST_CASE("the histogram does not depend on threads and repeats itself", "[histogram]") {
  const QGrid q = QGrid::linear(0.0, 0.5, 50), other({0.1, 0.7});
  const ScatteringModel model = random_model(5000, 6, 2, q);
  const auto engine = make_histogram_engine(1e-4, 1);
  const Eigen::ArrayXXd one = engine->compute(model, q).values;
  engine->compute(random_model(77, 2, 2, other), other);
  CHECK((engine->compute(model, q).values == one).all());
  for (const int threads : {2, 3, 7, 64})
    CHECK((make_histogram_engine(1e-4, threads)->compute(model, q).values == one).all());
}

TEST_CASE("many types are treated some at a time, with the same result", "[histogram]") {
  const QGrid q({0.1, 0.5});
  ScatteringModel model = random_model(900, 1, 1, q);
  model.position[0][0] += 4000;  // many bins, so that 128 MiB hold few pairs of classes
  model.channels.clear();
  model.type_name.clear();
  add_channels(model, 30, 1, q);
  for (std::size_t i = 0; i < model.size(); ++i) model.type[i] = static_cast<std::uint16_t>(i % 30);
  CHECK(max_relative_error(make_histogram_engine(1e-4, 2)->compute(model, q),
                           reference_sum(model, q)) <= 1e-4);
}

TEST_CASE("an engine of the histogram says what it is and refuses other tolerances",
          "[histogram]") {
  CpuHistogram engine(portable, 1e-4, 2);
  CHECK(engine.description() == "histogram, tolerance 1e-4, CPU (portable, 2 threads)");
  CHECK(CpuHistogram(portable, 2.5e-5, 1).description() ==
        "histogram, tolerance 2.5e-5, CPU (portable, 1 thread)");
  CHECK(engine.error_bound() == 1e-4);
  CHECK(engine.channel_error() == 0);
  CHECK(engine.precision() == Precision::Double);
  for (const double tolerance : {0.0, -1.0, 0.5, 1e-9, std::nan("")})
    CHECK(
        mentions(error_of<InputError>([&] { make_histogram_engine(tolerance, 1); }), "tolerance"));
}

TEST_CASE("progress of the histogram grows to 1", "[histogram]") {
  const QGrid q = QGrid::linear(0.0, 0.5, 20);
  const auto engine = make_histogram_engine(1e-4, 2);
  std::vector<double> seen;
  engine->on_progress([&](double fraction) { seen.push_back(fraction); });
  engine->compute(random_model(4000, 3, 1, q), q);
  REQUIRE(!seen.empty());
  CHECK(std::is_sorted(seen.begin(), seen.end()));
  CHECK_THAT(seen.back(), WithinAbs(1.0, 1e-12));
}

TEST_CASE("sums over bins are whole numbers, the same in all instruction sets", "[histogram]") {
  const QGrid q({0.1});
  ScatteringModel model = random_model(700, 3, 1, q);
  for (std::size_t i = 0; i < 50; ++i) model.position[i] = model.position[i + 100];
  const AtomClasses atoms = classes_of(model);
  const std::vector<ClassPair> pairs = class_pairs(atoms);
  CHECK(pairs.size() == 6);
  const std::size_t n_bins = 80;
  const auto none = [](double) {};
  std::vector<std::int64_t> first;
  for (const InstructionSet* set : available_instruction_sets()) {
    INFO(set->name);
    const auto sums = moment_sums(*set, atoms, pairs, n_bins, 2, none);
    if (first.empty()) first = sums;
    // Fused multiply-add may round a residual otherwise, by one unit; counts are the same.
    for (std::size_t k = 0; k < sums.size(); k += n_moments) REQUIRE(sums[k] == first[k]);
    std::int64_t counted = 0;
    for (std::size_t k = 0; k < sums.size(); k += n_moments) counted += sums[k];
    CHECK(counted == 700 * 699 / 2);
  }
  // Moments against plain sums, over all bins of a pair of classes.
  const ClassPair& pair = pairs[1];
  const AtomClass &of_i = atoms.classes[pair.i], &of_j = atoms.classes[pair.j];
  double expected[n_moments] = {};
  for (std::size_t i = of_i.first; i < of_i.first + of_i.count; ++i)
    for (std::size_t j = of_j.first; j < of_j.first + of_j.count; ++j) {
      const double r =
          std::hypot(atoms.x[i] - atoms.x[j], atoms.y[i] - atoms.y[j], atoms.z[i] - atoms.z[j]);
      const double x = r - std::nearbyint(r);
      for (int m = 0; m < 4; ++m) expected[m] += std::pow(x, m);
    }
  const int bits[n_moments] = {0, pair.fields.first_bits, pair.fields.second_bits,
                               pair.fields.third_bits};
  for (std::size_t m = 0; m < n_moments; ++m) {
    double sum = 0;
    for (std::size_t b = 0; b < n_bins; ++b)
      sum += static_cast<double>(first[(n_bins + b) * n_moments + m]);
    CHECK_THAT(std::ldexp(sum, -bits[m]), WithinAbs(expected[m], std::ldexp(1000.0, -bits[m])));
  }
}

TEST_CASE("the fields of a bin hold the largest sums that a block can give", "[histogram]") {
  // Two heaps of atoms at a distance of a whole number and nearly a half: all pairs in one bin,
  // with the largest residual of either sign.
  for (const double distance : {3 + 0.4999999, 3 - 0.4999999, 3.0})
    for (const double weight : {1.0, 2.0, 31.0, 32.0}) {
      const std::size_t half = 256;
      const PackedFields fields = packed_fields(weight * weight, 1e4);
      std::vector<double> x(2 * half, 0.0), zero(2 * half, 0.0), weights(2 * half, weight);
      std::fill(x.begin() + half, x.end(), distance);
      const std::size_t rows = max_packed_pairs / half;
      for (const InstructionSet* set : available_instruction_sets()) {
        INFO(set->name << ", weight " << weight << ", distance " << distance);
        alignas(64) std::int64_t bins[2 * 6] = {};
        std::int64_t totals[6 * n_moments] = {};
        for (int repeat = 0; repeat < 3; ++repeat) {
          set->add_pairs(
              {x.data(), zero.data(), zero.data(), weights.data(), 0, rows, half, 2 * half, false},
              fields, bins);
          set->take_out(fields, 6, bins, totals);
        }
        const double sum = 3.0 * static_cast<double>(max_packed_pairs) * weight * weight;
        const double residual = distance - 3;
        CHECK(static_cast<double>(totals[3 * n_moments]) == sum);
        CHECK_THAT(std::ldexp(static_cast<double>(totals[3 * n_moments + 1]), -fields.first_bits),
                   WithinAbs(sum * residual, 1e-4 * sum));
        CHECK_THAT(std::ldexp(static_cast<double>(totals[3 * n_moments + 2]), -fields.second_bits),
                   WithinAbs(sum * std::pow(residual, 2), 1e-3 * sum));
        CHECK_THAT(std::ldexp(static_cast<double>(totals[3 * n_moments + 3]), -fields.third_bits),
                   WithinAbs(sum * std::pow(residual, 3), 1e-3 * sum));
        for (const std::int64_t word : bins) CHECK(word == 0);
        for (std::size_t b = 0; b < 6; ++b)
          if (b != 3) CHECK(totals[b * n_moments] == 0);
      }
    }
}

TEST_CASE("the fields of sums over very many pairs fit in 64 bits", "[histogram]") {
  for (const double pairs : {1e3, 1e8, 1e11, 1e13})
    for (const double largest : {1.0, 1024.0}) {
      const PackedFields fields = packed_fields(largest, pairs);
      CHECK(std::log2(pairs * largest) - 1 + fields.first_bits < 63);
      CHECK(std::log2(pairs * largest) - 2 + fields.second_bits < 63);
      CHECK(fields.first_bits + std::log2(largest) >= 18);
    }
}

TEST_CASE("points of a bin have the moments of its pairs", "[histogram]") {
  const DistanceBins bins{1.0, 3};
  const PackedFields fields = packed_fields(1, 100);
  const double x[] = {-0.41, 0.02, 0.13, 0.5, 0.5};
  std::vector<std::int64_t> totals(bins.n_bins * n_moments, 0);
  const int bits[] = {0, fields.first_bits, fields.second_bits, fields.third_bits};
  double expected[6] = {};
  for (const double at : x) {
    for (int m = 0; m < 4; ++m)
      totals[n_moments + static_cast<std::size_t>(m)] +=
          std::llround(std::ldexp(std::pow(at, m), bits[m]));
    for (int m = 0; m < 4; ++m) expected[m] += std::pow(at, m);
  }
  std::vector<double> weights(bins.n_bins * points_per_bin);
  weights_from_moments(fields, bins, totals.data(), weights.data());
  const std::vector<double> r = point_distances(bins);
  for (int m = 0; m < 4; ++m) {
    double sum = 0;
    for (std::size_t k = 0; k < points_per_bin; ++k)
      sum += weights[points_per_bin + k] * std::pow(r[points_per_bin + k] - 1, m);
    CHECK_THAT(sum, WithinAbs(expected[m], 1e-4));
  }
  CHECK(*std::min_element(r.begin(), r.end()) > 0);
}

TEST_CASE("types whose amplitudes are whole multiples share a class", "[histogram]") {
  const QGrid q = QGrid::linear(0.0, 0.5, 30);
  ScatteringModel model = random_model(200, 6, 2, q);
  const auto set = [&](Eigen::Index t, double factor, Eigen::Index from) {
    for (Channel& channel : model.channels)
      channel.form.row(t) = factor * Eigen::ArrayXXd(channel.form.row(from));
  };
  set(1, 1.5, 0);    // weights 2 and 3
  set(3, 1.0, 2);    // the same
  set(5, 0.123, 4);  // no common unit
  const AtomClasses atoms = classes_of(model);
  REQUIRE(atoms.classes.size() == 4);
  CHECK(atoms.classes[0].weight_of_type == 2);
  CHECK(atoms.classes[0].largest_weight == 3);
  CHECK(atoms.classes[1].largest_weight == 1);
  compare_all(model, q);
  // The channels must have the same factor.
  model.channels[1].form.row(1) *= 2;
  CHECK(classes_of(model).classes.size() == 5);
  compare_all(model, q);
}

TEST_CASE("the beads of a hydration shell are one class", "[histogram]") {
  const QGrid q = QGrid::linear(0.0, 0.5, 11);
  const Atoms atoms = read_atoms(read_input(DEBYE_DATA_DIR "/lysozyme.pdb")).at(0);
  const ScatteringModel in_vacuum = make_model(atoms, q);
  const ScatteringModel model = make_solution_model(atoms, q, {}, {}).scattering;
  const AtomClasses classes = classes_of(model);
  CHECK(classes.classes.size() == classes_of(in_vacuum).classes.size() + 1);
  CHECK(classes.classes.back().largest_weight <= max_weight);
  CHECK(classes.classes.back().count == model.size() - in_vacuum.size());
}

TEST_CASE("amplification is the largest ratio of self terms to the curve", "[histogram]") {
  CHECK_THAT(amplification(Eigen::ArrayXd::Constant(1, 6.0), Eigen::ArrayXd::Constant(1, 2.0)),
             WithinRel(3.0, 1e-12));
  // F = diag(4, 1), P = diag(2, 3): ratios 2 and 1/3 and nothing between them beyond.
  Eigen::ArrayXd self(3), sum(3);
  self << 4, 0, 1;
  sum << 2, 0, 3;
  CHECK_THAT(amplification(self, sum), WithinRel(std::hypot(2.0, 1.0 / 3), 1e-12));
  // In other channels, c = T e with T = ((1, 1), (1, 2)), the ratios are the same.
  self << 5, 6, 8;
  sum << 5, 8, 14;
  CHECK_THAT(amplification(self, sum), WithinRel(std::hypot(2.0, 1.0 / 3), 1e-12));
  // A channel that is twice another, or 0, adds nothing.
  self << 4, 8, 16;
  sum << 2, 4, 8;
  CHECK_THAT(amplification(self, sum), WithinRel(2.0, 1e-12));
  self << 0, 0, 4;
  sum << 0, 0, 2;
  CHECK_THAT(amplification(self, sum), WithinRel(2.0, 1e-12));
  CHECK(std::isinf(amplification(Eigen::ArrayXd::Constant(1, 1.0), Eigen::ArrayXd::Zero(1))));
}

TEST_CASE("the predicted time grows as it should", "[histogram]") {
  const QGrid q = QGrid::linear(0.0, 0.5, 200);
  const auto seconds = [&](std::size_t n, std::size_t n_classes, double d_max) {
    const Cost cost = predicted_cost(n, n_classes, 1, d_max, q, 1e-4);
    return cost.counting + cost.transform;
  };
  const double usual = seconds(10'000, 10, 72);
  CHECK(usual > 0.01);
  CHECK(usual < 0.2);
  CHECK(seconds(100'000, 10, 155) > 80 * usual);
  CHECK(seconds(1000, 200, 33) > 0.1);
  CHECK(std::isfinite(predicted_cost(1, 1, 1, 0, QGrid({0.0}), 1e-2).counting));
}
