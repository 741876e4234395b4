// How amplitudes begin to fall with q.
#pragma once

#include <Eigen/Core>

namespace debye {

/// The q at which a form factor is compared with that at q = 0 [1/Å]. Of atoms and displaced
/// spheres its moment is then exact to 1e-6: the next term of the series counts q² r² for r of some
/// Å, rounding 1e-16/(q² r²).
inline constexpr double moment_q = 1e-3;

/// m of A(q) = A(0) − q² m/6 + …, the second moment ∫ρ r² dV [e Å²] of each amplitude.
inline Eigen::ArrayXd second_moments(const Eigen::ArrayXd& at_zero,
                                     const Eigen::ArrayXd& at_moment_q) {
  return 6 * (at_zero - at_moment_q) / (moment_q * moment_q);
}

}  // namespace debye
