// One model as kernels/debye_blocks.cl takes it, and a part of its pairs.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "debye/scattering_model.hpp"
#include "opencl/pair_arrays.hpp"
#include "opencl/q_blocks.hpp"
#include "opencl/type_runs.hpp"

namespace debye::opencl {

/// The q that are summed together; models with the same ones share a launch.
struct BlockGrid {
  BlockShape shape;
  std::vector<BlockPass> passes;
  bool operator==(const BlockGrid&) const = default;
};

/// Atoms sorted by type, around the centre, and the list of their pairs.
template <class Real>
struct BlockJob {
  BlockGrid grid;
  std::size_t group_size = 0;
  std::vector<Real4<Real>> position;  ///< padded to whole groups
  TypeRuns list;
  std::vector<TypePair> pairs;          ///< that occur, in ascending order
  std::vector<std::uint32_t> row_pair;  ///< of each row of the list, its place in `pairs`

  /// Number of the first row of a run; of all rows for the one after the last.
  std::size_t first_row(std::size_t run) const {
    return run < list.runs.size() ? static_cast<std::size_t>(list.runs[run].first_row)
                                  : list.rows.size();
  }
  /// Sums of all q and pairs of types.
  std::size_t n_sums() const { return grid.shape.size() * grid.passes.size() * pairs.size(); }
};

/// @param longest  atoms j of a run
template <class Real>
BlockJob<Real> make_block_job(const ScatteringModel& model, const BlockGrid& grid,
                              std::size_t group_size, std::size_t longest);

}  // namespace debye::opencl
