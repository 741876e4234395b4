// The distance distribution P(r) of a model.
#pragma once

#include <vector>

#include "debye/atoms.hpp"
#include "debye/profile.hpp"

namespace debye {

/// P(r) at r = 0, step, 2 step, … with the self terms at r = 0. Then, as plain sums,
///     I(q) = 4π step Σ_k p_k sin(q r_k)/(q r_k),   I(0) = 4π step Σ_k p_k = (Σ w)².
/// The self terms make P(0) = Σ w²/(4π step), where that of a continuous body is 0.
struct PairDistribution {
  std::vector<double> r;          ///< [Å]
  std::vector<double> p;          ///< [e²/Å], of any sign
  double d_max = 0;               ///< largest distance of two scatterers [Å]; r ends above
  double radius_of_gyration = 0;  ///< Rg² = Σ r² p/(2 Σ p) [Å]; NaN if not a number >= 0
  double forward_intensity = 0;   ///< (Σ w)² [e²]
};

/// Histogram of all distances r_ij with w_i w_j of points. Each pair is shared out between the two
/// r next to it so that their mean is r_ij (to within step/64); this evens out the beads of the
/// shell, which lie on a grid. It widens the peaks: Rg² rises by step²/12 and I(q) falls by q²
/// step²/12 of itself at most. Form factors have no part in it: against a computed curve, I(q) of
/// P(r) is that of points (extent of ExcessElectrons).
///
/// Cost N²/2 pairs, 0.7 to 1.3·10⁹ a second on one core of an EPYC server; the same bits for any
/// number of threads. Distances in single precision, sums in double.
/// @param weight  excess electrons; scatterers of weight 0 are left out
/// @param threads  0: all the process may use
/// @throws InputError on sizes that differ, values that are not finite, or more than 20 000 steps.
PairDistribution pair_distribution(const std::vector<Position>& position,
                                   const std::vector<double>& weight, double step = 1.0,
                                   int threads = 0);

/// Mean of several with the same step; Rg² weighted by I(0). @throws InputError if there are none.
PairDistribution mean_distribution(const std::vector<PairDistribution>& each);

/// I(q) of the sum above [e²].
Profile transform(const PairDistribution& distribution, const QGrid& q);

}  // namespace debye
