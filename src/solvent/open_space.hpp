// Which places water can reach: the grid of distances as a landscape that is flooded from the bulk.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solvent/surface_blocks.hpp"

namespace debye {

/// For each point of the grid with `lowest` < distance the height of the lowest pass [Å] on the
/// best way from the bulk (distance >= `bulk`) to the local summit above the point: the smallest
/// distance from the surface met on the way. Infinite where the summit is the bulk itself,
/// −infinite where there is no way above `lowest`, and for points below.
///
/// Points are visited from high to low; each belongs to the summit of its highest neighbour, and
/// where it joins two regions, one of them with the bulk, it is the pass of the other.
std::vector<float> lowest_pass(const SurfaceBlocks& blocks, std::span<const float> distance,
                               float lowest, float bulk);

}  // namespace debye
