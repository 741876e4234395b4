// Fewer points that look the same.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace debye::plot {

/// Indices of at most `most` points that draw the same curve: first, last, and of each stretch
/// between them the smallest and the largest y, so that no peak or minimum is lost. All, if there
/// are no more. `most` is at least 4.
std::vector<std::size_t> drawn_points(std::span<const double> y, std::size_t most);

}  // namespace debye::plot
