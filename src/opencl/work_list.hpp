// How the triangle of pairs is cut into pieces of about equal size, one for each work-group.
#pragma once

#include <cstddef>
#include <vector>

#include "opencl/handle.hpp"  // for cl_int

namespace debye::opencl {

/// One block of atoms k against `n_j_blocks` neighbouring blocks of atoms j <= k; int4 in a kernel.
struct WorkItem {
  cl_int k_block = 0;
  cl_int first_j_block = 0;
  cl_int n_j_blocks = 0;
  cl_int unused = 0;
};

/// Atoms in a block, which is also the size of a work-group: 128, halved until the device can run
/// such groups.
std::size_t choose_block_size(std::size_t max_work_group);

/// Blocks of j in one entry of the list. A larger number saves local reductions and results, a
/// smaller one gives more and evener groups. Aims at 256 groups for each compute unit over all
/// passes: 16 times what a unit holds at once (2048 work-items on current devices), so that the
/// last groups to end leave it idle for a few percent of the time.
std::size_t choose_max_blocks(std::size_t n_blocks, std::size_t n_passes,
                              std::size_t compute_units);

/// The triangle of n_blocks × n_blocks blocks, diagonal included: every pair of blocks once, no
/// entry longer than `max_blocks`, entries of one row equal to within one block. Long entries come
/// first, so that short ones fill the end of a launch.
std::vector<WorkItem> make_work_list(std::size_t n_blocks, std::size_t max_blocks);

}  // namespace debye::opencl
