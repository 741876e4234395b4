// Whether the bins were narrow enough, judged from the sums that they gave.
#pragma once

#include <Eigen/Core>

#include "debye/q_grid.hpp"

namespace debye::histogram {

/// How many times larger the self terms of a curve are than the curve, at most, among all curves
/// Σ k_a k_b P_ab(q) at one q. Errors are a part of the self terms, and so this times as large a
/// part of the curve. For C channels up to √C times too large. Combinations that scatter nothing
/// at all do not count.
/// @param self, sum  rows 00, 01, .., 11, .. of the self terms and of P_ab
double amplification(const Eigen::ArrayXd& self, const Eigen::ArrayXd& sum);

/// The largest amplification at any q from number first_q on.
double largest_amplification(std::size_t first_q, const Eigen::ArrayXXd& self,
                             const Eigen::ArrayXXd& sums);

/// The widest bins [Å] that keep the tolerance at all q from number first_q on.
double allowed_width(double tolerance, const QGrid& q, std::size_t first_q,
                     const Eigen::ArrayXXd& self, const Eigen::ArrayXXd& sums);

}  // namespace debye::histogram
