// Whether residuals change sign as often as chance makes them; needs no sigma.
#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace debye {

/// Length of the longest run of residuals of one sign. A residual of exactly 0 has no sign and ends
/// a run.
std::size_t longest_run(const Eigen::ArrayXd& residuals);

/// Probability that the longest run of equal faces in n tosses of a fair coin has length or more
/// tosses; the p-value of CorMap (Schilling, Coll. Math. J. 21 (1990) 196; Franke, Jeffries &
/// Svergun, Nature Methods 12 (2015) 419). Exact to about n rounding errors, also where tiny; O(n).
double run_probability(std::size_t n, std::size_t length);

}  // namespace debye
