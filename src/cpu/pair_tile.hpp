// The innermost work of the CPU engine: sums of sin(q r)/r over a rectangle of atom pairs that
// share one pair of scatterer types, so that form factors stay outside. One source
// (pair_tile_impl.hpp) is compiled for several instruction sets; the fastest that the processor has
// is chosen at run time.
#pragma once

#include <cstddef>
#include <vector>

namespace debye::cpu {

/// Atoms sorted by type. Each type starts at a multiple of tile_padding atoms; the gaps are filled
/// with weight 0 and any finite position, so that every load is a full vector.
inline constexpr std::size_t tile_padding = 16;

/// Pairs (i, j) of atoms first_i <= i < last_i and first_j <= j < last_j; the bounds are multiples
/// of tile_padding. With `triangle`, both ranges lie in one type and only i < j counts.
struct PairTile {
  const double* x;  ///< [Å]
  const double* y;
  const double* z;
  const double* weight;  ///< 0 for padding
  std::size_t first_i, last_i, first_j, last_j;
  bool triangle;
};

/// sum[n] = Σ w_i w_j sin(q_n r_ij)/r_ij for q_n = q_min + n·q_step, 0 <= n < n_q; q_n = 0 gives 0.
/// Sines by a recurrence in q. Error against double: see tests/accuracy.hpp.
using UniformTileSum = void (*)(const PairTile& tile, double q_min, double q_step, std::size_t n_q,
                                double* sum);

/// The same for any n_q values q, each sine by a polynomial.
using GeneralTileSum = void (*)(const PairTile& tile, const double* q, std::size_t n_q,
                                double* sum);

struct TileFunctions {
  UniformTileSum uniform;
  GeneralTileSum general;
};

/// Tile functions of one instruction set.
struct InstructionSet {
  const char* name;  ///< "AVX-512", "AVX2", "portable"
  TileFunctions single_precision, double_precision;
};

/// At most this many q a call: the accumulators then stay in the first-level cache.
inline constexpr std::size_t max_q_per_tile = 256;

/// Those compiled in that this processor runs, fastest first; never empty.
std::vector<const InstructionSet*> available_instruction_sets();

extern const InstructionSet portable;
#ifdef DEBYE_X86_SIMD
extern const InstructionSet avx2;
extern const InstructionSet avx512;
#endif

}  // namespace debye::cpu
