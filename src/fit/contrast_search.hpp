// The best shell contrast for one expansion of the atoms: a problem of four numbers per curve.
#pragma once

#include <Eigen/Core>

#include "debye/fit.hpp"

namespace debye {

/// Weighted terms and data, rotated so that four components hold all that least squares needs. By
/// an orthogonal transformation rather than by sums of products, which would square the condition.
struct ContrastProblem {
  Eigen::Matrix<double, 4, 3> terms;  ///< of u0, u1, u2, without their part along the constant
  Eigen::Vector4d data;               ///< of the measured curve, likewise
};

/// @param terms     u0, u1, u2 at the data, N × 3, each row divided by sigma.
/// @param data      measured intensities divided by sigma.
/// @param constant  1/sigma if a constant is fitted too, else null.
ContrastProblem contrast_problem(const Eigen::MatrixX3d& terms, const Eigen::VectorXd& data,
                                 const Eigen::VectorXd* constant);

struct ContrastOptimum {
  double shell_contrast = 0, scale = 0;
  double chi2 = 0;  ///< with the best scale >= 0, and constant
};

/// Smallest χ² within the bounds, the global one; O(1). Where χ² does not depend on the contrast,
/// its default.
ContrastOptimum best_contrast(const ContrastProblem& problem, const Bounds& bounds);

/// Whether chi2 is better than best by more than rounding errors of data of this squared length.
bool is_better(double chi2, double best, double data_squared);

}  // namespace debye
