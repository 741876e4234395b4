// A sum whose density grids would not fit in memory, done piece by piece.
#pragma once

#include <cstddef>

namespace debye::fourier {

struct Plan;

/// All arrays of a sum but those of the atoms, at most [bytes]: what a small machine has to spare.
/// Grids that fit are spread once; beyond, atoms are spread again for each batch of wave vectors.
inline constexpr double most_memory = 1.5 * 1024 * 1024 * 1024;

/// Wave vectors are summed in batches of planes of k_z. If a slab holds not all of the density,
/// each batch goes through all slabs: the atoms of one are spread, then summed up along z, for the
/// k_z of the batch, in its rows of cells.
struct Split {
  std::size_t waves = 0;    ///< planes of a batch
  std::size_t pairs = 0;    ///< rows of a slab above the middle; as many are below
  std::size_t grids = 0;    ///< of a slab
  std::size_t slabs = 0;    ///< 1: filled but once
  std::size_t batches = 0;  ///< times that each slab is filled
  double least_memory = 0;  ///< what would suffice for the smallest batches and slabs [bytes]
};

/// Those of a sum with the fewest batches within `memory` [bytes].
Split choose_split(const Plan& plan, double memory);

/// Lines of wave vectors, of one k_z, that a thread transforms at once.
struct Lines {
  std::size_t count;  ///< a multiple of best_rows, or all
  int threads;        ///< how many may do so
};

/// As many as plan.memory permits.
Lines choose_lines(const Plan& plan, int threads);

/// Values of the lines of a thread, and of the wave vectors of best_rows of them.
std::size_t line_values(const Plan& plan, std::size_t lines);
std::size_t wave_values(const Plan& plan);

/// Values of a row of n_waves[0] wave vectors, and sums for each node of |k|: padded.
std::size_t wave_stride(const Plan& plan);
std::size_t pair_stride(const Plan& plan);

}  // namespace debye::fourier
