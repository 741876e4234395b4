// Recognition is by names, because that is all such records have in common.

#include "structure/model_checks.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <unordered_set>

#include "debye/error.hpp"
#include "parallel_for.hpp"
#include "structure/cell_list.hpp"
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

bool is_bead_residue(const SourceResidue& residue) {
  return residue.name == "DUM" || residue.name == "BEA" || residue.name == "BEAD";
}

}  // namespace

bool is_water(const SourceResidue& residue) {
  if (!is_water_name(residue.name)) return false;
  const SourceAtom* oxygen = nullptr;  // in several locations perhaps, or listed twice
  return std::all_of(residue.atoms.begin(), residue.atoms.end(), [&](const SourceAtom& atom) {
    if (is_hydrogen_like(atom.name) || is_virtual_site_name(atom.name)) return true;
    if (oxygen) return atom.name == oxygen->name && atom.name.starts_with('O');
    oxygen = &atom;
    return true;
  });
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

void refuse_impossible_positions(const std::vector<ChemicalResidue>& residues,
                                 const std::string& file) {
  constexpr double farthest = 1e6;  // [Å]; 21 bits hold a coordinate rounded to 1 Å
  constexpr std::size_t most = 30;  // atoms in 1 Å^3; a molecule has 0.1, with hydrogens
  std::vector<std::pair<std::uint64_t, std::uint32_t>> cubes;  // cube of 1 Å, line
  for (const ChemicalResidue& residue : residues)
    for (const SourceAtom& atom : residue.source.atoms) {
      std::uint64_t cube = 0;
      for (const double x : atom.position) {
        if (std::abs(x) > farthest)
          fail(file, ":", atom.line, ": the coordinate ", x, " is beyond ", farthest, " A");
        cube = cube << 21 | static_cast<std::uint64_t>(std::floor(x + farthest));
      }
      if (atom.altloc == ' ') cubes.emplace_back(cube, atom.line);
    }
  std::sort(cubes.begin(), cubes.end());
  for (std::size_t i = most; i < cubes.size(); ++i)
    if (cubes[i].first == cubes[i - most].first)
      fail(
          file, ":", cubes[i - most].second, ": more than ", most,
          " atoms lie within 1 A of this one: coordinates in nm, or zeros instead of coordinates?");
}

void check_missing_atoms(const std::vector<ChemicalResidue>& residues, Audit& audit) {
  constexpr double notable_share = 0.05;
  constexpr std::size_t few = 10;       // atoms missing in a fragment are no surprise
  constexpr std::size_t phosphate = 3;  // P and two O, which the first nucleotide may lack
  std::size_t missing = 0, expected = 0;
  const SourceResidue* previous = nullptr;
  for (const ChemicalResidue& residue : residues) {
    const SourceResidue& source = residue.source;
    const bool first = !previous || previous->chain != source.chain ||
                       previous->segment != source.segment || previous->part != source.part;
    previous = &source;
    const Component* component = residue.chemistry.component;
    const bool nucleotide = component && component->kind == ComponentKind::Nucleotide;
    if (!nucleotide && !(component && component->kind == ComponentKind::AminoAcid)) continue;
    if (component->atoms.size() <= 1 + phosphate) continue;
    const auto& atoms = source.atoms;
    const auto present = static_cast<std::size_t>(std::count_if(
        atoms.begin(), atoms.end(), [](const SourceAtom& atom) { return atom.atomic_number > 1; }));
    // Less OXT or OP3, which are gone in the polymer.
    const std::size_t whole = component->atoms.size() - (nucleotide && first ? 1 + phosphate : 1);
    expected += whole;
    missing += whole - std::min(whole, present);
  }
  if (missing == 0) return;
  const bool many =
      missing > few && static_cast<double>(missing) > notable_share * static_cast<double>(expected);
  (many ? audit.warnings : audit.notes)
      .push_back(std::to_string(missing) + " of " + std::to_string(expected) +
                 " heavy atoms are missing in the amino acids and nucleotides of the model");
}

void check_overlaps(const std::vector<ChemicalResidue>& residues, const std::string& file,
                    Audit& audit, int threads) {
  constexpr double closest = 0.5;  // [Å]; no bond is shorter than H-H, 0.74
  constexpr std::size_t few = 10;  // atoms, of which a majority says nothing
  std::vector<Position> positions;
  std::vector<std::uint32_t> lines;
  for (const ChemicalResidue& residue : residues)
    for (const SourceAtom& atom : residue.source.atoms)
      if (atom.altloc == ' ') {  // alternative locations may well agree
        positions.push_back(atom.position);
        lines.push_back(atom.line);
      }
  constexpr double edge = 3;  // [Å], of cubes that hold a few atoms each
  const CellList cells(positions, edge);
  constexpr std::size_t range = 16'384;
  std::atomic<std::size_t> overlaps{0}, first{positions.size()};
  parallel_for_ranges(positions.size(), range, threads, [&](std::size_t begin, std::size_t end) {
    std::size_t here = 0, first_here = 0;
    for (std::size_t i = begin; i < end; ++i) {
      bool found = false;
      cells.for_each_within(closest, positions[i], [&](std::size_t j, double) { found |= j != i; });
      if (found && here++ == 0) first_here = i;
    }
    if (here == 0) return;
    overlaps += here;
    std::size_t earlier = first;
    while (first_here < earlier && !first.compare_exchange_weak(earlier, first_here)) {
    }
  });
  if (overlaps == 0) return;
  if (overlaps * 2 > positions.size() && positions.size() > few)
    fail(file, ": ", overlaps, " of ", positions.size(), " atoms lie within ", closest,
         " A of another one (the first in line ", lines[first],
         "): several models in one, or coordinates in nm?");
  audit.warnings.push_back(std::to_string(overlaps) +
                           " atoms lie within 0.5 A of another one (the first in line " +
                           std::to_string(lines[first]) + ")");
}

}  // namespace debye
