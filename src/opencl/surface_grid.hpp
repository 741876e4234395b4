// Distances of grid points from a molecule's surface, on an OpenCL device.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "solvent/surface_blocks.hpp"

namespace debye {
namespace opencl {
class OpenDevice;
}

/// How the grid is cut up. The defaults fit every device; other values serve tests and tuning. The
/// first three leave no trace in the result.
struct SurfaceGridOptions {
  double launch_seconds = 0.1;               ///< aim for one launch; longer ones freeze a display
  std::size_t max_launch_groups = 1u << 30;  ///< work-groups in one launch
  std::size_t max_chunk_bytes = 64u << 20;   ///< distances on the device at a time
  std::size_t work_group = 0;                ///< work-items per group; 0: by rule
  int column = 0;                            ///< points of a work-item; 0: by rule
};

enum class SurfaceKernel {
  Gather,    ///< reads the atoms of the blocks around, through local memory
  AllAtoms,  ///< runs through all atoms for each point; to be compared with
};

/// kernels/surface_distance.cl on one device, compiled when first needed. In single precision; see
/// surface_distances() of solvent/surface_blocks.hpp, from which it differs by less than 1e-4 Å up
/// to 40 Å from the surface, where floats end. The same grid gives the same bits each time.
class SurfaceGrid {
 public:
  virtual ~SurfaceGrid() = default;

  /// @throws DeviceError naming the device when it fails, or gives distances that are wrong at any
  ///         point of a small sample.
  virtual std::vector<float> distances(const SurfaceBlocks& blocks,
                                       SurfaceKernel kernel = SurfaceKernel::Gather) = 0;

  /// Seconds that the device itself was busy in the last distances(), from its profiling events.
  virtual double kernel_seconds() const = 0;
};

/// @throws DeviceError if the device is unusable.
std::unique_ptr<SurfaceGrid> make_surface_grid(std::shared_ptr<opencl::OpenDevice> device,
                                               const SurfaceGridOptions& options = {});

}  // namespace debye
