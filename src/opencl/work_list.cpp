// Cuts the triangle of pairs row by row.
#include "opencl/work_list.hpp"

#include <algorithm>

namespace debye::opencl {
namespace {

/// a/b, rounded up.
std::size_t divide_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

}  // namespace

std::size_t choose_block_size(std::size_t max_work_group) {
  // 64 is 4 % faster at 1000 atoms on an NVIDIA H200 and 1 % slower at 100 000; one size means that
  // the self-test runs the very program that is used later.
  std::size_t size = 128;
  while (size > max_work_group && size > 1) size /= 2;
  return size;
}

std::size_t choose_max_blocks(std::size_t n_blocks, std::size_t n_passes,
                              std::size_t compute_units) {
  const std::size_t groups_per_unit = 256;
  const std::size_t longest = 32;  // the reduction is then below 1 % of the time
  const std::size_t most_entries = std::size_t{1} << 19;  // 8 MiB, and 4 MiB of results a pass
  const std::size_t tiles = n_blocks * (n_blocks + 1) / 2;
  const std::size_t fair = tiles * n_passes / (compute_units * groups_per_unit);
  return std::max(std::clamp(fair, std::size_t{1}, longest), divide_up(tiles, most_entries));
}

std::vector<WorkItem> make_work_list(std::size_t n_blocks, std::size_t max_blocks) {
  std::vector<WorkItem> list;
  for (std::size_t k = n_blocks; k-- > 0;) {
    const std::size_t row = k + 1;
    const std::size_t parts = divide_up(row, max_blocks);
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t first = row * part / parts;
      const std::size_t last = row * (part + 1) / parts;
      list.push_back({static_cast<cl_int>(k), static_cast<cl_int>(first),
                      static_cast<cl_int>(last - first), 0});
    }
  }
  return list;
}

}  // namespace debye::opencl
