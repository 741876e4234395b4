// What in a model is no atom of a molecule: waters, virtual sites, beads, traces, copies.
#pragma once

#include <string>
#include <vector>

#include "debye/atoms.hpp"
#include "structure/chemical_residue.hpp"

namespace debye {

/// A residue with a name of water and no two different atoms but hydrogens and virtual sites.
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

/// @throws InputError if coordinates are not those of atoms in Å: too far out, or more of them in
///         one place than atoms fit (nanometres, zeros instead of coordinates).
void refuse_impossible_positions(const std::vector<ChemicalResidue>& residues,
                                 const std::string& file);

/// Says how many atoms of amino acids and nucleotides are missing; warns if they are many (a trace,
/// a backbone).
void check_missing_atoms(const std::vector<ChemicalResidue>& residues, Audit& audit);

/// Warns of atoms on top of others.
/// @param threads  that share the work
/// @throws InputError if most are (several models in one).
void check_overlaps(const std::vector<ChemicalResidue>& residues, const std::string& file,
                    Audit& audit, int threads = 1);

}  // namespace debye
