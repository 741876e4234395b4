// Choice among alternative locations, and removal of atoms that a file lists twice.
#pragma once

#include <string>

#include "debye/audit.hpp"
#include "structure/source_model.hpp"

namespace debye {

/// Keeps one alternative location per residue, or, for "weighted", all of them.
/// @param choice  "highest" (mean occupancy; ties: the first in the file), "first", "weighted",
///                or a letter or digit, which is taken where a residue has it.
/// @throws InputError if the choice is none of these.
void choose_altlocs(SourceModel& model, const std::string& choice, Audit& audit);

/// Keeps the first of atoms with the same residue, name and alternative location. In residues that
/// `has_unique_names` denies, where all carbons may be called C, only atoms at the same place
/// (within 0.5 Å) count as the same.
void drop_duplicates(SourceResidue& residue, bool has_unique_names, std::size_t& dropped);

}  // namespace debye
