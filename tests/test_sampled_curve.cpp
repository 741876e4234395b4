// Interpolation between samples of a curve, and the product of matrices that it takes.

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "sampled_curve.hpp"
#include "small_product.hpp"

using namespace debye;

namespace {

std::vector<double> spread(double first, double last, std::size_t n) {
  std::vector<double> q;
  for (std::size_t i = 0; i < n; ++i)
    q.push_back(first + (last - first) * static_cast<double>(i) / static_cast<double>(n - 1));
  return q;
}

/// max over q of |interpolated − sin(q r)|.
double largest_error(const Samples& samples, const std::vector<double>& q,
                     const Eigen::MatrixXd& matrix, double r) {
  Eigen::VectorXd sampled(static_cast<Eigen::Index>(samples.n));
  for (Eigen::Index m = 0; m < sampled.size(); ++m)
    sampled[m] = std::sin(static_cast<double>(m + 1) * samples.step * r);
  const Eigen::VectorXd found = matrix * sampled;
  double largest = 0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double error = std::abs(found[static_cast<Eigen::Index>(i)] - std::sin(q[i] * r));
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

}  // namespace

TEST_CASE("samples give every sine up to the largest diameter, at any q", "[sampled]") {
  for (const std::size_t n : {15, 45, 75, 105, 315})
    for (const double q_max : {0.02, 0.5, 3.0}) {
      CAPTURE(n, q_max);
      const Samples samples = Samples::up_to(n, q_max);
      CHECK(samples.n == n);
      const double diameter = Samples::largest_diameter(n, q_max);
      std::vector<double> q = spread(1e-9 * q_max, q_max, 257);
      for (std::size_t m = 1; static_cast<double>(m) * samples.step < q_max; ++m)
        q.push_back(static_cast<double>(m) * samples.step);  // on samples
      const Eigen::MatrixXd matrix = samples.interpolation(q);
      for (const double share : {1e-7, 0.01, 0.3, 0.77, 0.99, 1.0}) {
        CAPTURE(share);
        // Phases are rounded, here and where they are sampled.
        const double rounding = 4e-16 * q_max * diameter;
        CHECK(largest_error(samples, q, matrix, share * diameter) <= 4e-14 + rounding);
      }
      // The bound is no looser than needed.
      CHECK(largest_error(samples, q, matrix, 1.5 * diameter) > 1e-13);
      // Rounding errors of samples come through little larger.
      CHECK(matrix.cwiseAbs().rowwise().sum().maxCoeff() <= 4);
    }
}

TEST_CASE("samples asked for grow with diameter and q as Shannon's theorem says", "[sampled]") {
  CHECK(Samples::largest_diameter(10, 0.5) == 0);  // too few for any
  CHECK(Samples::largest_diameter(45, 0.5) == Approx(75.4).epsilon(0.01));
  CHECK(Samples::largest_diameter(45, 1.0) == Approx(37.7).epsilon(0.01));
  const double limit = Samples::largest_diameter(100'000, 1) * 1 / M_PI;
  CHECK(limit == Approx(100'000).epsilon(0.03));  // one for each half wave
}

TEST_CASE("a small product of matrices is that of Eigen", "[sampled]") {
  for (const Eigen::Index rows : {1, 15, 16, 17, 200})
    for (const Eigen::Index depth : {1, 45})
      for (const Eigen::Index columns : {1, 3, 4, 78}) {
        CAPTURE(rows, depth, columns);
        const Eigen::MatrixXd a = Eigen::MatrixXd::Random(rows, depth);
        const Eigen::MatrixXd b = Eigen::MatrixXd::Random(depth, columns);
        const Eigen::MatrixXd found = small_product(a, b);
        REQUIRE(found.rows() == rows);
        REQUIRE(found.cols() == columns);
        CHECK((found - a * b).cwiseAbs().maxCoeff() <= 1e-13);
      }
}
