// The Debye sum as it is written, for tests of engines on the user's machine.
#pragma once

#include <vector>

#include "debye/scattering_model.hpp"

namespace debye {

/// I(q_n) = Σ_i Σ_j B_i B_j sin(q_n r_ij)/(q_n r_ij) with B_i = Σ_a k_a A_a(i, q_n), by two loops
/// in double precision that share no code with any engine. O(N²).
/// @param column  n
double plain_sum(const ScatteringModel& model, const QGrid& q, std::size_t column,
                 const std::vector<double>& coefficient);

}  // namespace debye
