// How many hydrogens the heavy atoms of a model carry, and whether those of the file are used or
// counted ones instead. Hydrogens are counted, never placed.
#pragma once

#include <cstdint>
#include <vector>

#include "debye/atoms.hpp"
#include "structure/chemical_residue.hpp"

namespace debye {

/// Expected hydrogens, parallel to the atoms of each residue; 0 for hydrogens themselves.
struct ExpectedHydrogens {
  std::vector<std::vector<std::uint8_t>> count;
  /// 1 where the dictionary does not know the atom. Not bool: threads write elements side by side.
  std::vector<std::vector<std::uint8_t>> by_valence;
};

/// Hydrogens that each heavy atom has in the molecule: from the dictionary, less one for each bond
/// to another residue, with ends of chains as near pH 7; by valence where the dictionary knows
/// nothing. Elements must be decided, alternative locations chosen.
/// @param threads  that share the work
ExpectedHydrogens expect_hydrogens(const std::vector<ChemicalResidue>& residues, int threads = 1);

/// Applies a HydrogenMode: erases hydrogens of the file that are not used and sets to 0 the
/// expected counts that are not used; records the decision in the audit.
/// @param complete  true for formats that list every atom there is (XYZ): Auto takes them as they
///                  are.
void apply_hydrogen_mode(HydrogenMode mode, bool complete, std::vector<ChemicalResidue>& residues,
                         ExpectedHydrogens& expected, Audit& audit);

}  // namespace debye
