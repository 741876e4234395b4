// Interpolation and smearing: against direct sums at the measured q, and smearing against functions
// whose smeared form is known.

#include <algorithm>
#include <cmath>
#include <functional>

#include "catch.hpp"
#include "debye/fit.hpp"
#include "errors.hpp"
#include "fit/q_map.hpp"
#include "solution_models.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinAbs;

namespace {

MeasuredProfile points(std::vector<double> q, std::vector<double> dq = {}) {
  MeasuredProfile data;
  data.name = "points.dat";
  data.q = std::move(q);
  data.dq = std::move(dq);
  return data;
}

/// Uneven q from 0 to q_max, dense near 0.
std::vector<double> uneven_q(double q_max, int n) {
  std::mt19937_64 random(5);
  std::vector<double> q = {0.0};
  for (int i = 1; i < n; ++i) q.push_back(q_max * std::pow((i + uniform(random)) / n, 1.5));
  q.push_back(q_max);
  return q;
}

Eigen::ArrayXd values_of(const std::vector<double>& q, const std::function<double(double)>& f) {
  Eigen::ArrayXd values(static_cast<Eigen::Index>(q.size()));
  for (std::size_t i = 0; i < q.size(); ++i) values[static_cast<Eigen::Index>(i)] = f(q[i]);
  return values;
}

/// ∫ R f by Simpson's rule with 20 000 steps, R cut at 3 standard deviations.
double smeared(const std::function<double(double)>& f, double q, double dq) {
  const int steps = 20'000;
  double sum = 0, weights = 0;
  for (int i = 0; i <= steps; ++i) {
    const double x = -3 + 6.0 * i / steps;
    const double weight = (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2) * std::exp(-0.5 * x * x);
    sum += weight * f(std::abs(q + x * dq));
    weights += weight;
  }
  return sum / weights;
}

double max_error(const QMap& map, const Eigen::ArrayXd& nodes, const Eigen::ArrayXd& expected) {
  return (((map * nodes.matrix()).array() - expected) / expected).abs().maxCoeff();
}

}  // namespace

TEST_CASE("interpolated curves equal direct sums at every q, deep minima included", "[fit]") {
  const auto engine = make_cpu_engine(Precision::Double, 0);
  for (const Shape shape : {Shape::Globule, Shape::EvenGlobule, Shape::Rod, Shape::Shell})
    for (const std::size_t n : {20, 300, 3000}) {
      const double q_max = n == 3000 ? 0.6 : 1.5;
      const QGrid q(uneven_q(q_max, 301));
      const QGrid nodes = grid_for(points(q.values()), largest_distance(shaped_model(shape, n, q)));
      const Eigen::ArrayXd expected =
          engine->compute(shaped_model(shape, n, q), q).values.row(0).transpose();
      const Eigen::ArrayXd on_nodes =
          engine->compute(shaped_model(shape, n, nodes), nodes).values.row(0).transpose();
      const double error = max_error(make_q_map(nodes, q.values()), on_nodes, expected);
      INFO(name_of(shape) << " of " << n << ": " << nodes.size() << " nodes, error " << error
                          << ", deepest " << expected.minCoeff() / expected.maxCoeff());
      CHECK(error <= 2e-6);  // measured: 6·10⁻⁷ for the even globule of 3000
    }
}

TEST_CASE("interpolation is exact at nodes, even at q = 0, and may stop at the last node",
          "[fit]") {
  const QGrid nodes = QGrid::linear(0, 1, 51);
  const auto f = [](double q) { return 2 + std::cos(30 * q); };
  const Eigen::ArrayXd on_nodes = values_of(nodes.values(), f);
  CHECK(max_error(make_q_map(nodes, nodes.values()), on_nodes, on_nodes) < 1e-13);
  const std::vector<double> low = {1e-9, 0.003, 0.011, 0.05}, repeated = {0.3, 0.3, 0.1, 0.3};
  CHECK(max_error(make_q_map(nodes, low), on_nodes, values_of(low, f)) < 1e-8);
  CHECK(max_error(make_q_map(nodes, repeated), on_nodes, values_of(repeated, f)) < 1e-8);
  const std::vector<double> high = {0.97, 0.999, 1.0};
  CHECK(max_error(make_q_map(nodes, high), on_nodes, values_of(high, f)) < 1e-3);  // one-sided
}

