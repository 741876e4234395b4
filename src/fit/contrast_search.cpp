// Reduction by QR and the search for stationary points.

#include "fit/contrast_search.hpp"

#include <Eigen/QR>
#include <algorithm>

namespace debye {
namespace {

/// The model along x in [−1, 1], which spans the bounds: m = a + b x + c x².
struct Parabola {
  Eigen::Vector4d a, b, c;
  Eigen::Vector4d at(double x) const { return a + x * (b + x * c); }
  Eigen::Vector4d slope(double x) const { return b + 2 * x * c; }
};

/// With the scale eliminated, χ² = |y|² − (m·y)²/|m|². This has the sign of −dχ²/dx where m·y > 0.
double descent(const Parabola& m, const Eigen::Vector4d& y, double x) {
  const Eigen::Vector4d value = m.at(x), slope = m.slope(x);
  return slope.dot(y) * value.squaredNorm() - value.dot(y) * slope.dot(value);
}

/// Where descent() changes sign between lower and upper.
double root(const Parabola& m, const Eigen::Vector4d& y, double lower, double upper) {
  const bool sign = descent(m, y, lower) > 0;
  for (int i = 0; i < 60 && lower < upper; ++i) {
    const double middle = 0.5 * (lower + upper);
    (descent(m, y, middle) > 0 ? sign : !sign) ? lower = middle : upper = middle;
  }
  return 0.5 * (lower + upper);
}

ContrastOptimum with_best_scale(const Eigen::Vector4d& m, const Eigen::Vector4d& y) {
  const double squared = m.squaredNorm();
  const double scale = squared > 0 ? std::max(0.0, m.dot(y) / squared) : 0;
  return {0, scale, (y - scale * m).squaredNorm()};
}

}  // namespace

ContrastProblem contrast_problem(const Eigen::MatrixX3d& terms, const Eigen::VectorXd& data,
                                 const Eigen::VectorXd* constant) {
  const Eigen::Index first = constant ? 1 : 0, n = data.size();
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(std::max<Eigen::Index>(n, first + 4), first + 4);
  if (constant) columns.col(0).head(n) = *constant;
  columns.block(0, first, n, 3) = terms;
  columns.col(first + 3).head(n) = data;
  const Eigen::MatrixXd r = columns.householderQr().matrixQR().triangularView<Eigen::Upper>();
  const Eigen::Matrix4d block = r.block<4, 4>(first, first);
  return {block.leftCols<3>(), block.col(3)};
}

bool is_better(double chi2, double best, double data_squared) {
  return chi2 < best - 1e-12 * best - 1e-26 * data_squared;
}

ContrastOptimum best_contrast(const ContrastProblem& problem, const Bounds& bounds) {
  const double middle = 0.5 * (bounds.lower + bounds.upper);
  const double half = 0.5 * (bounds.upper - bounds.lower);
  const Eigen::Vector4d u0 = problem.terms.col(0), u1 = problem.terms.col(1),
                        u2 = problem.terms.col(2), y = problem.data;
  const Parabola m{u0 + middle * u1 + middle * middle * u2, half * (u1 + 2 * middle * u2),
                   half * half * u2};
  const auto optimum_at = [&](double x, double contrast) {
    ContrastOptimum optimum = with_best_scale(m.at(x), y);
    optimum.shell_contrast = contrast;
    return optimum;
  };
  if (bounds.fixed()) return optimum_at(0, bounds.lower);

  const double start = std::clamp(SolventParameters{}.shell_contrast, bounds.lower, bounds.upper);
  ContrastOptimum best = optimum_at((start - middle) / half, start);
  const auto consider = [&](double x, double contrast) {
    const ContrastOptimum optimum = optimum_at(x, contrast);
    if (is_better(optimum.chi2, best.chi2, y.squaredNorm())) best = optimum;
  };
  // descent() is of degree 4: the terms in x⁵ cancel. At most four roots, so 64 steps miss none but
  // a pair so close together that χ² is flat between them.
  constexpr int steps = 64;
  for (int i = 0; i < steps; ++i) {
    const double x = -1 + 2.0 * i / steps, next = -1 + 2.0 * (i + 1) / steps;
    if ((descent(m, y, x) > 0) == (descent(m, y, next) > 0)) continue;
    const double stationary = root(m, y, x, next);
    consider(stationary, middle + half * stationary);
  }
  consider(-1, bounds.lower);
  consider(1, bounds.upper);
  return best;
}

}  // namespace debye
