// See row_sums.hpp. The amplitudes at one q are the weights of the tiles.

#include "cpu/row_sums.hpp"

#include <algorithm>

#include "cpu/pair_tile.hpp"
#include "parallel_for.hpp"

namespace debye::cpu {
namespace {

constexpr std::size_t tile_side = 1024;

std::size_t padded(std::size_t n) { return (n + tile_padding - 1) / tile_padding * tile_padding; }

}  // namespace

Eigen::ArrayXd row_sums(const ScatteringModel& model, const QGrid& q,
                        const Eigen::ArrayXXd& amplitude, const std::vector<std::size_t>& rows,
                        const std::vector<std::size_t>& columns, int threads) {
  // All atoms, those of the rows without weight, and behind them the rows.
  const std::size_t n = model.size(), rows_begin = padded(n);
  const std::size_t end = rows_begin + padded(rows.size());
  std::vector<double> x(end), y(end), z(end), weight(end);
  const auto for_each_slot = [&](const auto& visit) {
    for (std::size_t i = 0; i < n; ++i) visit(i, i);
    for (std::size_t i = 0; i < rows.size(); ++i) visit(rows_begin + i, rows[i]);
  };
  for_each_slot([&](std::size_t slot, std::size_t atom) {
    x[slot] = model.position[atom][0];
    y[slot] = model.position[atom][1];
    z[slot] = model.position[atom][2];
  });
  const auto& functions = available_instruction_sets().front()->double_precision;
  const std::size_t n_tiles = (rows_begin + tile_side - 1) / tile_side;
  Eigen::ArrayXd sums(static_cast<Eigen::Index>(columns.size()));
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto column = static_cast<Eigen::Index>(columns[c]);
    for_each_slot([&](std::size_t slot, std::size_t atom) {
      weight[slot] = amplitude(model.type[atom], column);
    });
    for (const std::size_t row : rows) weight[row] = 0;
    std::vector<double> of_tile(n_tiles, 0.0);
    parallel_for(n_tiles, threads, [&](std::size_t tile) {
      const std::size_t first = tile * tile_side, last = std::min(rows_begin, first + tile_side);
      functions.general(
          {x.data(), y.data(), z.data(), weight.data(), rows_begin, end, first, last, false},
          &q.values()[columns[c]], 1, &of_tile[tile]);
    });
    double sum = 0;
    for (const double one : of_tile) sum += one;
    sums[static_cast<Eigen::Index>(c)] = sum / q[columns[c]];
  }
  return sums;
}

}  // namespace debye::cpu
