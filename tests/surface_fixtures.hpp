// Grids around molecules of several shapes, for tests of the distances from their surfaces.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "models.hpp"
#include "random_protein.hpp"
#include "solvent/surface_blocks.hpp"

namespace debye::test {

/// A random protein whose atoms have radii from 2.8 to 3.4 Å.
inline SurfaceBlocks protein_blocks(std::size_t n_atoms, double spacing = 2.0,
                                    double farthest = 4.5) {
  std::mt19937_64 random(n_atoms);
  std::vector<double> radius(n_atoms);
  for (double& r : radius) r = 2.8 + 0.6 * uniform(random);
  const Position phase = {0.3, 0.1, -0.7};
  return make_surface_blocks(random_protein(n_atoms, QGrid({0})).position, radius, spacing,
                             farthest, phase);
}

/// Two proteins, 500 Å apart, 1 km from the origin.
inline SurfaceBlocks distant_blocks(std::size_t n_atoms, double spacing, double farthest) {
  std::vector<Position> position;
  for (const double shift : {0.0, 500.0})
    for (Position p : random_protein(n_atoms, QGrid({0})).position)
      position.push_back({p[0] + shift, p[1] + 0.3 * shift, p[2] + 1e4});
  return make_surface_blocks(position, std::vector<double>(position.size(), 3.1), spacing,
                             farthest);
}

/// Smallest and largest distance that a point may have, as atoms that are within reach but for
/// rounding count or do not: the sum over all atoms in double precision.
struct DistanceBounds {
  double smallest = 0, largest = 0;
};

inline DistanceBounds reference_distance(const SurfaceBlocks& blocks, std::size_t point) {
  const std::size_t n = blocks.points_per_block(), edge = static_cast<std::size_t>(blocks.edge);
  const std::size_t inside[] = {point % edge, point % n / edge % edge, point % n / (edge * edge)};
  double with_all = 0, without = 0;
  for (const auto& atom : blocks.atom) {
    double squared = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double corner = static_cast<double>(blocks.place[point / n][k]) * blocks.edge;
      const double x = blocks.spacing * (static_cast<double>(inside[k]) + corner);
      squared += (x - atom[k]) * (x - atom[k]);
    }
    const double r = std::sqrt(squared);
    const double term = std::exp(-surface_blending * (r - atom[3]));
    if (r <= blocks.reach * (1 + 1e-5)) with_all += term;
    if (r <= blocks.reach * (1 - 1e-5)) without += term;
  }
  return {-std::log(with_all) / surface_blending, -std::log(without) / surface_blending};
}

}  // namespace debye::test
