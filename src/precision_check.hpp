// How far a single-precision sum is off, where it is hardest to get right.
#pragma once

#include <optional>

#include "debye/pair_sum.hpp"

namespace debye {

/// Relative error of `partials` at the q where the pairs cancel most of the self terms of some
/// channel: there the rounding errors of N² terms stand against the smallest result. One value of q
/// is summed again by `exact`; the error is max over a <= b of |P_ab − R_ab| / sqrt(R_aa R_bb).
/// Nothing if the grid is q = 0 alone, which is exact.
std::optional<double> error_at_hardest_q(const ScatteringModel& model,
                                         const PartialProfiles& partials, PairSumEngine& exact);

}  // namespace debye
