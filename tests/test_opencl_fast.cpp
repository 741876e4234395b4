// The fast form of the direct sum on OpenCL devices: its parts, when it is chosen, and its sums.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "engines.hpp"
#include "errors.hpp"
#include "opencl/device_group.hpp"
#include "opencl/pair_sum_opencl.hpp"
#include "opencl/q_blocks.hpp"
#include "opencl/type_runs.hpp"
#include "opencl_fixtures.hpp"

using namespace debye;
using namespace debye::test;

namespace {

std::unique_ptr<PairSumEngine> fast_engine(int device = 0,
                                           Precision precision = Precision::Single) {
  OpenClOptions options;
  options.kernel = DirectKernel::Fast;
  return make_opencl_engine(opencl::open_devices({device}, options), precision);
}

}  // namespace

TEST_CASE("products of factors give the sine at each q of a pass", "[opencl]") {
  constexpr int k_max = opencl::BlockShape::most_k, a_max = opencl::BlockShape::a_max;
  const double q_min = 0.1, delta = 0.0025;
  const opencl::BlockPass pass = opencl::make_block_passes<float>(q_min, delta, 1, 106, {}).front();
  CHECK(pass.centre == static_cast<double>(static_cast<float>(pass.centre)));
  CHECK(pass.half_delta == static_cast<double>(static_cast<float>(pass.half_delta)));
  const double to_q = M_PI * pass.unit;
  CHECK(std::abs(pass.half_delta * to_q / (delta / 2) - 1) <= 2e-9);
  for (const double r : {1.3, 40.0, 333.0}) {
    // The sums of debye_blocks.cl for one pair, as its head defines them.
    const double x = pass.centre * to_q * r, step = 2 * pass.half_delta * to_q * r;
    std::vector<double> products;
    for (int k = 0; k <= k_max; ++k) {
      const double angle = k * (2 * a_max + 1) * step, s = std::sin(x), c = std::cos(x);
      products.push_back(s * std::cos(angle));
      if (k > 0) products.push_back(c * std::sin(angle));
      for (int a = 1; a <= a_max; ++a) {
        const double sin_a = std::sin(a * step), cos_a = std::cos(a * step) - 1;
        products.push_back(s * std::cos(angle) * cos_a);
        if (k > 0) products.push_back(s * std::sin(angle) * sin_a);
        if (k > 0) products.push_back(c * std::sin(angle) * cos_a);
        products.push_back(c * std::cos(angle) * sin_a);
      }
    }
    REQUIRE(products.size() == opencl::BlockShape{}.size());
    std::vector<double> sines(products.size());
    opencl::sums_of_sines({}, products, sines);
    double largest = 0;
    for (std::size_t i = 0; i < sines.size(); ++i) {
      const double q = q_min + delta * static_cast<double>(1 + i);
      largest = std::max(largest, std::abs(sines[i] - std::sin(q * r)));
    }
    CHECK(largest <= 4e-9 * q_min * 4 * r);
  }
}

TEST_CASE("atoms sorted by type are in an order that is always the same", "[opencl]") {
  const QGrid q({0.1});
  const std::vector<std::uint16_t> type = random_ball(300, 1, q).type;
  const std::vector<std::size_t> order = opencl::order_by_type(type);
  CHECK(order == opencl::order_by_type(type));
  std::vector<std::size_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) REQUIRE(sorted[i] == i);
  std::size_t ascents = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    REQUIRE(type[order[i - 1]] <= type[order[i]]);
    ascents += order[i - 1] < order[i] ? 1 : 0;
  }
  CHECK(ascents < 200);  // all but two in the order of the file
}

TEST_CASE("runs of one type cover the triangle once", "[opencl]") {
  for (const std::size_t n : {2, 7, 16, 17, 40})
    for (const unsigned n_types : {1u, 3u, 20u})
      for (const std::size_t longest : {3, 100}) {
        CAPTURE(n, n_types, longest);
        std::vector<std::uint16_t> type = random_ball(n, 1, QGrid({0.1}), n_types).type;
        std::sort(type.begin(), type.end());
        const std::size_t group_size = 8;
        const opencl::TypeRuns list = opencl::make_type_runs(type, group_size, longest);
        std::vector<int> seen(n * n, 0);
        std::size_t row = 0;
        for (const opencl::TypeRun& run : list.runs) {
          REQUIRE(run.n_j >= 1);
          CHECK(static_cast<std::size_t>(run.n_j) <= longest);
          REQUIRE(static_cast<std::size_t>(run.first_row) == row);
          const auto first_j = static_cast<std::size_t>(run.first_j);
          const std::size_t begin = static_cast<std::size_t>(run.k_group) * group_size;
          const std::size_t end = std::min(begin + group_size, n);
          // As the kernel does: a row ends where the segment of its atom k ends.
          for (std::size_t i = 0; i < group_size && list.segment_end[begin + i] > 0;
               i = list.segment_end[begin + i], ++row)
            for (std::size_t k = begin + i; k < begin + list.segment_end[begin + i]; ++k) {
              REQUIRE(k < end);
              REQUIRE(list.rows[row].k == type[k]);
              for (std::size_t j = first_j; j < first_j + static_cast<std::size_t>(run.n_j); ++j) {
                REQUIRE(list.rows[row].j == type[j]);
                if (j < k) ++seen[k * n + j];
              }
            }
        }
        CHECK(row == list.rows.size());
        for (std::size_t k = 0; k < n; ++k)
          for (std::size_t j = 0; j < n; ++j) REQUIRE(seen[k * n + j] == (j < k ? 1 : 0));
      }
}

