// The innermost work of the histogram engine: pairs of atoms → moments of their distances in bins
// → sums of sines. One source (pair_bins_impl.hpp) is compiled for several instruction sets; the
// fastest that the processor has is chosen at run time.
//
// A pair of weight w at the distance r = (b + x)·Δ, b whole and |x| <= 1/2, adds w, wx, wx² and wx³
// to bin b, rounded to whole numbers, so that sums do not depend on their order. Two 64-bit words
// hold the four sums and take one addition of 128 bits. Each word has two fields; the lower one
// borrows from and carries into the upper one, which is undone when the sums are taken out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace debye::histogram {

/// Arrays of atoms are padded to multiples of this with weight 0 and a position among the others.
inline constexpr std::size_t atom_padding = 8;

/// Pairs (i, j) of atoms first_i <= i < last_i and first_j <= j < last_j, where first_j and last_j
/// are multiples of atom_padding. With `triangle`, both ranges lie in one class and only i < j
/// counts.
struct PairBlock {
  const double* x;  ///< [Δ]
  const double* y;
  const double* z;
  const double* weight;  ///< whole, 0 for padding
  std::size_t first_i, last_i, first_j, last_j;
  bool triangle;
};

inline constexpr std::size_t n_moments = 4;

/// Bits of the fields in the two words of a bin:
///     word 0 = Σw · 2^count_shift + Σ wx·2^first_bits
///     word 1 = Σ wx³·2^third_bits · 2^third_shift + Σ wx²·2^second_bits
struct PackedFields {
  int count_shift, first_bits, second_bits, third_bits, third_shift;
};

/// Pairs, padding included, that may be added before the sums must be taken out.
inline constexpr std::size_t max_packed_pairs = 1u << 15;

/// Largest weight of a pair.
inline constexpr double max_pair_weight = 1024;

/// Fields that max_packed_pairs pairs of weights up to `largest` <= max_pair_weight cannot fill,
/// and whose sums over all n_pairs pairs fit in 64 bits.
PackedFields packed_fields(double largest, double n_pairs);

/// Adds the pairs of a block to 2 words a bin, aligned to 16 bytes. Distances must be below
/// the number of bins − 1/2.
using AddPairs = void (*)(const PairBlock& block, const PackedFields& fields, std::int64_t* bins);

/// Adds the fields of the words to totals, n_bins × n_moments, and sets the words to 0.
using TakeOut = void (*)(const PackedFields& fields, std::size_t n_bins, std::int64_t* bins,
                         std::int64_t* totals);

/// Values of q that are summed at a time.
inline constexpr std::size_t max_q = 16;

/// sum[row][n] += Σ_m weight[row][m] sin(q_n r_m)
struct SineSum {
  const double* weight;  ///< n_rows × row_length, of which the first n_points count
  std::size_t n_rows, row_length;
  const double* r;  ///< >= 0
  std::size_t n_points;
  const double* q;
  std::size_t n_q;  ///< 1 .. max_q
  double* sines;    ///< room for n_points × max_q
  double* sum;      ///< n_rows × max_q
};
using AddSines = void (*)(const SineSum& job);

/// The functions of one instruction set.
struct InstructionSet {
  const char* name;  ///< "AVX-512", "AVX2", "portable"
  AddPairs add_pairs;
  TakeOut take_out;
  AddSines add_sines;
};

/// Those compiled in that this processor runs, fastest first; never empty.
std::vector<const InstructionSet*> available_instruction_sets();

extern const InstructionSet portable;
#ifdef DEBYE_X86_SIMD
extern const InstructionSet avx2;
extern const InstructionSet avx512;
#endif

}  // namespace debye::histogram
