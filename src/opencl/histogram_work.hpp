// The arrays that kernels/pair_histogram.cl reads: atoms by class, and the pairs cut into
// work-groups.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "histogram/atom_classes.hpp"
#include "histogram/moment_sums.hpp"
#include "opencl/handle.hpp"  // for cl_int

namespace debye::opencl {

/// Two int4 in the kernel.
struct HistogramEntry {
  cl_int first_i = 0, n_i = 0, first_j = 0, n_j = 0;
  cl_int row = 0, first_bin = 0, triangle = 0, unused = 0;
};

/// Two float4 in the kernel: a position rounded to a multiple common to all, the weight, and what
/// the rounding took off.
struct HistogramAtom {
  std::array<float, 3> position;
  float weight;
  std::array<float, 4> rest;
};

/// Atoms of each class from a multiple of the tile on, padded with weight 0.
struct HistogramAtoms {
  std::vector<HistogramAtom> atom;
  std::vector<std::size_t> first, padded;  ///< of each class
};
HistogramAtoms pack_histogram_atoms(const histogram::AtomClasses& atoms, std::size_t tile);

struct HistogramShape {
  std::size_t group = 0;  ///< atoms i of a group
  std::size_t tile = 0;   ///< atoms j at a time
  std::size_t run = 0;    ///< most atoms j of a group, a multiple of the tile
  std::size_t range = 0;  ///< bins of a group
};

/// Every pair of atoms of the pairs of classes once for each range of bins that it may fall into:
/// where there are several ranges, boxes around the atoms tell which can be left out.
std::vector<HistogramEntry> make_histogram_work(const histogram::AtomClasses& classes,
                                                const HistogramAtoms& atoms,
                                                std::span<const histogram::ClassPair> pairs,
                                                std::size_t n_bins, const HistogramShape& shape);

}  // namespace debye::opencl
