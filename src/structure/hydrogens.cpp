// The dictionary counts for free components; this file turns them into counts for a polymer.

#include "structure/hydrogens.hpp"

#include <algorithm>
#include <string>

#include "parallel_for.hpp"
#include "structure/bonds.hpp"
#include "structure/valence.hpp"

namespace debye {
namespace {

constexpr int carbon = 6, nitrogen = 7, oxygen = 8, phosphorus = 15, sulfur = 16, selenium = 34;

// Share of the expected hydrogens from which on a model counts as complete, and below which its
// hydrogens are too few to be meant as a set (a few protons located in a crystal structure).
constexpr double complete_share = 0.9, notable_share = 0.1;

bool is_kind(const ChemicalResidue& residue, ComponentKind kind) {
  return residue.chemistry.component && residue.chemistry.component->kind == kind;
}

bool has_atom(const ChemicalResidue& residue, std::string_view name) {
  const auto& atoms = residue.source.atoms;
  return std::any_of(atoms.begin(), atoms.end(),
                     [&](const auto& atom) { return atom.name == name; });
}

/// Place of each residue in its chain: whether a unit of the same kind comes before or after it
/// without an end of the chain in between.
struct Neighbours {
  std::vector<bool> before, after;
};

// The chain goes on from one unit to the next unless something says that it ends: another chain or
// segment, a TER record, the extra oxygen of a C terminus, or residue numbers that start again.
bool continues(const ChemicalResidue& from, const ChemicalResidue& to) {
  const SourceResidue &a = from.source, &b = to.source;
  return a.chain == b.chain && a.segment == b.segment && a.part == b.part && b.number >= a.number &&
         !has_atom(from, "OXT") && !has_atom(from, "OT2") && !has_atom(from, "OC2");
}

Neighbours find_neighbours(const std::vector<ChemicalResidue>& residues) {
  Neighbours neighbours{std::vector<bool>(residues.size()), std::vector<bool>(residues.size())};
  for (const ComponentKind kind : {ComponentKind::AminoAcid, ComponentKind::Nucleotide}) {
    std::size_t last = residues.size();
    for (std::size_t i = 0; i < residues.size(); ++i) {
      if (!is_kind(residues[i], kind)) continue;
      if (last != residues.size() && continues(residues[last], residues[i]))
        neighbours.after[last] = neighbours.before[i] = true;
      last = i;
    }
  }
  return neighbours;
}

std::vector<HeavyAtom> heavy_atoms_without_waters(const std::vector<ChemicalResidue>& residues) {
  std::vector<HeavyAtom> heavy;
  for (std::size_t r = 0; r < residues.size(); ++r) {
    if (residues[r].water) continue;
    const auto& atoms = residues[r].source.atoms;
    for (std::size_t a = 0; a < atoms.size(); ++a)
      if (atoms[a].atomic_number > 1)
        heavy.push_back({atoms[a].position, static_cast<std::uint32_t>(r),
                         static_cast<std::uint32_t>(a), atoms[a].atomic_number, atoms[a].altloc});
  }
  return heavy;
}

/// Counts for one atom that the dictionary knows.
class DictionaryCount {
 public:
  DictionaryCount(const BondFinder& bonds, const std::vector<ChemicalResidue>& residues,
                  const Neighbours& neighbours)
      : bonds_(bonds), residues_(residues), neighbours_(neighbours) {}

  std::uint8_t count(std::size_t i, const ComponentAtom& known) const {
    const HeavyAtom& atom = bonds_[i];
    const ChemicalResidue& residue = residues_[atom.residue];
    const std::uint8_t free = residue.chemistry.hydrogens(known);
    const bool nucleotide = is_kind(residue, ComponentKind::Nucleotide);
    const bool first_oxygen = nucleotide && known.name == "O5'";
    if (free == 0 && !first_oxygen) return 0;
    switch (known.atomic_number) {
      case nitrogen:
      case oxygen:
      case sulfur:
      case selenium:
        break;
      default:
        return free;  // a carbon keeps its hydrogens; what it loses, it lost in the dictionary
    }
    if (known.atomic_number == sulfur && bonds_.touches_metal(i)) return 0;
    const auto bonds = bonds_.bonds_of(i);
    if (first_oxygen) return five_prime(atom.residue, bonds, free);
    const auto links =
        static_cast<int>(std::count_if(bonds.begin(), bonds.end(), [&](const Bond& b) {
          return bonds_[b.partner].residue != atom.residue;
        }));
    int hydrogens = free - links;
    if (known.atomic_number == nitrogen && free == 3 && links > 0)
      --hydrogens;  // ammonium -> amide
    if (links == 0) hydrogens = unlinked(i, known, free, bonds);
    return static_cast<std::uint8_t>(std::max(hydrogens, 0));
  }

