// The sum at single points, which shares no code with any engine.
#include "opencl/surface_check.hpp"

#include <algorithm>
#include <cmath>

#include "debye/error.hpp"

namespace debye::opencl {
namespace {

constexpr double tolerance = 1e-3;

/// exp(−β d) of floats ends not far beyond [Å].
constexpr double farthest_in_float = 40;

/// Smallest and largest distance that a point may have, as atoms that are within reach but for
/// rounding count or do not.
struct Bounds {
  double smallest = 0, largest = 0;
};

Bounds bounds_at(const SurfaceBlocks& blocks, std::size_t point) {
  const std::size_t n = blocks.points_per_block(), edge = static_cast<std::size_t>(blocks.edge);
  const std::size_t block = point / n;
  const std::size_t inside[3] = {point % edge, point % n / edge % edge, point % n / (edge * edge)};
  double x[3];
  for (std::size_t k = 0; k < 3; ++k)
    x[k] = blocks.spacing * (static_cast<double>(inside[k]) +
                             static_cast<double>(blocks.place[block][k]) * blocks.edge);
  const double beta = surface_blending, rounding = 1e-5 * blocks.reach;
  double with_all = 0, without = 0;
  for (const std::int32_t near : blocks.neighbour[block]) {
    if (near == SurfaceBlocks::none) continue;
    const auto source = static_cast<std::size_t>(near);
    for (std::uint32_t i = blocks.first_atom[source]; i < blocks.first_atom[source + 1]; ++i) {
      const auto& atom = blocks.atom[i];
      const double dx = x[0] - atom[0], dy = x[1] - atom[1], dz = x[2] - atom[2];
      const double r = std::sqrt(dx * dx + dy * dy + dz * dz);
      if (r > blocks.reach + rounding) continue;
      const double term = std::exp(-beta * (r - atom[3]));
      with_all += term;
      if (r < blocks.reach - rounding) without += term;
    }
  }
  return {-std::log(with_all) / beta, -std::log(without) / beta};
}

}  // namespace

void check_surface(const SurfaceBlocks& blocks, std::span<const float> distance,
                   const std::string& device_name) {
  // Blocks are large where the layer is wide: fewer points then, so that the check stays short.
  const double atoms_at_once =
      27 * static_cast<double>(blocks.atom.size()) / static_cast<double>(blocks.size());
  const auto wanted = static_cast<std::size_t>(std::clamp(1e6 / atoms_at_once, 4.0, 64.0));
  const std::size_t step = std::max(distance.size() / wanted, std::size_t{1});
  for (std::size_t point = step / 2; point < distance.size(); point += step) {
    const Bounds expected = bounds_at(blocks, point);
    if (expected.smallest > farthest_in_float && std::isfinite(expected.smallest)) continue;
    const double found = distance[point];
    const bool right = found >= expected.smallest - tolerance &&  // so that NaN fails
                       found <= expected.largest + tolerance;
    if (!right)
      fail<DeviceError>("device ", device_name, " gives wrong distances (", found,
                        " A from the surface instead of ", expected.smallest, "); it is not used");
  }
}

}  // namespace debye::opencl
