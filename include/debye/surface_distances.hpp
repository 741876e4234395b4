// How far the points of a grid are from a molecule's surface: a task that a caller may hand to an
// engine of its choice.
#pragma once

#include <functional>
#include <vector>

namespace debye {

/// The grid; src/solvent/surface_blocks.hpp.
struct SurfaceBlocks;

/// Distance of each point of the grid from the surface [Å].
using SurfaceDistances = std::function<std::vector<float>(const SurfaceBlocks&)>;

}  // namespace debye