 private:
  // O5' carries a hydrogen only where a strand starts without a phosphate.
  std::uint8_t five_prime(std::size_t residue, const std::vector<Bond>& bonds,
                          std::uint8_t free) const {
    const bool has_phosphorus = std::any_of(bonds.begin(), bonds.end(), [&](const Bond& b) {
      return bonds_[b.partner].atomic_number == phosphorus ||
             bonds_[b.partner].residue != static_cast<std::uint32_t>(residue);
    });
    if (has_phosphorus) return 0;
    return neighbours_.before[residue] ? std::uint8_t{0} : std::max<std::uint8_t>(free, 1);
  }

  // Atoms through which polymers are linked, but which have no partner here: at a gap the partner
  // is missing from the model and still counts; at the end of the chain there is none.
  int unlinked(std::size_t i, const ComponentAtom& known, int free,
               const std::vector<Bond>& bonds) const {
    const std::size_t residue = bonds_[i].residue;
    if (is_kind(residues_[residue], ComponentKind::AminoAcid) && known.name == "N") {
      if (neighbours_.before[residue]) return free - 1;
      return free <= 2 && !is_amide(i, bonds) ? free + 1 : free;  // NH3+ (proline NH2+)
    }
    if (is_kind(residues_[residue], ComponentKind::Nucleotide) && known.name == "O3'" &&
        neighbours_.after[residue])
      return free - 1;
    return free;
  }

  // N-formyl groups and pyroglutamate block an N terminus within the residue.
  bool is_amide(std::size_t i, const std::vector<Bond>& bonds) const {
    return std::any_of(bonds.begin(), bonds.end(), [&](const Bond& bond) {
      if (bonds_[bond.partner].atomic_number != carbon) return false;
      const auto next = bonds_.bonds_of(bond.partner);
      return std::any_of(next.begin(), next.end(), [&](const Bond& b) {
        return b.partner != i && bonds_[b.partner].atomic_number == oxygen && b.length < 1.35;
      });
    });
  }

