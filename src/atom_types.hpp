// Atoms that scatter alike.
#pragma once

#include <cstdint>
#include <vector>

#include "debye/atoms.hpp"

namespace debye {

struct AtomType {
  int atomic_number = 0;
  int hydrogens = 0;  ///< folded in
  double occupancy = 1;
};

struct AtomTypes {
  std::vector<AtomType> types;         ///< ordered by element, hydrogens, occupancy
  std::vector<std::uint16_t> of_atom;  ///< index into types of each atom
};

/// @throws InputError if there are no atoms, or too many types for the engines.
AtomTypes find_types(const Atoms& atoms);

}  // namespace debye
