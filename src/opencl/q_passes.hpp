// Which two values of q kernels/debye_pairs.cl treats together, and in which unit of length.
#pragma once

#include <cstddef>
#include <span>
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

/// A unit of length between 1 and 1.5, a float, such that every q / (π · unit) is a float to within
/// 2e-9; nearly so if there are more than three q. Rounding q itself, by up to 6e-8, would be a
/// large error of one sign: near a minimum, I changes by up to 200 times the relative change of q
/// (a ball of 100 000 atoms), while the errors of single distances average out.
double exact_unit(std::span<const double> q);

/// The q from index `first` to before `last`, two by two; with Real = float in an exact_unit().
template <class Real>
std::vector<QPass> make_passes(const QGrid& q, std::size_t first, std::size_t last);

}  // namespace debye::opencl
