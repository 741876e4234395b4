// The choice is made per residue number, not per atom, so that no molecule is mixed from two
// conformations, and so that two residues that share one place (a point mutation) exclude each
// other. An atom that only another location has is kept all the same: a lone altloc B is usual.

#include "structure/altlocs.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "debye/error.hpp"
#include "structure/cell_list.hpp"

namespace debye {
namespace {

bool has_altloc(const SourceResidue& residue) {
  return std::any_of(residue.atoms.begin(), residue.atoms.end(),
                     [](const SourceAtom& atom) { return atom.altloc != ' '; });
}

bool all_altloc(const SourceResidue& residue) {
  return std::all_of(residue.atoms.begin(), residue.atoms.end(),
                     [](const SourceAtom& atom) { return atom.altloc != ' '; });
}

using Residues = std::vector<SourceResidue>::iterator;

struct Location {
  char altloc;
  double occupancies = 0;  ///< sum over the atoms
  double atoms = 0;
  double mean() const { return occupancies / atoms; }
};

// Alternative locations of a place in file order.
std::vector<Location> locations_of(Residues first, Residues last) {
  std::vector<Location> locations;
  for (Residues residue = first; residue != last; ++residue)
    for (const SourceAtom& atom : residue->atoms) {
      if (atom.altloc == ' ') continue;
      auto found = std::find_if(locations.begin(), locations.end(),
                                [&](const auto& l) { return l.altloc == atom.altloc; });
      if (found == locations.end()) found = locations.insert(found, Location{atom.altloc});
      found->occupancies += atom.occupancy;
      ++found->atoms;
    }
  return locations;
}

// The mean decides, not the sum, or the larger of two residues that share a place would win.
char choose(const std::vector<Location>& locations, const std::string& choice) {
  if (choice == "first") return locations.front().altloc;
  if (choice.size() == 1)
    for (const Location& location : locations)
      if (location.altloc == choice[0]) return location.altloc;
  // Occupancies are written with two decimals, so that smaller differences are rounding.
  const Location* best = &locations.front();
  for (const Location& location : locations)
    if (location.mean() > best->mean() + 1e-3) best = &location;
  return best->altloc;
}

// The atom goes if another one of its name is preferred: one of the chosen location or without any,
// or, among the locations that were not chosen, one that comes earlier in the file.
void keep_one(SourceResidue& residue, char chosen) {
  std::unordered_map<std::string, char> location_of;  // by atom name; ' ' for the preferred ones
  const auto is_preferred = [&](const SourceAtom& atom) {
    return atom.altloc == ' ' || atom.altloc == chosen;
  };
  for (const SourceAtom& atom : residue.atoms)
    if (is_preferred(atom)) location_of[atom.name] = ' ';
  for (const SourceAtom& atom : residue.atoms) location_of.try_emplace(atom.name, atom.altloc);
  std::erase_if(residue.atoms, [&](const SourceAtom& atom) {
    return !is_preferred(atom) && location_of.at(atom.name) != atom.altloc;
  });
}

// Atoms that repeat the name and location of an earlier one.
std::vector<bool> repeated_names(const std::vector<SourceAtom>& atoms) {
  std::unordered_set<std::string> seen;
  std::vector<bool> repeated(atoms.size());
  for (std::size_t i = 0; i < atoms.size(); ++i)
    repeated[i] = !seen.insert(atoms[i].name + atoms[i].altloc).second;
  return repeated;
}

// Atoms that repeat an earlier one at its place.
std::vector<bool> repeated_places(const std::vector<SourceAtom>& atoms) {
  std::vector<Position> positions(atoms.size());
  for (std::size_t i = 0; i < atoms.size(); ++i) positions[i] = atoms[i].position;
  const CellList cells(positions, 0.5);
  std::vector<bool> repeated(atoms.size());
  for (std::size_t i = 0; i < atoms.size(); ++i)
    cells.for_each_within_cutoff(positions[i], [&](std::size_t j, double) {
      if (j < i && !repeated[j] && atoms[i].name == atoms[j].name &&
          atoms[i].altloc == atoms[j].altloc)
        repeated[i] = true;
    });
  return repeated;
}

}  // namespace

void choose_altlocs(SourceModel& model, const std::string& choice, Audit& audit) {
  const bool named = choice.size() == 1 && choice != " ";
  if (!named && choice != "highest" && choice != "first" && choice != "weighted")
    fail("--altloc ", choice, ": highest, first, weighted or a single letter or digit is expected");
  if (choice == "weighted") return;
  auto& residues = model.residues;
  bool any = false, found_named = false;
  for (Residues first = residues.begin(); first != residues.end();) {
    Residues last = first + 1;
    while (last != residues.end() && last->sequence == first->sequence &&
           last->chain == first->chain && last->segment == first->segment && has_altloc(*last) &&
           all_altloc(*last) && all_altloc(*first))
      ++last;
    if (std::any_of(first, last, has_altloc)) {
      any = true;
      const char chosen = choose(locations_of(first, last), choice);
      found_named = found_named || (named && chosen == choice[0]);
      for (Residues residue = first; residue != last; ++residue) {
        const std::size_t before = residue->atoms.size();
        const bool excluded =
            last - first > 1 &&
            std::none_of(residue->atoms.begin(), residue->atoms.end(),
                         [&](const SourceAtom& atom) { return atom.altloc == chosen; });
        if (excluded)
          residue->atoms.clear();
        else
          keep_one(*residue, chosen);
        audit.altlocs_skipped += before - residue->atoms.size();
      }
    }
    first = last;
  }
  if (named && !found_named)
    audit.warnings.push_back("--altloc " + choice + ": the model has no such alternative location" +
                             (any ? "; the ones of highest occupancy were taken" : ""));
}

void drop_duplicates(SourceResidue& residue, bool has_unique_names, std::size_t& dropped) {
  auto& atoms = residue.atoms;
  if (atoms.size() < 2) return;
  const auto repeated = has_unique_names ? repeated_names(atoms) : repeated_places(atoms);
  std::size_t i = 0;
  dropped += std::erase_if(atoms, [&](const SourceAtom&) { return repeated[i++]; });
}

}  // namespace debye
