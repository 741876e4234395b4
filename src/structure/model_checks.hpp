// What in a model is no atom of a molecule: waters, virtual sites, beads, traces, copies.
#pragma once

#include <string>
#include <vector>

#include "debye/atoms.hpp"
#include "structure/chemical_residue.hpp"

namespace debye {

/// A residue with a name of water and at most one atom that is neither hydrogen nor virtual site.
bool is_water(const SourceResidue& residue);

/// Virtual sites of water models and force fields, DUM atoms, pseudo atoms of viewers.
bool is_dummy(const ChemicalResidue& residue, const SourceAtom& atom);

/// "A, B, C": the chains of a model in file order, for messages.
std::string list_chains(const SourceModel& model);

/// @throws InputError if the model is a trace of CA or P atoms, a bead model or coarse-grained: a
///         curve of carbon atoms instead would be wrong without a sign.
void refuse_bead_model(const std::vector<ChemicalResidue>& residues, const std::string& file);

/// @throws InputError if nothing is left, saying what was dropped and how to keep it.
void refuse_empty_model(const std::vector<ChemicalResidue>& residues, const ReadOptions& options,
                        const std::string& chains, const std::string& file, const Audit& audit);

/// Warns if part of an all-atom model is a trace.
void warn_of_traces(const std::vector<ChemicalResidue>& residues, Audit& audit);

/// Warns of atoms at exactly the same place.
void warn_of_coincident_atoms(const std::vector<ChemicalResidue>& residues, Audit& audit);

}  // namespace debye
