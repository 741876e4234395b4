// The terms of the Debye sum that need no distances, exact in double; every engine adds them.
#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "debye/scattering_model.hpp"

namespace debye {

/// Middle and diagonal [Å] of the smallest box, parallel to the axes, around all positions.
struct Extent {
  Position centre;
  double diagonal = 0;
};
Extent extent_of(const std::vector<Position>& position);

/// Number of q, from the first on, at which all atoms of a model of that diagonal [Å] scatter in
/// phase: q r <= 1e-8, where sin(q r)/(q r) is 1 in double. q = 0 is one of them.
std::size_t count_in_phase(const QGrid& q, double diagonal);

/// C(C+1)/2 × Nq: all of P_ab = (Σ_j A_a(j)) (Σ_j A_b(j)) for the first `n_in_phase` q, the self
/// terms Σ_j A_a(j) A_b(j) for the others.
Eigen::ArrayXXd single_sums(const ScatteringModel& model, const QGrid& q, std::size_t n_in_phase);

}  // namespace debye
