// How few values of q determine a curve: Shannon's sampling theorem.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "debye/q_grid.hpp"

namespace debye {

/// Samples of g(q) = Σ w sin(q r), |r| <= D, at q = step, 2·step, …, n·step give it at any q up to
/// q_max. As g is odd, samples at negative q are known; those beyond q_max serve the last q asked.
///
///     g(q) = Σ_m g(m·step) sinc(x − m) W((x − m)/M),  |x − m| < M,  x = q/step
///     W(t) = cosh(b √(1 − t²)) / cosh(b),  b = π M (1 − D·step/π),  M = n − q_max/step
///
/// (Knab, IEEE Trans. Inf. Theory 25 (1979) 717). The error of each sine is below 2 e^−b, least
/// with step = √(π q_max/(n D)), where b = π (√n − √(q_max D/π))².
struct Samples {
  std::size_t n = 0;
  double step = 0;        ///< [1/Å]
  double half_width = 0;  ///< M

  /// The largest D [Å] for which n samples keep every sine to within 1e-14.
  static double largest_diameter(std::size_t n, double q_max);

  /// For that D. q_max > 0, and largest_diameter() too.
  static Samples up_to(std::size_t n, double q_max);

  /// Samples → values at `q`: Nq × n.
  Eigen::MatrixXd interpolation(const std::vector<double>& q) const;
};

}  // namespace debye
