// A short check that a device found the right distances, before they are used.
#pragma once

#include <span>
#include <string>

#include "solvent/surface_blocks.hpp"

namespace debye::opencl {

/// Compares the distances of up to 64 points, spread over the grid, with sums in double precision
/// over the atoms around: 0.5 ms.
/// @throws DeviceError "device NAME gives wrong distances (..)" if one is off by more than 1e-3 Å,
///         or not a number.
void check_surface(const SurfaceBlocks& blocks, std::span<const float> distance,
                   const std::string& device_name);

}  // namespace debye::opencl
