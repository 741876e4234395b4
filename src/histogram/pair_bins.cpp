// Fields of the packed words, and which of the compiled functions this processor can run.

#include "histogram/pair_bins.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "instruction_sets.hpp"

namespace debye::histogram {

PackedFields packed_fields(double largest, double n_pairs) {
  // With 2^p pairs of weights up to 2^w:
  //     Σw <= 2^(p+w),  |Σwx| <= 2^(p+w−1),  0 <= Σwx² <= 2^(p+w−2),  |Σwx³| <= 2^(p+w−3),
  // each times 2^bits. The bounds may be reached; a sign takes a bit more.
  const int p = static_cast<int>(std::bit_width(max_packed_pairs)) - 1;
  const int w = static_cast<int>(std::bit_width(static_cast<std::size_t>(largest) - 1));
  PackedFields fields{};
  const int of_all = static_cast<int>(std::ceil(std::log2(std::max(n_pairs, 1.0))));
  fields.first_bits = std::min(62 - 2 * (p + w), 63 - of_all - w);
  fields.count_shift = p + w + fields.first_bits + 1;
  // A rounding of x³ counts qΔ/3 as much as one of x².
  fields.second_bits = 36 - p - w;
  fields.third_bits = 30 - p - w;
  fields.third_shift = p + w - 1 + fields.second_bits;
  return fields;
}

std::vector<const InstructionSet*> available_instruction_sets() {
#ifdef DEBYE_X86_SIMD
  return runnable_sets(avx512, avx2, portable);
#else
  return {&portable};
#endif
}

}  // namespace debye::histogram
