// Pairs of classes → moments of their distances in every bin, on CPU threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "histogram/atom_classes.hpp"
#include "histogram/pair_bins.hpp"

namespace debye::histogram {

/// Two classes; i == j: the pairs within one.
struct ClassPair {
  std::size_t i, j;
  PackedFields fields;
};

/// The pairs of classes that have pairs of atoms.
std::vector<ClassPair> class_pairs(const AtomClasses& atoms);

/// Totals (see pair_bins.hpp) of every pair of atoms in each of `pairs`, pairs × n_bins ×
/// n_moments. Whole numbers, and so the same on any number of threads.
/// @param atoms      with lengths in widths of the bins
/// @param after_part called with the fraction done, by one thread at a time
std::vector<std::int64_t> moment_sums(const InstructionSet& set, const AtomClasses& atoms,
                                      std::span<const ClassPair> pairs, std::size_t n_bins,
                                      int threads, const std::function<void(double)>& after_part);

}  // namespace debye::histogram
