// See sorted_atoms.hpp.

#include "fourier/sorted_atoms.hpp"

#include <algorithm>

#include "parallel_for.hpp"

namespace debye::fourier {
namespace {

/// Most blocks that are counted; there are as many where 10⁸ cells and more are mostly empty.
constexpr std::size_t most_blocks = 1 << 22;

}  // namespace

Tiles::Tiles(const Plan& plan)
    : layers(plan.window.width > 8 ? 4 : 2),
      along_y(plan.n_cells[1] / (lines * block_side) + 1),
      along_z(plan.n_cells[2] / (layers * block_side) + 1),
      block_width(8),
      across(plan.n_cells[0] / block_width + 1) {
  while (across > 1 && n_lines() * across > most_blocks) {
    block_width *= 2;
    across = plan.n_cells[0] / block_width + 1;
  }
}

SortedAtoms sort_atoms(const ScatteringModel& model, const Plan& plan, const Tiles& tiles,
                       int threads) {
  const std::size_t n = model.size();
  std::vector<std::uint32_t> key(n);
  std::vector<Eigen::Array3d> place(n);
  const Eigen::Array3d middle(0.5 * static_cast<double>(plan.n_cells[0]) - 0.5,
                              0.5 * static_cast<double>(plan.n_cells[1]) - 0.5,
                              0.5 * static_cast<double>(plan.n_cells[2]) - 0.5);
  constexpr std::size_t chunk = 16'384;
  const double half = 0.5 * plan.window.width;
  parallel_for((n + chunk - 1) / chunk, threads, [&](std::size_t c) {
    for (std::size_t i = c * chunk; i < std::min(n, (c + 1) * chunk); ++i) {
      place[i] = plan.particle.place(model.position[i]).array() / plan.spacing + middle;
      const auto first_cell = [&](Eigen::Index axis) {
        return static_cast<std::size_t>(place[i][axis] - half + 1);
      };
      key[i] =
          static_cast<std::uint32_t>(tiles.block_of(first_cell(0), first_cell(1), first_cell(2)));
    }
  });
  std::vector<std::size_t> begin(tiles.n_lines() * tiles.across + 1, 0);
  for (const std::uint32_t k : key) ++begin[k + 1];
  for (std::size_t k = 1; k < begin.size(); ++k) begin[k] += begin[k - 1];
  SortedAtoms sorted;
  for (std::size_t line = 0; line <= tiles.n_lines(); ++line)
    sorted.line_begin.push_back(begin[line * tiles.across]);
  for (auto& axis : sorted.position) axis.resize(n);
  sorted.type.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t slot = begin[key[i]]++;
    for (std::size_t axis = 0; axis < 3; ++axis)
      sorted.position[axis][slot] = place[i][static_cast<Eigen::Index>(axis)];
    sorted.type[slot] = model.type[i];
  }
  return sorted;
}

}  // namespace debye::fourier
