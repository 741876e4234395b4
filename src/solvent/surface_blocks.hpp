// The space around a molecule as blocks of grid points, and the distance of each point from the
// molecule's surface: where the hydration shell is found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "debye/atoms.hpp"

namespace debye {

/// A cubic grid, of which only the blocks near atoms exist. A block is a cube of edge³ points; its
/// own side is no smaller than the reach of an atom, so that all atoms that matter to a point lie
/// in its block and the 26 around: cost and memory are linear in the surface and volume of the
/// molecule.
struct SurfaceBlocks {
  static constexpr std::int32_t none = -1;

  double spacing = 0;    ///< of the points [Å]
  int edge = 0;          ///< points along the side of a block
  double reach = 0;      ///< atoms farther than this from a point [Å] do not count
  Position origin = {};  ///< of the coordinates below; a point of the grid

  std::vector<std::array<std::int32_t, 3>> place;       ///< of each block, in blocks from origin
  std::vector<std::array<std::int32_t, 27>> neighbour;  ///< blocks around, by (dz, dy, dx); or none
  std::vector<std::uint32_t> first_atom;                ///< of each block; size() + 1
  std::vector<std::array<float, 4>> atom;               ///< x, y, z from origin, radius [Å]

  std::size_t size() const { return place.size(); }
  std::size_t points_per_block() const {
    return static_cast<std::size_t>(edge) * static_cast<std::size_t>(edge) *
           static_cast<std::size_t>(edge);
  }
};

/// @param radius   of each atom's solvent-accessible sphere [Å]
/// @param farthest distance from the surface up to which it must be right [Å]
/// @param phase    position of one point of the grid
/// @throws InputError if there are more points than 32 bits count.
SurfaceBlocks make_surface_blocks(std::span<const Position> position,
                                  std::span<const double> radius, double spacing, double farthest,
                                  const Position& phase = {});

/// Steepness β of surface_distances() [1/Å]: about as far as spheres blend, 1/β.
inline constexpr float surface_blending = 2.0f;

/// For each point of each block the distance from the surface of the union of all spheres, spheres
/// that meet being blended smoothly:
///     d = −(1/β) ln Σ_i exp(−β (|x − r_i| − R_i))     over the atoms within reach,
/// negative inside, infinite where no atom is within reach. x runs fastest, then y, z, block [Å].
/// A plain minimum would have creases, on which a curve depends by way of the grid's position.
/// Where spheres blend, the surface lies further out, in proteins by 0.4 Å on average.
/// @param threads 0: all the process may use
std::vector<float> surface_distances(const SurfaceBlocks& blocks, int threads);

}  // namespace debye
