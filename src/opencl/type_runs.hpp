// How the triangle of pairs is cut for kernels/debye_blocks.cl: groups of atoms k against runs of
// atoms j of one type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "debye/scattering_model.hpp"
#include "opencl/handle.hpp"  // for cl_int

namespace debye::opencl {

/// The numbers of the atoms, sorted by type and in random, but always the same, order within a
/// type. In the order of a file neighbours follow each other, and sums over runs of them would be
/// far larger than the whole, with rounding errors to match. Fewer than 2^32 atoms, one at least.
std::vector<std::size_t> order_by_type(const std::vector<std::uint16_t>& type);

/// One group of atoms k against atoms j of one type; int4 in the kernel. Atoms k of one type share
/// a row of sums.
struct TypeRun {
  cl_int k_group = 0;
  cl_int first_j = 0;
  cl_int n_j = 0;
  cl_int first_row = 0;
};

/// Types of the atoms k and j of a row.
struct TypePair {
  std::uint16_t k = 0, j = 0;
};

struct TypeRuns {
  std::vector<cl_ushort> segment_end;  ///< of each atom, padded; see the kernel
  std::vector<TypeRun> runs;
  std::vector<TypePair> rows;
};

/// Every pair j < k once, no run longer than `longest`, runs of one group and type equal to within
/// one atom. Only the last group of k is padded, so that many types with few atoms cost no more
/// than shorter runs. Long rows of the triangle come first, so that short ones fill the end.
/// @param type  sorted
TypeRuns make_type_runs(const std::vector<std::uint16_t>& type, std::size_t group_size,
                        std::size_t longest);

/// Atoms j in a run. Aims at 96 groups for each compute unit over all passes, 16 times what an
/// NVIDIA multiprocessor holds; not below `at_least`, where the sums over the group weigh more.
std::size_t choose_longest_run(std::size_t n_atoms, std::size_t n_passes, std::size_t group_size,
                               std::size_t compute_units, std::size_t at_least);

}  // namespace debye::opencl
