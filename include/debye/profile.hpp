// The results: partial profiles of an engine and the profile that is written.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "debye/q_grid.hpp"

namespace debye {

/// Orientation-averaged intensity of one particle on a grid of q.
struct Profile {
  QGrid q;                   ///< [1/Å]
  Eigen::ArrayXd intensity;  ///< Nq [electrons²]
};

/// The Debye sum for each pair of channels a <= b:
///     P_ab(q) = Σ_i Σ_j A_a(t_i, q) A_b(t_j, q) sin(q r_ij)/(q r_ij),   the i == j terms included.
struct PartialProfiles {
  QGrid q;
  int n_channels = 0;      ///< C
  Eigen::ArrayXXd values;  ///< C(C+1)/2 × Nq [electrons²], rows 00, 01, .., 11, 12, ..

  /// Row of values that holds P_ab; symmetric in a and b.
  int row(int a, int b) const;

  /// I(q) = Σ_a Σ_b k_a k_b P_ab(q) over all a and b, so rows with a < b count twice.
  /// @throws InputError if coefficient.size() != n_channels.
  Profile combine(const std::vector<double>& coefficient) const;

  /// Largest ratio over q of (Σ_a |k_a| √P_aa)² and I(q): so many times does a relative error of
  /// the amplitudes grow where channels cancel each other, as molecule and displaced solvent do.
  /// 1 for a single channel. @throws InputError as combine() does.
  double cancellation(const std::vector<double>& coefficient) const;
};

}  // namespace debye
