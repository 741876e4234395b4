// Recognition is by names, because that is all such records have in common.

#include "structure/model_checks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_set>

#include "debye/error.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

// Sites without mass of TIP4P, TIP5P, OPC (MW, M, EPW, LP1, ...) and lone pairs of polarisable
// force fields.
bool is_virtual_site_name(std::string_view name) {
  static constexpr std::array<std::string_view, 12> exact = {
      "MW", "M", "EP", "EPW", "OM", "IW", "LP", "LPA", "LPB", "DUM", "DUMM", "MW1"};
  if (std::find(exact.begin(), exact.end(), name) != exact.end()) return true;
  for (const std::string_view stem : {"LP", "EP", "MW", "EPW"})
    if (name.starts_with(stem) && name.size() > stem.size() &&
        name.find_first_not_of("0123456789", stem.size()) == std::string_view::npos)
      return true;
  return false;
}

bool is_dummy_element(const SourceAtom& atom) {
  static constexpr std::array<std::string_view, 8> entries = {"EP", "LP", "VS", "DU",
                                                              "MW", "XX", "PS", "Q"};
  return std::find(entries.begin(), entries.end(), to_upper(atom.element)) != entries.end();
}

// A residue of a trace: its only heavy atom is the one that stands for the whole. Calcium is an
// atom of a residue of that name or has its element entry.
bool is_trace_residue(const ChemicalResidue& residue) {
  const auto& atoms = residue.source.atoms;
  return !atoms.empty() && residue.source.name != atoms.front().name &&
         std::all_of(atoms.begin(), atoms.end(), [](const SourceAtom& atom) {
           return (atom.name == "CA" && to_upper(atom.element) != "CA") || atom.name == "P";
         });
}

std::size_t hash_of(const Position& position) {
  std::uint64_t hash = 0;
  for (const double x : position)
    hash = (hash ^ std::bit_cast<std::uint64_t>(x + 0.0)) * 0x9E3779B97F4A7C15u;  // + 0.0: no -0
  return static_cast<std::size_t>(hash ^ (hash >> 31));
}

bool is_bead_residue(const SourceResidue& residue) {
  return residue.name == "DUM" || residue.name == "BEA" || residue.name == "BEAD";
}

}  // namespace

bool is_water(const SourceResidue& residue) {
  if (!is_water_name(residue.name)) return false;
  const auto heavy =
      std::count_if(residue.atoms.begin(), residue.atoms.end(), [](const auto& atom) {
        return !is_hydrogen_like(atom.name) && !is_virtual_site_name(atom.name);
      });
  return heavy <= 1;
}

bool is_dummy(const ChemicalResidue& residue, const SourceAtom& atom) {
  if (residue.chemistry.find(atom.name)) return false;
  if (residue.source.name == "DUM" || residue.source.name == "PSD") return true;
  if (is_virtual_site_name(atom.name) || is_dummy_element(atom)) return true;
  const bool xyz = residue.source.name.empty() && atom.name == to_upper(atom.element);
  return xyz && (atom.name == "X" || atom.name == "BQ");
}

std::string list_chains(const SourceModel& model) {
  std::string list;
  std::unordered_set<std::string> seen;
  for (const SourceResidue& residue : model.residues) {
    if (!seen.insert(residue.chain).second) continue;
    if (seen.size() > 20) return list + ", ...";
    list += (list.empty() ? "" : ", ") + (residue.chain.empty() ? "(blank)" : residue.chain);
  }
  return list;
}

void refuse_bead_model(const std::vector<ChemicalResidue>& residues, const std::string& file) {
  std::size_t traces = 0, beads = 0, backbone_beads = 0, others = 0, atoms = 0;
  for (const ChemicalResidue& residue : residues) {
    if (residue.water || residue.source.atoms.empty()) continue;
    atoms += residue.source.atoms.size();
    if (is_trace_residue(residue))
      ++traces;
    else if (is_bead_residue(residue.source))
      ++beads;
    else if (residue.source.atoms.front().name == "BB")
      ++backbone_beads;
    else
      ++others;
  }
  if (others != 0) return;
  if (traces > 1 || (traces == 1 && atoms > 1))
    fail(file, ": holds only CA or P atoms (", atoms,
         "): a trace or bead model; an all-atom model is"
         " needed");
  if (beads > 0)
    fail(file, ": holds only dummy atoms (", atoms, "): a bead model; an all-atom model is needed");
  if (backbone_beads > 1)
    fail(file, ": is coarse-grained (backbone beads BB in ", backbone_beads,
         " residues); an all-atom model is needed");
}

void refuse_empty_model(const std::vector<ChemicalResidue>& residues, const ReadOptions& options,
                        const std::string& chains, const std::string& file, const Audit& audit) {
  if (!residues.empty()) return;
  const std::string selected =
      options.select.empty() ? "" : " selected by --select '" + options.select + "'";
  if (audit.waters_dropped == 0 && audit.dummies_dropped == 0) {
    if (options.select.empty()) fail(file, ": model ", audit.model, " holds no atoms");
    fail(file, ": no atoms", selected, " (chains: ", chains, ")");
  }
  fail(file, ": no atoms", selected, " are left after dropping ", audit.waters_dropped,
       " atoms of waters and ", audit.dummies_dropped, " virtual sites or dummies",
       audit.waters_dropped == 0 ? "" : "; --keep-waters keeps the waters");
}

void warn_of_traces(const std::vector<ChemicalResidue>& residues, Audit& audit) {
  const auto traces = std::count_if(residues.begin(), residues.end(), is_trace_residue);
  if (traces >= 3)
    audit.warnings.push_back(
        std::to_string(traces) +
        " residues hold only a CA or P atom; their other atoms are missing from"
        " the curve");
}

void warn_of_coincident_atoms(const std::vector<ChemicalResidue>& residues, Audit& audit) {
  std::vector<const SourceAtom*> atoms;
  for (const ChemicalResidue& residue : residues)
    for (const SourceAtom& atom : residue.source.atoms)
      if (atom.altloc == ' ') atoms.push_back(&atom);  // alternative locations may well agree
  // A hash table of positions with open addressing; a node-based one would take a fifth of the time
  // of reading a large file.
  std::vector<const SourceAtom*> table(std::bit_ceil(2 * atoms.size() + 1), nullptr);
  std::size_t coincident = 0;
  const SourceAtom* first = nullptr;
  for (const SourceAtom* atom : atoms) {
    std::size_t slot = hash_of(atom->position) & (table.size() - 1);
    while (table[slot] && table[slot]->position != atom->position)
      slot = (slot + 1) & (table.size() - 1);
    if (table[slot]) {
      if (!first) first = atom;
      ++coincident;
    }
    table[slot] = atom;
  }
  if (coincident != 0)
    audit.warnings.push_back(std::to_string(coincident) +
                             " atoms lie exactly on another atom (the first in line " +
                             std::to_string(first->line) + ")");
}

}  // namespace debye
