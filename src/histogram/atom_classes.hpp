// Atoms sorted into classes whose amplitudes are whole multiples of one another. Types that differ
// by a factor alone, as the beads of a hydration shell or atoms of partial occupancy do, share a
// class, and so the pairs that have to be told apart are few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "debye/scattering_model.hpp"

namespace debye::histogram {

/// Largest weight of an atom; that of a pair is its square, max_pair_weight.
inline constexpr int max_weight = 32;

/// In channel c, an atom of weight w in a class scatters (w / weight_of_type) · A_c(type, q).
struct AtomClass {
  std::uint16_t type = 0;
  double weight_of_type = 1;
  double largest_weight = 1;
  std::size_t first = 0, count = 0;  ///< slots of its atoms
  std::size_t padded = 0;            ///< slots up to the next class, a multiple of atom_padding
};

struct AtomClasses {
  std::vector<AtomClass> classes;  ///< in order of their first type; none is empty
  std::vector<double> x, y, z;     ///< [Å] about the middle of the model; padding repeats an atom
  std::vector<double> weight;      ///< whole, 1 .. max_weight; 0 for padding
};

/// Amplitudes are multiples of each other if all their values are to within a few rounding errors.
/// Atoms that scatter in no channel are left out. Cost O(N + T·C·Nq), and O(T²) for T types.
AtomClasses sort_into_classes(const ScatteringModel& model, const Position& middle);

}  // namespace debye::histogram
