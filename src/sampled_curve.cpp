// See sampled_curve.hpp.

#include "sampled_curve.hpp"

#include <cmath>
#include <numbers>

namespace debye {
namespace {

using std::numbers::pi;

constexpr double least_b = 33;  // 2 exp(−b) = 1e-14

/// (−1)^n for a whole n.
double sign(double n) { return std::fmod(n, 2) == 0 ? 1 : -1; }

double sinc(double x) {
  const double whole = std::nearbyint(x);
  return x == 0 ? 1 : sign(whole) * std::sin(pi * (x - whole)) / (pi * x);
}

}  // namespace

double Samples::largest_diameter(std::size_t n, double q_max) {
  const double root = std::sqrt(static_cast<double>(n)) - std::sqrt(least_b / pi);
  return root > 0 ? pi * root * root / q_max : 0;
}

Samples Samples::up_to(std::size_t n, double q_max) {
  const auto count = static_cast<double>(n);
  const double step = std::sqrt(pi * q_max / (count * largest_diameter(n, q_max)));
  return {n, step, count - q_max / step};
}

Eigen::MatrixXd Samples::interpolation(const std::vector<double>& q) const {
  const double cosh_b = std::cosh(least_b);
  const auto window = [&](double distance) {
    const double t = distance / half_width;
    return std::abs(t) < 1 ? std::cosh(least_b * std::sqrt(1 - t * t)) / cosh_b : 0;
  };
  const auto weight = [&](double distance) { return sinc(distance) * window(distance); };
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(q.size()), static_cast<Eigen::Index>(n));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index m = 0; m < matrix.cols(); ++m) {
      const double x = q[static_cast<std::size_t>(i)] / step, sample = static_cast<double>(m + 1);
      // The difference near x = 0, where its digits would cancel: sinc'(m) = (−1)^m/m.
      matrix(i, m) = x < 1e-5 ? -2 * x * sign(sample) / sample * window(sample)
                              : weight(x - sample) - weight(x + sample);
    }
  return matrix;
}

}  // namespace debye
