// The curve in solution as a polynomial of the shell contrast, for one expansion of the atoms;
// in solution.cpp.
#pragma once

#include <Eigen/Core>

#include "debye/solution.hpp"

namespace debye {

/// Columns u0, u1, u2 [electrons² per power of e/Å³], Nq rows, of I(q) = u0 + δρ u1 + δρ² u2. With
/// a, c, b the channels vacuum, displaced and shell, and G of expansion():
///     u0 = P_aa − 2G P_ac + G² P_cc,   u1 = 2 (P_ab − G P_bc),   u2 = P_bb
/// @throws InputError if the model has other than three channels.
Eigen::MatrixX3d contrast_terms(const SolutionProfiles& profiles, double c1);

/// d/dc1 of contrast_terms().
Eigen::MatrixX3d contrast_terms_slope(const SolutionProfiles& profiles, double c1);

}  // namespace debye
