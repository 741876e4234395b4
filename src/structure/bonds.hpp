// Covalent bonds between the heavy atoms of a model, from distances and covalent radii.
#pragma once

#include <cstdint>
#include <vector>

#include "debye/atoms.hpp"
#include "structure/cell_list.hpp"

namespace debye {

struct HeavyAtom {
  Position position;
  std::uint32_t residue;  ///< index of its residue
  std::uint32_t atom;     ///< index within the residue
  std::uint8_t atomic_number;
  char altloc;
};

struct Bond {
  std::size_t partner;  ///< index into the atoms
  double length;        ///< [Å]
};

/// Finds bonds on demand. Keeps a reference to the atoms.
class BondFinder {
 public:
  explicit BondFinder(const std::vector<HeavyAtom>& atoms);

  /// Partners of an atom, metals aside, in no particular order. Atoms of different alternative
  /// locations are not bonded to each other, nor are the partners of one atom in several of them.
  std::vector<Bond> bonds_of(std::size_t atom) const;

  /// True if a metal is within 2.8 Å, the reach of metal-thiolate bonds (Zn-S 2.3, Hg-S 2.4 Å).
  bool touches_metal(std::size_t atom) const;

  const HeavyAtom& operator[](std::size_t atom) const { return atoms_[atom]; }

 private:
  const std::vector<HeavyAtom>& atoms_;
  CellList cells_;
};

}  // namespace debye
