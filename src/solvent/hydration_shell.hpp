// The layer of water around a molecule as points of a grid, each with the share of its cell that
// the layer fills.
#pragma once

#include <span>
#include <vector>

#include "debye/solution_model.hpp"
#include "solvent/surface_blocks.hpp"

namespace debye {

/// Equally spaced beads of water; bead i stands for the volume spacing³ · weight[i] of the layer.
struct HydrationShell {
  double spacing = 0;  ///< [Å]
  std::vector<Position> position;
  std::vector<float> weight;  ///< > 0
  double volume() const;      ///< Σ spacing³ · weight [Å³]
};

struct ShellOptions {
  double width = 3.0;     ///< of the layer [Å], at least water_diameter
  bool cavities = false;  ///< closed cavities are lined too
};

/// How far a molecule of water reaches in the direction across the layer [Å]: a layer of width w is
/// filled by molecules whose centres lie in one of w − 2 Å.
inline constexpr double water_diameter = smallest_shell_width;

/// Over this distance [Å] on either side the layer of centres fades in and out.
inline constexpr double shell_softness = 1.5;

/// Radius of a molecule of water [Å]: the solvent-accessible surface is where its centre can come
/// to.
inline constexpr double probe_radius = 1.4;

/// Distance from the surface at which a layer has faded out [Å].
inline double shell_outer_edge(double width) { return width - water_diameter + shell_softness; }

/// Distance of the beads [Å]: with it, at the default contrast, the curve of a protein or nucleic
/// acid changes by less than 2e-3 up to q = 0.5 1/Å when the molecule is turned
/// (tests/test_hydration_shell.cpp).
inline constexpr double shell_spacing = 2.0;

/// Density of centres at a distance from the solvent-accessible surface, which is where the centre
/// of a molecule of water in contact with the molecule lies: (S(d) − S(d − t)) width/t with
/// t = width − water_diameter, or its limit for t = 0. S rises from 0 to 1 over
/// −softness..softness as (1 + sin(π d/(2 softness)))/2, so the integral over d is the width.
/// Smooth, because beads sample it: with sharp edges the curve would depend on where the grid lies.
double layer_profile(double distance, double width);

/// The largest value of layer_profile().
double highest_layer_profile(double width);

/// The layer on the outside of the surface whose distances are given (see surface_distances()).
///
/// Water reaches a place if the way there from the bulk is nowhere narrower than a molecule of
/// water, i.e. if it stays at d > 0. Weights fade from 1 to 0 as the narrowest point of the best
/// way goes from d = 1 to −1 Å, again so that nothing depends on single points of the grid. Cost
/// O(n log n) in the points near the surface.
HydrationShell hydration_shell(const SurfaceBlocks& blocks, std::span<const float> distance,
                               const ShellOptions& options);

}  // namespace debye
