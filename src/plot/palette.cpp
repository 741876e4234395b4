// See palette.hpp.

#include "plot/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace debye::plot {
namespace {

constexpr std::array<const char*, 7> okabe_ito = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                  "#E69F00", "#56B4E9", "#000000"};

/// Red, green, blue of viridis at 0, 1/4, 1/2, 3/4; beyond, its yellow is faint on white.
constexpr std::array<std::array<double, 3>, 4> gradient = {
    {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}}};

}  // namespace

std::string colour_of(std::size_t i, std::size_t n) {
  if (n <= most_named) return okabe_ito[i % okabe_ito.size()];
  const double at = static_cast<double>(i) / static_cast<double>(n - 1) *
                    static_cast<double>(gradient.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(at), gradient.size() - 2);
  const double share = at - static_cast<double>(below);
  std::array<long, 3> rgb{};
  for (std::size_t k = 0; k < 3; ++k)
    rgb[k] = std::lround((1 - share) * gradient[below][k] + share * gradient[below + 1][k]);
  char text[32];
  std::snprintf(text, sizeof text, "#%02lX%02lX%02lX", rgb[0], rgb[1], rgb[2]);
  return text;
}

bool is_dashed(std::size_t i, std::size_t n) { return n <= most_named && i >= okabe_ito.size(); }

}  // namespace debye::plot
