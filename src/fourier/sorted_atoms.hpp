// Atoms in the order of the cells that they are spread over.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fourier/plan.hpp"

namespace debye::fourier {

/// How the first cells of the windows are numbered: by tile of planes and rows at least as wide as
/// the window, and within it by layer of planes, line of rows and, along x, block.
struct Tiles {
  static constexpr std::size_t block_side = 4;  ///< planes of a layer, rows of a line
  static constexpr std::size_t lines = 4;       ///< of a tile

  std::size_t layers;            ///< of a tile
  std::size_t along_y, along_z;  ///< tiles
  std::size_t block_width;       ///< cells; a cache line of them if there are not too many
  std::size_t across;            ///< blocks along x

  explicit Tiles(const Plan& plan);

  std::size_t count() const { return along_y * along_z; }
  /// Lines of cells, those of a tile side by side.
  std::size_t n_lines() const { return count() * layers * lines; }
  std::size_t line_of(std::size_t tile, std::size_t layer, std::size_t line) const {
    return (tile * layers + layer) * lines + line;
  }
  std::size_t block_of(std::size_t x, std::size_t y, std::size_t z) const {
    const std::size_t layer = z / block_side, line = y / block_side;
    const std::size_t tile = layer / layers * along_y + line / lines;
    return line_of(tile, layer % layers, line % lines) * across + x / block_width;
  }
};

/// Atoms by Tiles::block_of their first cell.
struct SortedAtoms {
  std::array<std::vector<double>, 3> position;  ///< x, y, z [cells]
  std::vector<unsigned short> type;
  std::vector<std::size_t> line_begin;  ///< n_lines() + 1
};

SortedAtoms sort_atoms(const ScatteringModel& model, const Plan& plan, const Tiles& tiles,
                       int threads);

}  // namespace debye::fourier
