// The functions of pair_bins.hpp for one instruction set. The including file defines
// DEBYE_BINS_SET (the name of the InstructionSet), DEBYE_BINS_SET_NAMESPACE, DEBYE_BINS_NAME (its
// printed name) and DEBYE_VECTOR_BYTES, and is compiled with the matching -m options.
//
// Fixed-point numbers are made by adding 1.5·2⁵²: the sum is rounded to a whole number, which then
// stands in the low bits of the double. No instruction set needs another conversion for that.

#include "histogram/pair_bins.hpp"

namespace debye::histogram {
namespace DEBYE_BINS_SET_NAMESPACE {
namespace {

#include "cpu/vector_math.hpp"

static_assert(atom_padding % n_doubles == 0);

/// Both words of a bin; unsigned, because counts may reach the highest bit.
typedef unsigned long long Words __attribute__((vector_size(16), may_alias));

constexpr long long rounder_bits = 0x4338000000000000;

inline Integers bits_of(Doubles v) { return reinterpret_cast<Integers>(v); }

/// 2^n for |n| <= 1000.
inline double power_of_two(int n) {
  const long long bits = static_cast<long long>(n + 1023) << 52;
  double power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return power;
}

constexpr auto width = static_cast<std::size_t>(n_doubles);

/// Pairs that are prepared before their words are added: enough that the processor overlaps both.
constexpr std::size_t batch = 64;

/// Words of a few pairs and the byte offsets of their bins. The words of the even lanes of a vector
/// come before those of the odd ones.
struct Batch {
  alignas(64) long long offset[batch];
  alignas(64) long long words[2 * batch];
};

inline void store(long long* p, Integers v) { __builtin_memcpy(p, &v, sizeof v); }

inline void store_words(long long* p, Integers first, Integers second) {
#if DEBYE_VECTOR_BYTES == 64
  store(p, __builtin_shufflevector(first, second, 0, 8, 2, 10, 4, 12, 6, 14));
  store(p + 8, __builtin_shufflevector(first, second, 1, 9, 3, 11, 5, 13, 7, 15));
#elif DEBYE_VECTOR_BYTES == 32
  store(p, __builtin_shufflevector(first, second, 0, 4, 2, 6));
  store(p + 4, __builtin_shufflevector(first, second, 1, 5, 3, 7));
#else
  store(p, __builtin_shufflevector(first, second, 0, 2));
  store(p + 2, __builtin_shufflevector(first, second, 1, 3));
#endif
}

/// Scales of the fields.
struct Scales {
  double count, first, second, third;
  double third_rounder;  ///< rounds to multiples of 2^third_shift

