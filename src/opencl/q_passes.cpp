// Pairs of q and the search for a unit of length in which both are exact.
#include "opencl/q_passes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

namespace debye::opencl {

double exact_unit(std::span<const double> q) {
  const double enough = 0x1p-29;
  double best = 1, best_unit = 1;
  for (int step = 0; step < (1 << 18) && best > enough; ++step) {
    const double unit = 1 + step * 0x1p-19;  // a float
    double worst = 0;
    for (const double value : q) {
      const double exact = value / (std::numbers::pi * unit);
      worst = std::max(worst, std::abs(static_cast<double>(static_cast<float>(exact)) / exact - 1));
    }
    if (worst < best) {
      best = worst;
      best_unit = unit;
    }
  }
  return best_unit;
}

template <class Real>
std::vector<QPass> make_passes(const QGrid& q, std::size_t first, std::size_t last) {
  std::vector<QPass> passes;
  for (std::size_t i = first; i < last; i += 2) {
    QPass pass;
    pass.index[0] = i;
    pass.index[1] = std::min(i + 1, last - 1);
    const double both[] = {q[pass.index[0]], q[pass.index[1]]};
    if (std::is_same_v<Real, float>) pass.unit = exact_unit(both);
    for (int k : {0, 1})
      pass.half_turns[k] = static_cast<Real>(both[k] / (std::numbers::pi * pass.unit));
    passes.push_back(pass);
  }
  return passes;
}

template std::vector<QPass> make_passes<float>(const QGrid&, std::size_t, std::size_t);
template std::vector<QPass> make_passes<double>(const QGrid&, std::size_t, std::size_t);

}  // namespace debye::opencl
