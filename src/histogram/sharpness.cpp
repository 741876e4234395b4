// See sharpness.hpp.

#include "histogram/sharpness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "histogram/distance_bins.hpp"

namespace debye::histogram {
namespace {

/// The symmetric matrix whose upper triangle has these rows.
Eigen::MatrixXd symmetric(const Eigen::ArrayXd& rows) {
  const auto n = static_cast<Eigen::Index>(
      std::lround((std::sqrt(8.0 * static_cast<double>(rows.size()) + 1) - 1) / 2));
  Eigen::MatrixXd matrix(n, n);
  Eigen::Index row = 0;
  for (Eigen::Index a = 0; a < n; ++a)
    for (Eigen::Index b = a; b < n; ++b) matrix(a, b) = matrix(b, a) = rows[row++];
  return matrix;
}

}  // namespace

double amplification(const Eigen::ArrayXd& self, const Eigen::ArrayXd& sum) {
  if (sum.size() == 1)
    return sum[0] > 0 ? self[0] / sum[0]
                      : (self[0] > 0 ? std::numeric_limits<double>::infinity() : 0.0);
  // With P = L Lᵀ the ratio kᵀFk / kᵀPk is a Rayleigh quotient of M = L⁻¹ F L⁻ᵀ, at most its
  // largest eigenvalue, which is at most the root of the sum of all squares in M. Channels that are
  // multiples of others (or 0) give no row of L.
  const double nothing = 1e-10;
  Eigen::MatrixXd left = symmetric(sum), middle = symmetric(self);
  const Eigen::Index n = left.rows();
  const Eigen::VectorXd diagonal = left.diagonal();
  for (Eigen::Index k = 0; k < n; ++k) {
    const bool counts = left(k, k) > nothing * diagonal[k] && diagonal[k] > 0;
    if (!counts) {
      middle.row(k).setZero();
      middle.col(k).setZero();
      continue;
    }
    const double scale = 1 / std::sqrt(left(k, k));
    // One step of elimination on both sides.
    middle.row(k) *= scale;
    middle.col(k) *= scale;
    const Eigen::VectorXd factor = left.col(k).tail(n - k - 1) * scale;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      middle.row(i) -= factor[i - k - 1] * middle.row(k);
      left.row(i).tail(n - k - 1) -= factor[i - k - 1] * factor.transpose();
    }
    for (Eigen::Index i = k + 1; i < n; ++i) middle.col(i) -= factor[i - k - 1] * middle.col(k);
  }
  return middle.norm();
}

double largest_amplification(std::size_t first_q, const Eigen::ArrayXXd& self,
                             const Eigen::ArrayXXd& sums) {
  double largest = 0;
  for (auto column = static_cast<Eigen::Index>(first_q); column < sums.cols(); ++column)
    largest = std::max(largest, amplification(self.col(column), sums.col(column)));
  return largest;
}

double allowed_width(double tolerance, const QGrid& q, std::size_t first_q,
                     const Eigen::ArrayXXd& self, const Eigen::ArrayXXd& sums) {
  double width = std::numeric_limits<double>::infinity();
  for (std::size_t n = first_q; n < q.size(); ++n) {
    const auto column = static_cast<Eigen::Index>(n);
    const double larger = amplification(self.col(column), sums.col(column));
    if (larger > 0) width = std::min(width, allowed_phase(tolerance, larger) / q[n]);
  }
  return width;
}

}  // namespace debye::histogram