  explicit Scales(const PackedFields& fields)
      : count(power_of_two(fields.count_shift)),
        first(power_of_two(fields.first_bits)),
        second(power_of_two(fields.second_bits)),
        third(power_of_two(fields.third_bits + fields.third_shift)),
        third_rounder(rounder * power_of_two(fields.third_shift)) {}
};

/// Prepares the pairs of atom i with one vector of atoms j, number v of the batch.
inline void prepare(const PairBlock& block, const Scales& scales, std::size_t i, std::size_t j,
                    std::size_t v, Batch& out) {
  const Doubles dx = load(block.x + j) - block.x[i], dy = load(block.y + j) - block.y[i],
                dz = load(block.z + j) - block.z[i];
  Doubles w = load(block.weight + j) * block.weight[i];
  if (block.triangle && j <= i)
    for (int l = 0; l < n_doubles; ++l)
      if (j + static_cast<std::size_t>(l) <= i) w[l] = 0;
  const Doubles r = square_root(dx * dx + dy * dy + dz * dz);
  const Doubles bin = r + rounder;
  const Doubles x = r - (bin - rounder);
  const Doubles wx = w * x, wx2 = wx * x;
  const Integers first = bits_of(wx * scales.first + (w * scales.count + rounder)) - rounder_bits;
  const Doubles third = (wx2 * x * scales.third + scales.third_rounder) - scales.third_rounder;
  const Integers second = bits_of((wx2 * scales.second + third) + rounder) - rounder_bits;
  store(out.offset + v * width, (bits_of(bin) - rounder_bits) << 4);
  store_words(out.words + 2 * v * width, first, second);
}

/// Adds the words of the first n vectors of the batch to their bins.
inline void add_words(const Batch& prepared, std::size_t n, std::int64_t* bins) {
  auto* const bytes = reinterpret_cast<char*>(bins);
  const auto* const words = reinterpret_cast<const Words*>(prepared.words);
  for (std::size_t v = 0; v < n; ++v)
    for (std::size_t l = 0; l < width; ++l) {
      const std::size_t lane = l < width / 2 ? 2 * l : 2 * l + 1 - width;
      *reinterpret_cast<Words*>(bytes + prepared.offset[v * width + lane]) += words[v * width + l];
    }
}

void add_pairs(const PairBlock& block, const PackedFields& fields, std::int64_t* bins) {
  const Scales scales(fields);
  Batch prepared;
  for (std::size_t i = block.first_i; i < block.last_i; ++i) {
    std::size_t j = block.first_j;
    if (block.triangle && i > j) j = i / width * width;
    for (; j + batch <= block.last_j; j += batch) {
      for (std::size_t v = 0; v < batch / width; ++v)
        prepare(block, scales, i, j + v * width, v, prepared);
      add_words(prepared, batch / width, bins);
    }
    std::size_t n = 0;
    for (; j < block.last_j; j += width) prepare(block, scales, i, j, n++, prepared);
    add_words(prepared, n, bins);
  }
}

void take_out(const PackedFields& fields, std::size_t n_bins, std::int64_t* bins,
              std::int64_t* totals) {
  const int above_first = 64 - fields.count_shift, above_second = 64 - fields.third_shift;
  for (std::size_t b = 0; b < n_bins; ++b, bins += 2, totals += n_moments) {
    const auto word0 = static_cast<std::uint64_t>(bins[0]);
    const auto word1 = static_cast<std::uint64_t>(bins[1]);
    bins[0] = bins[1] = 0;
    // Of the lower fields, only the first moment has a sign.
    const std::int64_t first = static_cast<std::int64_t>(word0 << above_first) >> above_first;
    totals[0] += static_cast<std::int64_t>((word0 - static_cast<std::uint64_t>(first)) >>
                                           fields.count_shift);
    totals[1] += first;
    totals[2] += static_cast<std::int64_t>(word1 << above_second >> above_second);
    totals[3] += static_cast<std::int64_t>(word1) >> fields.third_shift;
  }
}

/// `n_rows` rows of the product, from `row` on.
template <std::size_t n_rows>
void add_rows(const SineSum& job, std::size_t row) {
  constexpr std::size_t n_vectors = max_q / width;
  // As many vectors of q at a time as the registers take.
  constexpr std::size_t at_once = n_vectors < 2 ? n_vectors : 2;
  for (std::size_t v = 0; v < n_vectors && v * width < job.n_q; v += at_once) {
    Doubles sum[n_rows][at_once] = {};
    const double* sines = job.sines + v * width;
    for (std::size_t m = 0; m < job.n_points; ++m, sines += max_q) {
      Doubles sine_of[at_once];
      for (std::size_t k = 0; k < at_once; ++k) sine_of[k] = load(sines + k * width);
      for (std::size_t i = 0; i < n_rows; ++i) {
        const double weight = job.weight[(row + i) * job.row_length + m];
        for (std::size_t k = 0; k < at_once; ++k) sum[i][k] += sine_of[k] * weight;
      }
    }
    for (std::size_t i = 0; i < n_rows; ++i)
      for (std::size_t k = 0; k < at_once; ++k) {
        double* const out = job.sum + (row + i) * max_q + (v + k) * width;
        const Doubles total = load(out) + sum[i][k];
        __builtin_memcpy(out, &total, sizeof total);
      }
  }
}

void add_sines(const SineSum& job) {
  alignas(64) double q[max_q] = {};
  for (std::size_t n = 0; n < job.n_q; ++n) q[n] = job.q[n];
  for (std::size_t m = 0; m < job.n_points; ++m)
    for (std::size_t n = 0; n < max_q; n += width) {
      const Doubles values = sine(load(q + n) * job.r[m]);
      __builtin_memcpy(job.sines + m * max_q + n, &values, sizeof values);
    }
  constexpr std::size_t rows_at_once = DEBYE_VECTOR_BYTES == 64 ? 8 : 4;
  std::size_t row = 0;
  for (; row + rows_at_once <= job.n_rows; row += rows_at_once) add_rows<rows_at_once>(job, row);
  for (; row < job.n_rows; ++row) add_rows<1>(job, row);
}

}  // namespace
}  // namespace DEBYE_BINS_SET_NAMESPACE

const InstructionSet DEBYE_BINS_SET = {DEBYE_BINS_NAME, DEBYE_BINS_SET_NAMESPACE::add_pairs,
                                       DEBYE_BINS_SET_NAMESPACE::take_out,
                                       DEBYE_BINS_SET_NAMESPACE::add_sines};

}  // namespace debye::histogram