TEST_CASE("smearing of functions whose smeared form is known", "[fit]") {
  const double d = 50;
  std::vector<double> q, dq;
  for (const double width : {1e-6, 1e-4, 1e-3, 0.004, 0.012, 0.05})
    for (const double at : {0.0, 0.002, 0.01, 0.083, 0.2}) {
      q.push_back(at);
      dq.push_back(width);
    }
  const QGrid nodes = grid_for(points(q, dq), d);
  CHECK(nodes.back() >= 0.2 + 3 * 0.05);
  const QMap map = make_q_map(nodes, q, dq);
  const auto check = [&](const std::function<double(double)>& f, double tolerance) {
    const Eigen::ArrayXd result = map * values_of(nodes.values(), f).matrix();
    for (std::size_t i = 0; i < q.size(); ++i) {
      INFO("q " << q[i] << ", dq " << dq[i]);
      CHECK(std::abs(result[static_cast<Eigen::Index>(i)] - smeared(f, q[i], dq[i])) <= tolerance);
    }
    return result;
  };
  check([](double) { return 1.0; }, 1e-13);                // normalised
  check([&](double x) { return std::cos(d * x); }, 1e-6);  // the fastest wave
  check([](double x) { return std::exp(-200 * x * x); }, 1e-7);
  const Eigen::ArrayXd slow = check([](double x) { return std::cos(10 * x); }, 1e-8);
  // cos(aq) smeared by a full Gaussian is cos(aq) exp(−a² dq²/2); cutting its tails changes little.
  for (std::size_t i = 0; i < q.size(); ++i)
    CHECK_THAT(slow[static_cast<Eigen::Index>(i)],
               WithinAbs(std::cos(10 * q[i]) * std::exp(-50 * dq[i] * dq[i]), 0.004));
}

TEST_CASE("smearing keeps up with long data and wide resolution", "[fit]") {
  const std::size_t n = 3500;
  std::vector<double> q(n), dq(n, 0.1);
  for (std::size_t i = 0; i < n; ++i) q[i] = 0.5 * static_cast<double>(i) / n;
  const QGrid nodes = grid_for(points(q, dq), 300);
  const QMap map = make_q_map(nodes, q, dq);
  const Eigen::VectorXd ones = map * Eigen::VectorXd::Ones(map.cols());
  CHECK((ones.array() - 1).abs().maxCoeff() < 1e-12);
  CHECK(map.isCompressed());
}

TEST_CASE("a resolution of nearly nothing smears nothing", "[fit]") {
  const std::vector<double> q = {0.0, 0.1, 0.25};
  const QGrid nodes = grid_for(points(q), 80);
  const Eigen::MatrixXd sharp = make_q_map(nodes, q);
  const Eigen::MatrixXd smeared = make_q_map(nodes, q, {1e-9, 1e-9, 1e-9});
  CHECK((sharp - smeared).cwiseAbs().maxCoeff() < 1e-6);
}

TEST_CASE("the grid for a fit is fine enough, reaches far enough and is bounded", "[fit]") {
  const QGrid grid = grid_for(points({0.01, 0.5}), 100);
  REQUIRE(grid.uniform_step());
  CHECK(grid.front() == 0);
  CHECK(*grid.uniform_step() <= M_PI / 400 * (1 + 1e-12));
  CHECK(grid.back() >= 0.5 + 8 * *grid.uniform_step() * (1 - 1e-12));
  CHECK(grid.size() == 64 + 1 + 8);
  CHECK(grid_for(points({0.0}), 0).size() == 9);  // one atom, one point
  make_q_map(grid_for(points({0.0}), 0), {0.0});
  const std::string far = error_of([] { grid_for(points({0.01, 50}), 3000); });
  CHECK(mentions(far, "points.dat"));
  CHECK(mentions(far, "unit of q"));
  CHECK(mentions(error_of([] { grid_for(points({0.1}, {1e9}), 3000); }), "points.dat"));
  CHECK(mentions(error_of([] { grid_for(points({0.1}), NAN); }), "largest distance"));
  CHECK(mentions(error_of([] { grid_for(points({}), 10); }), "no points"));
}

TEST_CASE("a grid that cannot be interpolated is refused", "[fit]") {
  const auto refused = [](const QGrid& nodes, std::vector<double> q, std::vector<double> dq = {}) {
    return error_of([&] { make_q_map(nodes, q, dq); });
  };
  const QGrid nodes = QGrid::linear(0, 0.5, 40);
  CHECK(mentions(refused(QGrid::linear(0.01, 0.5, 40), {0.1}), "start at 0"));
  CHECK(mentions(refused(QGrid::linear(0, 0.5, 8), {0.1}), "9 or more"));
  CHECK(mentions(refused(nodes, {0.1, 0.51}), "0.51"));
  CHECK(mentions(refused(nodes, {0.4}, {0.1}), "around"));
  CHECK(mentions(refused(nodes, {0.4}, {0.1, 0.1}), "2 resolutions"));
  CHECK(mentions(refused(nodes, {NAN}), "nan"));
}
