// Models for timing, and for tests that need any size.
#pragma once

#include <cstddef>

#include "debye/scattering_model.hpp"

namespace debye {

/// A globular protein-like model of n united atoms: one atom at a random place in each cell of a
/// cubic lattice of 17.2 Å³ (the mean volume of a protein's heavy atom), cells nearest the origin
/// first, with the composition of proteins. The same n gives the same model.
ScatteringModel random_protein(std::size_t n, const QGrid& q);

}  // namespace debye
