// The distance criterion: two nonmetals are bonded if they are closer than the sum of their
// covalent radii (Cordero et al., Dalton Trans. 2008, 2832, as tabulated in gemmi) plus 0.25 Å.
// Pairs that organic molecules bond but clashing models merely overlap (N-N, N-O and O-O between
// residues) are only taken within a residue.

#include "structure/bonds.hpp"

#include <algorithm>
#include <gemmi/elem.hpp>

namespace debye {
namespace {

constexpr double reach = 2.8;       // [Å], the longest distance asked for
constexpr double tolerance = 0.25;  // [Å]
// No two sulphurs come closer than 3.5 Å without a bond, and poorly refined disulphides are long.
constexpr double disulphide = 0.45;  // [Å]

gemmi::El element_of(const HeavyAtom& atom) { return static_cast<gemmi::El>(atom.atomic_number); }

bool is_metal(const HeavyAtom& atom) { return gemmi::is_metal(element_of(atom)); }

bool is_nitrogen_or_oxygen(const HeavyAtom& atom) {
  return atom.atomic_number == 7 || atom.atomic_number == 8;
}

bool compatible(const HeavyAtom& a, const HeavyAtom& b) {
  return a.altloc == b.altloc || a.altloc == ' ' || b.altloc == ' ';
}

std::vector<Position> positions_of(const std::vector<HeavyAtom>& atoms) {
  std::vector<Position> positions(atoms.size());
  for (std::size_t i = 0; i < atoms.size(); ++i) positions[i] = atoms[i].position;
  return positions;
}

// An atom next to a residue in two locations, its C as A and as B, has one bond there, not two: of
// the alternative locations among the partners the one with most of them counts.
void keep_one_location(std::vector<Bond>& bonds, const std::vector<HeavyAtom>& atoms) {
  char location = ' ';
  std::ptrdiff_t most = 0;
  const auto count = [&](char altloc) {
    return std::count_if(bonds.begin(), bonds.end(),
                         [&](const Bond& bond) { return atoms[bond.partner].altloc == altloc; });
  };
  for (const Bond& bond : bonds) {
    const char altloc = atoms[bond.partner].altloc;
    if (altloc == ' ' || altloc == location) continue;
    const std::ptrdiff_t n = count(altloc);
    if (n > most || (n == most && altloc < location)) location = altloc, most = n;
  }
  if (most == 0) return;
  std::erase_if(bonds, [&](const Bond& bond) {
    return atoms[bond.partner].altloc != ' ' && atoms[bond.partner].altloc != location;
  });
}

}  // namespace

BondFinder::BondFinder(const std::vector<HeavyAtom>& atoms)
    : atoms_(atoms), cells_(positions_of(atoms), reach) {}

std::vector<Bond> BondFinder::bonds_of(std::size_t i) const {
  std::vector<Bond> bonds;
  const HeavyAtom& a = atoms_[i];
  if (is_metal(a)) return bonds;
  const double radius = gemmi::covalent_radius(element_of(a));
  cells_.for_each_within_cutoff(a.position, [&](std::size_t j, double squared) {
    const HeavyAtom& b = atoms_[j];
    if (i == j || is_metal(b) || !compatible(a, b)) return;
    if (a.residue != b.residue && is_nitrogen_or_oxygen(a) && is_nitrogen_or_oxygen(b)) return;
    const double slack = a.atomic_number == 16 && b.atomic_number == 16 ? disulphide : tolerance;
    const double limit = radius + gemmi::covalent_radius(element_of(b)) + slack;
    // Atoms closer than any bond are copies of each other.
    if (squared < limit * limit && squared > 0.6 * 0.6) bonds.push_back({j, std::sqrt(squared)});
  });
  keep_one_location(bonds, atoms_);
  return bonds;
}

bool BondFinder::touches_metal(std::size_t i) const {
  bool found = false;
  cells_.for_each_within_cutoff(atoms_[i].position, [&](std::size_t j, double) {
    found = found || (j != i && is_metal(atoms_[j]) && compatible(atoms_[i], atoms_[j]));
  });
  return found;
}

}  // namespace debye