TEST_CASE("the fast form is chosen on uniform grids of many q", "[opencl]") {
  if (opencl_is_missing()) return;
  const auto form_for = [](DirectKernel kernel, const QGrid& q) {
    OpenClOptions options;
    options.kernel = kernel;
    const auto engine = make_opencl_engine(opencl::open_devices({0}, options), Precision::Single);
    engine->compute(random_ball(300, 1, q), q);
    return engine->description();
  };
  const QGrid uniform = QGrid::linear(0, 0.5, 101), few = QGrid::linear(0, 0.5, 6);
  const QGrid uneven({0, 0.1, 0.2, 0.35});
  CHECK(mentions(form_for(DirectKernel::Auto, uniform), "fast form"));
  CHECK(mentions(form_for(DirectKernel::Auto, few), "two-q kernel"));
  CHECK(mentions(form_for(DirectKernel::Auto, uneven), "two-q kernel"));
  CHECK(mentions(form_for(DirectKernel::TwoQ, uniform), "two-q kernel"));
  CHECK(mentions(form_for(DirectKernel::Fast, few), "fast form"));
}

TEST_CASE("the fast form around the edges of groups", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q = QGrid::linear(0, 0.7, 15);
  for (const DeviceInfo& device : list_devices()) {
    const auto engine = fast_engine(device.index);
    for (const std::size_t n : {1, 2, 3, 63, 64, 65, 129, 300}) {
      INFO(device.name << ", N = " << n);
      CHECK(error_against_reference(*engine, random_ball(n, 1, q), q) <= single_error);
    }
  }
}

TEST_CASE("the fast form with one to four channels, in both precisions", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q = QGrid::linear(0, 0.5, 20);
  for (const DeviceInfo& device : list_devices())
    for (const Precision precision : {Precision::Single, Precision::Double}) {
      if (precision == Precision::Double && !device.has_fp64) continue;
      const auto engine = fast_engine(device.index, precision);
      for (const int n_channels : {1, 2, 3, 4}) {
        INFO(engine->description() << ", channels " << n_channels);
        const double error = error_against_reference(*engine, random_ball(150, n_channels, q), q);
        CHECK(error <= (precision == Precision::Single ? single_error : double_error));
      }
    }
}

TEST_CASE("the fast form with more types than atoms in a group", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q = QGrid::linear(0, 0.5, 20);
  for (const unsigned n_types : {1u, 40u, 200u}) {
    CAPTURE(n_types);
    CHECK(error_against_reference(*fast_engine(), random_ball(250, 2, q, n_types), q) <=
          single_error);
  }
}

TEST_CASE("the fast form on grids of any length and start", "[opencl]") {
  if (opencl_is_missing()) return;
  const auto engine = fast_engine();
  const double step = 0.005;
  for (const double q_min : {0.0, 1e-12, 1e-4, 0.004, 0.3})
    for (const std::size_t n : {2, 105, 106, 107, 230}) {
      const QGrid q = QGrid::linear(q_min, q_min + step * static_cast<double>(n - 1), n);
      REQUIRE(q.uniform_step());
      INFO(n << " q from " << q_min);
      CHECK(error_against_reference(*engine, random_ball(70, 2, q), q) <= 2e-6);
      CHECK(error_against_reference(*engine, random_ball(2, 1, q), q) <= 1e-5);
    }
}

TEST_CASE("coincident atoms scatter in phase in the fast form", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q = QGrid::linear(0, 2, 101);
  const auto engine = fast_engine();
  ScatteringModel model = random_ball(80, 1, q);
  for (std::size_t k = 40; k < 80; ++k) model.position[k] = model.position[k - 40];
  CHECK(error_against_reference(*engine, model, q) <= 2e-6);
  // All errors are of one sign here.
  model.position.assign(80, Position{1, 2, 3});
  CHECK(error_against_reference(*engine, model, q) <= 1e-5);
}

TEST_CASE("the way the fast form cuts its work leaves no trace in the result", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q = QGrid::linear(0, 0.5, 250);
  const ScatteringModel model = random_ball(300, 2, q);
  const auto whole = fast_engine()->compute(model, q);
  OpenClOptions options;
  options.kernel = DirectKernel::Fast;
  SECTION("launches of seven groups") { options.max_launch_groups = 7; }
  SECTION("launches as short as possible") { options.launch_seconds = 0; }
  SECTION("one pass and one run at a time on the device") { options.max_chunk_bytes = 1; }
  SECTION("some runs at a time on the device") { options.max_chunk_bytes = 20'000; }
  const auto engine = make_opencl_engine(opencl::open_devices({0}, options), Precision::Single);
  CHECK(same_bits(engine->compute(model, q), whole));
  CHECK(same_bits(engine->compute(model, q), whole));  // and from run to run
  CHECK(engine->kernel_seconds() > 0);
}

TEST_CASE("every size of group gives the fast form's sum", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q = QGrid::linear(0, 0.5, 30);
  const ScatteringModel model = random_ball(500, 1, q);
  for (const std::size_t group_size : {16, 32, 64, 128})
    for (const std::size_t max_blocks : {1, 8}) {
      OpenClOptions options;
      options.kernel = DirectKernel::Fast;
      options.block_size = group_size;
      options.max_blocks = max_blocks;
      INFO("group " << group_size << ", at most " << max_blocks);
      const auto engine = make_opencl_engine(opencl::open_devices({0}, options), Precision::Single);
      CHECK(error_against_reference(*engine, model, q) <= single_error);
    }
}

TEST_CASE("the fast form keeps the bound of single precision at 20 000 atoms", "[sweep][slow]") {
  if (opencl_is_missing()) return;
  const QGrid q = QGrid::linear(0, 2, 106);
  const ScatteringModel model = random_ball(20'000, 1, q);
  const auto expected = make_cpu_engine(Precision::Double, 0)->compute(model, q);
  CHECK(max_relative_error(fast_engine()->compute(model, q), expected) <= 1e-5);
}
