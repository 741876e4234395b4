// Integral quantities of the atoms of a model.
#pragma once

#include "debye/atoms.hpp"

namespace debye {

/// Fills electrons, molecular_weight, radius_of_gyration and d_max of atoms.audit from the arrays.
/// @param deuterium  summed weight of the explicit hydrogens that are deuterium.
void measure(Atoms& atoms, double deuterium);

}  // namespace debye
