// Which values of q kernels/debye_blocks.cl treats together, and what its sums mean.
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <vector>

namespace debye::opencl {

/// The q of one pass: centre + k·step + a·δ with |k| <= k_max and |a| <= a_max. 105 sums leave an
/// NVIDIA GPU registers for 12 warps of a multiprocessor; 209 sums cost as much for each q.
struct BlockShape {
  static constexpr std::size_t a_max = 7, block_size = 2 * a_max + 1, most_k = 3;
  std::size_t k_max = most_k;
  std::size_t size() const { return (2 * k_max + 1) * block_size; }
  auto operator<=>(const BlockShape&) const = default;
};

/// One pass over all pairs: q = π · half_turns · unit, as in QPass.
struct BlockPass {
  std::size_t first = 0;              ///< index into the grid of its first q
  double centre = 0, half_delta = 0;  ///< half turns in a `unit` of length
  double unit = 1;                    ///< r' = unit · r
  bool operator==(const BlockPass&) const = default;
};

/// Passes over the uniform grid q_min + i·δ, `first` <= i < `size`; the last one reaches beyond.
/// With Real = float all numbers are exact in float; see exact_unit().
template <class Real>
std::vector<BlockPass> make_block_passes(double q_min, double delta, std::size_t first,
                                         std::size_t size, BlockShape shape);

/// Σ sin(q r)/r for each q of a pass from the sums of kernels/debye_blocks.cl, in their order. Both
/// have shape.size() elements.
void sums_of_sines(BlockShape shape, std::span<const double> products, std::span<double> sines);

}  // namespace debye::opencl
