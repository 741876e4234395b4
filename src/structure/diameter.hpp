// The largest distance between any two points of a set, exactly.
#pragma once

#include <array>
#include <span>

namespace debye {

/// Largest distance of two points [Å]; 0 for fewer than two. Exact; in practice linear in the
/// number of points.
double largest_distance(std::span<const std::array<double, 3>> points);

}  // namespace debye
