// See split.hpp.

#include "fourier/split.hpp"

#include <algorithm>

#include "fourier/wave_sums.hpp"

namespace debye::fourier {
namespace {

// Shares of the memory. Grids that are held take the most; where they are not, slabs of 1/6 are
// thick enough, and what is left makes the batches large, and few.
constexpr double grid_share = 2.0 / 3, slab_share = 1.0 / 6, split_batch_share = 1.0 / 2,
                 whole_batch_share = 1.0 / 6, work_share = 1.0 / 6;

/// So many planes at once that the product along z, which has to fetch all of the density from
/// memory, has something to do meanwhile.
constexpr std::size_t batch_of_whole = 4 * best_rows;

/// Lines at once, below which fetching the planes for each lot of them takes longer: rather fewer
/// threads.
constexpr std::size_t fewest_lines = 8 * best_rows;

std::size_t at_most(double n, std::size_t limit) {
  return n < static_cast<double>(limit) ? static_cast<std::size_t>(n) : limit;
}

/// n/of, rounded up.
std::size_t parts(std::size_t n, std::size_t of) { return (n + of - 1) / of; }

/// Of one plane of wave vectors: the products along z, its sums and its part of the table [bytes].
double plane_bytes(const Plan& plan) {
  const std::size_t nodes =
      radial_nodes(plan.k_max, plan.particle.diameter + plan.taper).count + 2 * radial_width;
  return 8 * (2 * static_cast<double>(plan.n_basis) * static_cast<double>(plan.plane_stride) +
              static_cast<double>(nodes) * static_cast<double>(pair_stride(plan)) +
              static_cast<double>(plan.n_cells[2]));
}

/// Of the tables along x and y, which all threads share [bytes].
double table_bytes(const Plan& plan) {
  return 8 * (static_cast<double>(wave_stride(plan)) * static_cast<double>(plan.n_cells[0]) +
              static_cast<double>(plan.n_waves[1]) * static_cast<double>(plan.n_cells[1]));
}

double work_bytes(const Plan& plan, std::size_t lines) {
  return 8 * static_cast<double>(line_values(plan, lines) + wave_values(plan));
}

/// Of a pair of rows, in one grid [bytes].
double pair_bytes(const Plan& plan) {
  return 2.0 * (plan.in_double ? 8 : 4) * static_cast<double>(plan.row_stride) *
         static_cast<double>(plan.n_cells[2]);
}

}  // namespace

std::size_t line_values(const Plan& plan, std::size_t lines) {
  return plan.n_basis * 4 * lines * plan.row_stride;
}

std::size_t wave_values(const Plan& plan) {
  return plan.n_basis * 8 * best_rows * wave_stride(plan);
}

std::size_t wave_stride(const Plan& plan) { return padded(plan.n_waves[0]); }

std::size_t pair_stride(const Plan& plan) {
  return (plan.n_basis * (plan.n_basis + 1) / 2 + 7) / 8 * 8;
}

Split choose_split(const Plan& plan, double memory) {
  const std::size_t half = plan.n_cells[1] / 2, n_waves = plan.n_waves[2];
  const double of_plane = plane_bytes(plan);
  const double work = table_bytes(plan) + work_bytes(plan, best_rows);
  Split split;
  split.least_memory = std::max(of_plane / split_batch_share, work / work_share);
  if (plan.grid_bytes() <= grid_share * memory) {
    split.pairs = half;
    split.grids = plan.n_basis;
    split.slabs = 1;
    split.batches = 1;
    split.waves = std::clamp<std::size_t>(at_most(whole_batch_share * memory / of_plane, n_waves),
                                          1, batch_of_whole);
    return split;
  }
  split.least_memory = std::max(split.least_memory, pair_bytes(plan) / slab_share);
  // An atom's window is evaluated once for each slab that it reaches into: rather all grids and
  // few rows than the other way round.
  const double pairs = slab_share * memory / pair_bytes(plan);  // times grids
  split.grids = std::max<std::size_t>(1, at_most(pairs, plan.n_basis));
  split.pairs = std::max<std::size_t>(1, at_most(pairs / static_cast<double>(split.grids), half));
  const std::size_t along_y = parts(half, split.pairs);
  split.pairs = parts(half, along_y);
  split.slabs = along_y * parts(plan.n_basis, split.grids);
  split.waves = std::max<std::size_t>(1, at_most(split_batch_share * memory / of_plane, n_waves));
  if (split.waves < n_waves && split.waves > best_rows) split.waves -= split.waves % best_rows;
  split.batches = parts(n_waves, split.waves);
  return split;
}

Lines choose_lines(const Plan& plan, int threads) {
  const double available = work_share * plan.memory - table_bytes(plan);
  const std::size_t n_waves = plan.n_waves[1];
  const double most = available / work_bytes(plan, std::min(fewest_lines, n_waves));
  const auto n_threads = std::max<std::size_t>(1, at_most(most, static_cast<std::size_t>(threads)));
  const double others = work_bytes(plan, 0), of_line = work_bytes(plan, 1) - others;
  std::size_t lines =
      at_most((available / static_cast<double>(n_threads) - others) / of_line, n_waves);
  if (lines < n_waves) lines = std::max(best_rows, lines - lines % best_rows);
  return {lines, static_cast<int>(n_threads)};
}

}  // namespace debye::fourier
