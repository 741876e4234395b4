// Which two values of q the kernel treats together, and in which unit of length.
#pragma once

#include <cstddef>
#include <vector>

#include "debye/q_grid.hpp"

namespace debye::opencl {

/// Two q of one pass over all pairs: q = π · half_turns · unit, sin(q r) = sin(π · half_turns · r')
/// with lengths r' = unit · r.
struct QPass {
  std::size_t index[2] = {0, 0};  ///< into the grid; equal where an odd number leaves one q alone
  double half_turns[2] = {0, 0};
  double unit = 1;
};

/// The q from index `first` on, two by two. With Real = float, `unit` is chosen between 1 and 1.5
/// so that both half_turns are floats to within 2e-9. Rounding q itself, by up to 6e-8, would be a
/// large error of one sign: near a minimum, I changes by up to 200 times the relative change of q
/// (a ball of 100 000 atoms), while the errors of single distances average out.
template <class Real>
std::vector<QPass> make_passes(const QGrid& q, std::size_t first);

}  // namespace debye::opencl