  const BondFinder& bonds_;
  const std::vector<ChemicalResidue>& residues_;
  const Neighbours& neighbours_;
};

std::string percent(double share) { return std::to_string(static_cast<int>(share * 100)) + " %"; }

/// Hydrogens present and expected in one residue.
struct Balance {
  std::size_t present = 0, expected = 0;
};

Balance balance_of(const ChemicalResidue& residue, const std::vector<std::uint8_t>& expected) {
  Balance balance;
  for (std::size_t a = 0; a < expected.size(); ++a) {
    balance.present += residue.source.atoms[a].atomic_number == 1;
    balance.expected += expected[a];
  }
  return balance;
}

bool decide_explicit(HydrogenMode mode, bool complete, const Balance& all, Audit& audit) {
  const double share = all.expected == 0
                           ? (all.present == 0 ? 0 : 1)
                           : static_cast<double>(all.present) / static_cast<double>(all.expected);
  const std::string counts = std::to_string(all.present) + " hydrogens in the file, " +
                             std::to_string(all.expected) + " expected";
  if (mode == HydrogenMode::Explicit) {
    if (all.present == 0)
      audit.warnings.push_back("--hydrogens explicit, but " + counts +
                               ": the curve is that of a molecule without hydrogens");
    else if (share < complete_share)
      audit.warnings.push_back("--hydrogens explicit, but only " + counts + " (" + percent(share) +
                               ")");
    return true;
  }
  if (mode == HydrogenMode::Implicit) {
    if (all.present != 0)
      audit.notes.push_back(counts + "; replaced by implicit ones as asked for");
    return false;
  }
  if (complete) {
    if (all.present == 0 && all.expected != 0)
      audit.notes.push_back(audit.format +
                            " lists all atoms there are, so no hydrogens are added;"
                            " --hydrogens implicit would add " +
                            std::to_string(all.expected));
    return true;
  }
  if (all.present != 0 && share >= complete_share) return true;
  if (share >= notable_share)
    audit.warnings.push_back(
        counts + " (" + percent(share) +
        "; polar hydrogens only?): those of the"
        " file are replaced by implicit ones; --hydrogens explicit keeps them");
  else if (all.present != 0)
    audit.notes.push_back(counts + "; replaced by implicit ones");
  return false;
}

}  // namespace

ExpectedHydrogens expect_hydrogens(const std::vector<ChemicalResidue>& residues, int threads) {
  ExpectedHydrogens expected;
  expected.count.resize(residues.size());
  expected.by_valence.resize(residues.size());
  for (std::size_t r = 0; r < residues.size(); ++r) {
    const ChemicalResidue& residue = residues[r];
    expected.count[r].assign(residue.source.atoms.size(), 0);
    expected.by_valence[r].assign(residue.source.atoms.size(), 0);
    if (!residue.water) continue;
    for (std::size_t a = 0; a < residue.source.atoms.size(); ++a)
      if (residue.source.atoms[a].atomic_number == oxygen) expected.count[r][a] = 2;
  }
  const std::vector<HeavyAtom> heavy = heavy_atoms_without_waters(residues);
  const BondFinder bonds(heavy);
  const Neighbours neighbours = find_neighbours(residues);
  const DictionaryCount dictionary(bonds, residues, neighbours);
  const auto count = [&](std::size_t i) {
    const std::size_t r = heavy[i].residue, a = heavy[i].atom;
    const ComponentAtom* known = residues[r].chemistry.find(residues[r].source.atoms[a].name);
    // An atom of the file's element, not the dictionary's, is not the dictionary's atom.
    const bool usable = known && known->atomic_number == heavy[i].atomic_number &&
                        residues[r].chemistry.has_hydrogens;
    expected.by_valence[r][a] = usable ? 0 : 1;
    expected.count[r][a] = usable ? dictionary.count(i, *known) : hydrogens_by_valence(bonds, i);
  };
  constexpr std::size_t range = 4096;
  parallel_for_ranges(heavy.size(), range, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) count(i);
  });
  return expected;
}

void apply_hydrogen_mode(HydrogenMode mode, bool complete, std::vector<ChemicalResidue>& residues,
                         ExpectedHydrogens& expected, Audit& audit) {
  Balance all;
  std::vector<Balance> balance(residues.size());
  for (std::size_t r = 0; r < residues.size(); ++r) {
    balance[r] = balance_of(residues[r], expected.count[r]);
    all.present += balance[r].present;
    all.expected += balance[r].expected;
  }
  const bool use_explicit = decide_explicit(mode, complete, all, audit);
  audit.hydrogen_mode = use_explicit ? "explicit" : "implicit";
  const bool completes = use_explicit && mode == HydrogenMode::Auto && !complete;
  std::size_t completed = 0, added = 0;
  for (std::size_t r = 0; r < residues.size(); ++r) {
    const bool bare = balance[r].present == 0 && balance[r].expected != 0;
    if (use_explicit && !(completes && bare)) {
      std::fill(expected.count[r].begin(), expected.count[r].end(), std::uint8_t{0});
      audit.explicit_hydrogens += balance[r].present;
      continue;
    }
    completed += use_explicit;
    added += use_explicit ? balance[r].expected : 0;
    audit.discarded_hydrogens += balance[r].present;
    for (std::size_t a = 0; a < expected.count[r].size(); ++a)
      (expected.by_valence[r][a] ? audit.implicit_by_valence : audit.implicit_by_dictionary) +=
          expected.count[r][a];
    auto& atoms = residues[r].source.atoms;
    for (std::size_t a = atoms.size(); a-- > 0;) {
      if (atoms[a].atomic_number != 1) continue;
      const auto place = static_cast<std::ptrdiff_t>(a);
      atoms.erase(atoms.begin() + place);
      expected.count[r].erase(expected.count[r].begin() + place);
      expected.by_valence[r].erase(expected.by_valence[r].begin() + place);
    }
  }
  if (completed != 0)
    audit.notes.push_back(std::to_string(completed) + " residues without any hydrogens got " +
                          std::to_string(added) +
                          " implicit ones; the others have theirs in the file");
}

}  // namespace debye
