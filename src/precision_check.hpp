// How far a single-precision sum is off, where it is hardest to get right.
#pragma once

#include <optional>
#include <vector>

#include "debye/pair_sum.hpp"

namespace debye {

/// Relative error of I = Σ_ab k_a k_b P_ab at the q where it is the smallest part of the self terms
/// Σ_i (Σ_a k_a A_a(i))²: there the rounding errors of N² terms stand against the smallest result.
/// That one value of q is summed again by `exact`. Nothing if the grid is q = 0 alone, which is
/// exact.
std::optional<double> error_at_hardest_q(const ScatteringModel& model,
                                         const PartialProfiles& partials,
                                         const std::vector<double>& coefficient,
                                         PairSumEngine& exact);

}  // namespace debye
