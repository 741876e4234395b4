// Covariance by singular values of the Jacobian, which do not square its condition.

#include "fit/covariance.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <limits>

namespace debye {
namespace {

/// Singular value, for columns of length 1, below which a direction counts as not determined. The
/// curve itself is known to 10⁻⁶ (single precision, interpolation); the factor of ten above this
/// is where an error is 10⁵ times that of a parameter alone.
constexpr double least_singular_value = 1e-5;

/// Part of a parameter in such a direction that makes it one of those not determined.
constexpr double least_part = 1e-3;

}  // namespace

Covariance covariance(const Eigen::MatrixXd& jacobian) {
  const Eigen::Index p = jacobian.cols();
  Covariance result{Eigen::VectorXd::Zero(p), Eigen::MatrixXd::Zero(p, p),
                    std::vector<bool>(static_cast<std::size_t>(p), true)};
  if (p == 0) return result;
  Eigen::VectorXd length = jacobian.colwise().norm();
  length = (length.array() > 0).select(length, 1.0);  // a column of zeros stays one
  const Eigen::MatrixXd unit = jacobian * length.cwiseInverse().asDiagonal();
  const Eigen::MatrixXd r =
      unit.householderQr().matrixQR().topRows(p).triangularView<Eigen::Upper>();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(r, Eigen::ComputeFullV);
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(p, p);  // of unitᵀ unit
  for (Eigen::Index j = 0; j < p; ++j) {
    const Eigen::VectorXd direction = svd.matrixV().col(j);
    const double value = svd.singularValues()[j];
    if (value >= least_singular_value) {
      inverse += direction * direction.transpose() / (value * value);
    } else {
      for (Eigen::Index k = 0; k < p; ++k)
        if (std::abs(direction[k]) > least_part)
          result.determined[static_cast<std::size_t>(k)] = false;
    }
  }
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto is_determined = [&](Eigen::Index k) {
    return result.determined[static_cast<std::size_t>(k)];
  };
  for (Eigen::Index k = 0; k < p; ++k) {
    result.error[k] = is_determined(k) ? std::sqrt(inverse(k, k)) / length[k] : nan;
    for (Eigen::Index l = 0; l < p; ++l)
      result.correlation(k, l) = !is_determined(k) || !is_determined(l) ? nan
                                 : k == l
                                     ? 1.0
                                     : inverse(k, l) / std::sqrt(inverse(k, k) * inverse(l, l));
  }
  return result;
}

}  // namespace debye
