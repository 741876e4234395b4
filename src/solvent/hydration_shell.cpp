// See hydration_shell.hpp.

#include "solvent/hydration_shell.hpp"

#include <cmath>
#include <numbers>

#include "solvent/open_space.hpp"

namespace debye {
namespace {

/// Rises smoothly from 0 at −width to 1 at +width.
double soft_step(double x, double width) {
  if (x <= -width) return 0;
  if (x >= width) return 1;
  return 0.5 * (1 + std::sin(0.5 * std::numbers::pi * x / width));
}

/// A way that is this much wider than a molecule of water, on either side, is open; this much
/// narrower, closed [Å].
constexpr double pass_softness = 1.0;

Position point_position(const SurfaceBlocks& blocks, std::size_t point) {
  const std::size_t n = blocks.points_per_block(), edge = static_cast<std::size_t>(blocks.edge);
  const std::array<std::size_t, 3> inside = {point % n % edge, point % n / edge % edge,
                                             point % n / (edge * edge)};
  Position position;
  for (std::size_t k = 0; k < 3; ++k)
    position[k] = blocks.origin[k] + blocks.spacing * (static_cast<double>(inside[k]) +
                                                       blocks.place[point / n][k] * blocks.edge);
  return position;
}

}  // namespace

double HydrationShell::volume() const {
  double sum = 0;
  for (const float w : weight) sum += w;
  return sum * spacing * spacing * spacing;
}

double layer_profile(double distance, double width) {
  const double thickness = width - water_diameter;
  if (thickness < 1e-6)
    return std::abs(distance) >= shell_softness
               ? 0
               : width * 0.25 * std::numbers::pi / shell_softness *
                     std::cos(0.5 * std::numbers::pi * distance / shell_softness);
  return (soft_step(distance, shell_softness) - soft_step(distance - thickness, shell_softness)) *
         width / thickness;
}

double highest_layer_profile(double width) {
  return layer_profile(0.5 * (width - water_diameter), width);
}

HydrationShell hydration_shell(const SurfaceBlocks& blocks, std::span<const float> distance,
                               const ShellOptions& options) {
  const auto lowest = static_cast<float>(-shell_softness);
  const auto highest = static_cast<float>(shell_outer_edge(options.width));
  std::vector<float> pass;
  if (!options.cavities) pass = lowest_pass(blocks, distance, lowest, highest);

  HydrationShell shell;
  shell.spacing = blocks.spacing;
  for (std::size_t p = 0; p < distance.size(); ++p) {
    if (!(distance[p] > lowest && distance[p] < highest)) continue;
    double weight = layer_profile(distance[p], options.width);
    if (!pass.empty()) weight *= soft_step(pass[p], pass_softness);
    if (weight <= 0) continue;
    shell.position.push_back(point_position(blocks, p));
    shell.weight.push_back(static_cast<float>(weight));
  }
  return shell;
}

}  // namespace debye
