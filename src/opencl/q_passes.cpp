// Pairs of q and the search for a unit of length in which both are exact.
#include "opencl/q_passes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

namespace debye::opencl {
namespace {

/// Sets `half_turns` of both q, rounded to float, and the unit that makes the rounding harmless.
void choose_unit(const QGrid& q, QPass& pass) {
  const double enough = 0x1p-29;
  double best = 1;
  for (int step = 0; step < 4096 && best > enough; ++step) {
    const double unit = 1 + step * 0x1p-13;  // a float
    float rounded[2];
    double worst = 0;
    for (int i : {0, 1}) {
      const double exact = q[pass.index[i]] / (std::numbers::pi * unit);
      rounded[i] = static_cast<float>(exact);
      worst = std::max(worst, std::abs(rounded[i] - exact) / exact);
    }
    if (worst < best) {
      best = worst;
      pass.unit = unit;
      std::copy(rounded, rounded + 2, pass.half_turns);
    }
  }
}

}  // namespace

template <class Real>
std::vector<QPass> make_passes(const QGrid& q, std::size_t first) {
  std::vector<QPass> passes;
  for (std::size_t i = first; i < q.size(); i += 2) {
    QPass pass;
    pass.index[0] = i;
    pass.index[1] = std::min(i + 1, q.size() - 1);
    if constexpr (std::is_same_v<Real, float>)
      choose_unit(q, pass);
    else
      for (int k : {0, 1}) pass.half_turns[k] = q[pass.index[k]] / std::numbers::pi;
    passes.push_back(pass);
  }
  return passes;
}

template std::vector<QPass> make_passes<float>(const QGrid&, std::size_t);
template std::vector<QPass> make_passes<double>(const QGrid&, std::size_t);

}  // namespace debye::opencl
