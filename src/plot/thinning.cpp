// See thinning.hpp.

#include "plot/thinning.hpp"

#include <algorithm>
#include <numeric>

namespace debye::plot {

std::vector<std::size_t> drawn_points(std::span<const double> y, std::size_t most) {
  const std::size_t n = y.size();
  std::vector<std::size_t> points;
  if (n <= most) {
    points.resize(n);
    std::iota(points.begin(), points.end(), std::size_t{0});
    return points;
  }
  const std::size_t n_stretches = (most - 2) / 2, inner = n - 2;
  points.push_back(0);
  for (std::size_t k = 0; k < n_stretches; ++k) {
    const auto first = y.begin() + static_cast<std::ptrdiff_t>(1 + k * inner / n_stretches);
    const auto last = y.begin() + static_cast<std::ptrdiff_t>(1 + (k + 1) * inner / n_stretches);
    const auto [low, high] = std::minmax_element(first, last);
    const auto [earlier, later] = std::minmax({low - y.begin(), high - y.begin()});
    points.push_back(static_cast<std::size_t>(earlier));
    if (later != earlier) points.push_back(static_cast<std::size_t>(later));
  }
  points.push_back(n - 1);
  return points;
}

}  // namespace debye::plot
