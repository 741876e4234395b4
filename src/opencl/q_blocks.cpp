// Passes over a uniform grid, and the addition theorems that give each q its sum.
#include "opencl/q_blocks.hpp"

#include <numbers>
#include <type_traits>

#include "opencl/q_passes.hpp"

namespace debye::opencl {

template <class Real>
std::vector<BlockPass> make_block_passes(double q_min, double delta, std::size_t first,
                                         std::size_t size, BlockShape shape) {
  std::vector<BlockPass> passes;
  for (std::size_t i = first; i < size; i += shape.size()) {
    BlockPass pass;
    pass.first = i;
    const std::size_t middle = i + shape.size() / 2;
    const double centre = q_min + delta * static_cast<double>(middle);
    const double both[] = {centre, 0.5 * delta};
    if (std::is_same_v<Real, float>) pass.unit = exact_unit(both);
    pass.centre = static_cast<Real>(both[0] / (std::numbers::pi * pass.unit));
    pass.half_delta = static_cast<Real>(both[1] / (std::numbers::pi * pass.unit));
    passes.push_back(pass);
  }
  return passes;
}

template std::vector<BlockPass> make_block_passes<float>(double, double, std::size_t, std::size_t,
                                                         BlockShape);
template std::vector<BlockPass> make_block_passes<double>(double, double, std::size_t, std::size_t,
                                                          BlockShape);

void sums_of_sines(BlockShape shape, std::span<const double> products, std::span<double> sines) {
  constexpr int a_max = BlockShape::a_max;
  const auto k_max = static_cast<int>(shape.k_max);
  constexpr int block_size = BlockShape::block_size;
  const auto at = [&](int index) { return products[static_cast<std::size_t>(index)]; };
  const auto set = [&](int k, int a, double value) {
    const int index = (k + k_max) * block_size + a + a_max;
    sines[static_cast<std::size_t>(index)] = value;
  };
  for (int k = 0; k <= k_max; ++k) {
    // In each: sin(centre) cos(k step) and cos(centre) sin(k step), the latter 0 for k = 0.
    const int row = k == 0 ? 0 : block_size * (2 * k - 1);
    for (int a = 0; a <= a_max; ++a) {
      double sc = at(row), cs = k == 0 ? 0 : at(row + 1), ss_a = 0, cc_a = 0;
      if (a > 0 && k == 0) {
        sc += at(2 * a - 1);
        cc_a = at(2 * a);
      } else if (a > 0) {
        sc += at(row + 4 * a - 2);
        ss_a = at(row + 4 * a - 1);
        cs += at(row + 4 * a);
        cc_a = at(row + 4 * a + 1);
      }
      for (const int sign_k : {1, -1})
        for (const int sign_a : {1, -1})
          set(sign_k * k, sign_a * a, sc - sign_k * sign_a * ss_a + sign_k * cs + sign_a * cc_a);
    }
  }
}

}  // namespace debye::opencl
