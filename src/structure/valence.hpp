// Hydrogens of atoms that no dictionary knows, from bonds and normal valences.
#pragma once

#include <cstddef>
#include <cstdint>

#include "structure/bonds.hpp"

namespace debye {

/// Number of hydrogens that an atom of a neutral molecule carries by its bonds (acids, which have
/// lost their protons, excepted). An estimate: bond orders come from lengths and angles, so a poor
/// geometry gives a poor count. Atoms without any bond get none.
std::uint8_t hydrogens_by_valence(const BondFinder& bonds, std::size_t atom);

}  // namespace debye
