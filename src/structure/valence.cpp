// Bond orders are read off bond lengths and angles. The thresholds lie between the mean lengths of
// single, aromatic, double and triple bonds in Allen et al., J. Chem. Soc. Perkin Trans. 2 (1987)
// S1: C-C 1.53/1.38/1.32/1.18, C-N 1.47/1.34/1.28/1.14, C-O 1.43/-/1.22, C-S 1.82/1.71/1.67 Å.

#include "structure/valence.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace debye {
namespace {

constexpr int carbon = 6, nitrogen = 7, oxygen = 8, silicon = 14, phosphorus = 15, sulfur = 16,
              selenium = 34;

std::uint8_t missing(int valence, std::size_t bonds) {
  return static_cast<std::uint8_t>(std::max(0, valence - static_cast<int>(bonds)));
}

// Mean angle between the bonds of an atom [degrees].
double mean_angle(const BondFinder& finder, std::size_t i, const std::vector<Bond>& bonds) {
  double sum = 0;
  int pairs = 0;
  const Position& o = finder[i].position;
  for (std::size_t a = 0; a < bonds.size(); ++a)
    for (std::size_t b = a + 1; b < bonds.size(); ++b, ++pairs) {
      const Position& p = finder[bonds[a].partner].position;
      const Position& q = finder[bonds[b].partner].position;
      double dot = 0;
      for (std::size_t k = 0; k < 3; ++k) dot += (p[k] - o[k]) * (q[k] - o[k]);
      const double cosine = dot / (bonds[a].length * bonds[b].length);
      sum += std::acos(std::clamp(cosine, -1.0, 1.0)) * 57.29577951308232;
    }
  return pairs == 0 ? 0 : sum / pairs;
}

// Directions of a carbon's bonds: 4 sp3, 3 sp2 or aromatic, 2 sp.
int carbon_directions(const BondFinder& finder, std::size_t i, const std::vector<Bond>& bonds) {
  if (bonds.size() == 1) {
    const int partner = finder[bonds[0].partner].atomic_number;
    const double length = bonds[0].length;
    if (partner == oxygen) return length < 1.30 ? 3 : 4;
    if (partner == nitrogen) return length < 1.21 ? 2 : length < 1.38 ? 3 : 4;
    if (partner == carbon) return length < 1.25 ? 2 : length < 1.42 ? 3 : 4;
    return 4;
  }
  const double angle = mean_angle(finder, i, bonds);
  if (bonds.size() == 2 && angle > 155) return 2;
  if (bonds.size() == 2) {
    // Five-membered rings have sp2 angles of 108 degrees; their bonds are short.
    const bool is_short = std::all_of(bonds.begin(), bonds.end(), [&](const Bond& bond) {
      const int partner = finder[bond.partner].atomic_number;
      return bond.length < (partner == carbon     ? 1.46
                            : partner == nitrogen ? 1.42
                                                  : 1.40) ||
             ((partner == sulfur || partner == selenium) && bond.length < 1.76);
    });
    return angle > 116 || is_short ? 3 : 4;
  }
  // Between CH (111 degrees) and the strained sp2 carbons of fullerenes (116 degrees).
  return angle > 114.5 ? 3 : 4;
}

bool is_terminal_oxygen(const BondFinder& finder, std::size_t i) {
  const int element = finder[i].atomic_number;
  return (element == oxygen || element == sulfur) && finder.bonds_of(i).size() == 1;
}

// True if the atom is the next neighbour of two or more terminal oxygens: a carboxylate, phosphate
// or sulfate, whose protons are gone near pH 7.
bool is_acid_centre(const BondFinder& finder, std::size_t i) {
  const auto bonds = finder.bonds_of(i);
  const auto oxygens = std::count_if(bonds.begin(), bonds.end(), [&](const Bond& bond) {
    return is_terminal_oxygen(finder, bond.partner);
  });
  return oxygens >= 2;
}

std::uint8_t on_nitrogen(const BondFinder& finder, const std::vector<Bond>& bonds) {
  if (bonds.size() == 1) {
    const double length = bonds[0].length;
    if (finder[bonds[0].partner].atomic_number != carbon) return 2;
    return length < 1.21 ? 0 : length < 1.28 ? 1 : 2;
  }
  if (bonds.size() >= 3) return 0;
  // Two bonds: C=N and pyridine nitrogens carry none; amides, pyrroles and amines carry one.
  const double shorter = std::min(bonds[0].length, bonds[1].length);
  const double longer = std::max(bonds[0].length, bonds[1].length);
  return shorter < 1.30 || longer < 1.365 ? 0 : 1;
}

std::uint8_t on_oxygen(const BondFinder& finder, const std::vector<Bond>& bonds) {
  if (bonds.size() >= 2) return 0;
  const Bond& bond = bonds[0];
  if (is_acid_centre(finder, bond.partner)) return 0;
  const int partner = finder[bond.partner].atomic_number;
  if (partner == carbon) return bond.length < 1.30 ? 0 : 1;
  if (partner == nitrogen) return finder.bonds_of(bond.partner).size() >= 3 ? 0 : 1;
  return partner == phosphorus ? 0 : partner == sulfur ? (bond.length < 1.52 ? 0 : 1) : 1;
}

std::uint8_t on_sulfur(const BondFinder& finder, std::size_t i, const std::vector<Bond>& bonds) {
  if (bonds.size() >= 2 || finder.touches_metal(i)) return 0;
  const int partner = finder[bonds[0].partner].atomic_number;
  if (partner == phosphorus || is_acid_centre(finder, bonds[0].partner)) return 0;
  return partner == carbon && bonds[0].length < 1.70 ? 0 : 1;
}

}  // namespace

std::uint8_t hydrogens_by_valence(const BondFinder& finder, std::size_t i) {
  const auto bonds = finder.bonds_of(i);
  if (bonds.empty()) return 0;
  switch (finder[i].atomic_number) {
    case 5:
      return missing(3, bonds.size());
    case carbon:
      return missing(carbon_directions(finder, i, bonds), bonds.size());
    case silicon:
      return missing(4, bonds.size());
    case nitrogen:
      return on_nitrogen(finder, bonds);
    case oxygen:
      return on_oxygen(finder, bonds);
    case sulfur:
    case selenium:
      return on_sulfur(finder, i, bonds);
    default:
      return 0;
  }
}

}  // namespace debye
