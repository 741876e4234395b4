// A molecule in solution: the three channels that a curve in solution is made of, and how they are
// put together for a given solvent. No pair sum is repeated to change the solvent's parameters.
#pragma once

#include <Eigen/Core>

#include "debye/profile.hpp"

namespace debye {

/// Channels of a model in solution, in this order.
enum SolutionChannel { VacuumChannel = 0, DisplacedChannel = 1, ShellChannel = 2 };

/// What may still change once the pair sum is done.
struct SolventParameters {
  double c1 = 1.0;  ///< expansion of the atomic radii; the displaced volume grows as c1³
  double shell_contrast = 0.01;  ///< electron density of the shell minus that of the bulk [e/Å³]
};

/// Partial profiles of a model in solution; the shell channel is for a contrast of 1 e/Å³.
struct SolutionProfiles {
  PartialProfiles partials;  ///< of the three SolutionChannels
  double mean_radius = 0;    ///< r_m [Å] of expansion()
};

/// Factor of the displaced-solvent amplitude when all atomic radii grow by c1:
///     G(q) = c1³ exp(−(4π/3)^{2/3} q² r_m² (c1² − 1)/(4π))
/// (Svergun, Barberato & Koch, J. Appl. Cryst. 28 (1995) 768). @param q [1/Å]
Eigen::ArrayXd expansion(const QGrid& q, double c1, double mean_radius);

/// The six terms whose sum is I(q) of solution_profile(), 6 × Nq [electrons²]: the squared
/// amplitudes of molecule, displaced solvent and shell as they count, P_aa, G² P_cc, δρ² P_bb; then
/// −2G P_ac, 2δρ P_ab, −2Gδρ P_cb.
Eigen::ArrayXXd solution_terms(const SolutionProfiles& profiles,
                               const SolventParameters& parameters);

/// I(q) = Σ_ab k_a k_b P_ab(q) with k = (1, −G(q), δρ) [electrons²] on the grid of the partials.
Profile solution_profile(const SolutionProfiles& profiles, const SolventParameters& parameters);

}  // namespace debye
