// X-ray form factors of atoms and united groups. gemmi's table (International Tables for
// Crystallography C, 1992, Cromer-Mann) behind plain functions; no displaced solvent here.
#pragma once

#include <Eigen/Core>

#include "debye/q_grid.hpp"

namespace debye {

/// f(q) = c + Σ_{i=1..4} a_i exp(−b_i (q/4π)²) of the neutral atom [electrons]; meant for q < 25
/// 1/Å. Deuterium counts as hydrogen. @throws InputError if atomic_number is not 1..98.
double form_factor(int atomic_number, double q);

/// Largest q for which the table is meant [1/Å].
inline constexpr double form_factor_q_max = 25.0;

/// Length of the bond between hydrogen and element X [Å]: means of neutron diffraction, Allen &
/// Bruno, Acta Cryst. B66 (2010) 380 (doi 10.1107/S0108768110012048) for C, N, O; Allen et al.,
/// J. Chem. Soc. Perkin Trans. II (1987) S1 for S; gas-phase hydrides (NIST CCCBDB: BH3, SiH4, PH3,
/// H2Se) for B, Si, P, Se. Any other X counts as carbon.
double hydrogen_bond_length(int atomic_number);

/// A heavy atom X with n hydrogens on a sphere of radius d_XH around it, seen from far away:
///     f(q) = f_X(q) + n f_H(q) sin(q d_XH)/(q d_XH)
/// for every q of the grid [electrons]. n = 0 gives the bare atom.
Eigen::ArrayXd united_form_factor(int atomic_number, int hydrogens, const QGrid& q);

/// "C", "CH2", …
std::string group_name(int atomic_number, int hydrogens);

/// Standard atomic weight [g/mol]; the symbol of an element. Both from gemmi.
double atomic_weight(int atomic_number);
const char* element_symbol(int atomic_number);

}  // namespace debye
