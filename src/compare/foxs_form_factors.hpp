// Form factors as FoXS has them by default, for `--emulate foxs`.
#pragma once

#include "debye/solution_model.hpp"

namespace debye {

/// Replaces the form factors of all channels by A(0) exp(−0.115 q²): by default FoXS gives all
/// atoms, and the solvent that they displace, the same dependence on q, so that I is that of point
/// scatterers times exp(−0.23 q²) (Schneidman-Duhovny et al., Biophys. J. 105 (2013) 962; IMP.saxs,
/// Profile). Electrons and moments of the model are left as they are.
void take_foxs_form_factors(SolutionModel& model, const QGrid& q);

}  // namespace debye
