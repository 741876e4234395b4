// The choice is made per residue number, not per atom, so that no molecule is mixed from two
// conformations, and so that two residues that share one place (a point mutation) exclude each
// other. An atom that only another location has is kept all the same: a lone altloc B is usual.

#include "structure/altlocs.hpp"

#include <algorithm>
#include <utility>

#include "debye/error.hpp"

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

// Alternative locations of a place in file order, with their summed occupancies.
std::vector<std::pair<char, double>> sums_of(Residues first, Residues last) {
  std::vector<std::pair<char, double>> sums;
  for (Residues residue = first; residue != last; ++residue)
    for (const SourceAtom& atom : residue->atoms) {
      if (atom.altloc == ' ') continue;
      const auto found = std::find_if(sums.begin(), sums.end(),
                                      [&](const auto& sum) { return sum.first == atom.altloc; });
      if (found == sums.end())
        sums.emplace_back(atom.altloc, atom.occupancy);
      else
        found->second += atom.occupancy;
    }
  return sums;
}

char choose(const std::vector<std::pair<char, double>>& sums, const std::string& choice) {
  if (choice == "first") return sums.front().first;
  if (choice.size() == 1)
    for (const auto& sum : sums)
      if (sum.first == choice[0]) return sum.first;
  // Occupancies are written with two decimals, so that smaller differences are rounding.
  auto best = sums.begin();
  for (auto sum = sums.begin(); sum != sums.end(); ++sum)
    if (sum->second > best->second + 1e-3) best = sum;
  return best->first;
}

// The atom goes if another one of its name is preferred: one of the chosen location or without any,
// or, among the locations that were not chosen, one that comes earlier in the file.
void keep_one(SourceResidue& residue, char chosen) {
  std::vector<SourceAtom> kept;
  const auto has_name = [&](const auto& atoms, const SourceAtom& wanted, auto&& accept) {
    return std::any_of(atoms.begin(), atoms.end(), [&](const SourceAtom& atom) {
      return atom.name == wanted.name && accept(atom);
    });
  };
  for (const SourceAtom& atom : residue.atoms) {
    if (atom.altloc != ' ' && atom.altloc != chosen) {
      if (has_name(residue.atoms, atom, [&](const SourceAtom& other) {
            return other.altloc == chosen || other.altloc == ' ';
          }))
        continue;
      if (has_name(kept, atom,
                   [&](const SourceAtom& other) { return other.altloc != atom.altloc; }))
        continue;
    }
    kept.push_back(atom);
  }
  residue.atoms = std::move(kept);
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
      const auto sums = sums_of(first, last);
      const char chosen = choose(sums, choice);
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
  std::size_t kept = 0;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    bool duplicate = false;
    for (std::size_t j = 0; j < kept && !duplicate; ++j) {
      if (atoms[i].name != atoms[j].name || atoms[i].altloc != atoms[j].altloc) continue;
      const double x = atoms[i].position[0] - atoms[j].position[0],
                   y = atoms[i].position[1] - atoms[j].position[1],
                   z = atoms[i].position[2] - atoms[j].position[2];
      duplicate = has_unique_names || x * x + y * y + z * z < 0.5 * 0.5;
    }
    if (duplicate) {
      ++dropped;
      continue;
    }
    if (kept != i) atoms[kept] = std::move(atoms[i]);
    ++kept;
  }
  atoms.resize(kept);
}

}  // namespace debye
