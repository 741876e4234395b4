// Sorts by type, shuffles within, and cuts the triangle row by row.
#include "opencl/type_runs.hpp"

#include <algorithm>
#include <numeric>

namespace debye::opencl {

std::vector<std::size_t> order_by_type(const std::vector<std::uint16_t>& type) {
  // Shuffled by Knuth's 64-bit linear congruential generator, which is fast and the same
  // everywhere.
  std::vector<std::uint32_t> shuffled(type.size());
  std::iota(shuffled.begin(), shuffled.end(), std::uint32_t{0});
  std::uint64_t state = 1;
  for (std::size_t n = shuffled.size(); n > 1; --n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::swap(shuffled[n - 1], shuffled[((state >> 32) * n) >> 32]);
  }
  // A place for each type, then each atom to the next place of its type.
  std::vector<std::size_t> next(*std::max_element(type.begin(), type.end()) + 2u, 0);
  for (const std::uint16_t one : type) ++next[one + 1u];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::size_t> order(type.size());
  for (const std::uint32_t atom : shuffled) order[next[type[atom]]++] = atom;
  return order;
}

TypeRuns make_type_runs(const std::vector<std::uint16_t>& type, std::size_t group_size,
                        std::size_t longest) {
  const std::size_t n = type.size(), n_groups = (n + group_size - 1) / group_size;
  TypeRuns result;
  result.segment_end.assign(n_groups * group_size, 0);
  for (std::size_t k = n; k-- > 0;) {
    const bool last = (k + 1) % group_size == 0 || k + 1 == n || type[k] != type[k + 1];
    result.segment_end[k] =
        last ? static_cast<cl_ushort>(k % group_size + 1) : result.segment_end[k + 1];
  }
  for (std::size_t group = n_groups; group-- > 0;) {
    const std::size_t begin = group * group_size, end = std::min(begin + group_size, n);
    for (std::size_t first = 0, last = 0; first + 1 < end; first = last) {
      // The last atom k has no atom j of its own after it.
      last = static_cast<std::size_t>(
          std::upper_bound(type.begin(), type.begin() + static_cast<std::ptrdiff_t>(end - 1),
                           type[first]) -
          type.begin());
      const std::size_t parts = (last - first + longest - 1) / longest;
      for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t from = first + (last - first) * part / parts;
        const std::size_t to = first + (last - first) * (part + 1) / parts;
        result.runs.push_back({static_cast<cl_int>(group), static_cast<cl_int>(from),
                               static_cast<cl_int>(to - from),
                               static_cast<cl_int>(result.rows.size())});
        for (std::size_t k = begin; k < end; k = begin + result.segment_end[k])
          result.rows.push_back({type[k], type[first]});
      }
    }
  }
  return result;
}

std::size_t choose_longest_run(std::size_t n_atoms, std::size_t n_passes, std::size_t group_size,
                               std::size_t compute_units, std::size_t at_least) {
  const std::size_t groups_per_unit = 96;
  const double pairs = 0.5 * static_cast<double>(n_atoms) * static_cast<double>(n_atoms);
  const double fair = pairs * static_cast<double>(n_passes) /
                      static_cast<double>(group_size * compute_units * groups_per_unit);
  return static_cast<std::size_t>(std::clamp(fair, static_cast<double>(at_least), 8192.0));
}

}  // namespace debye::opencl
