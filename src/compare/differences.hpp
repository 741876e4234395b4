// The figures of a comparison, from curves that are aligned and scaled.
#pragma once

#include <optional>

#include "debye/compare.hpp"

namespace debye {

/// Fills overall, reliable, bands, r_factor, correlation and chi2_reduced from q, a, b and sigma.
void find_differences(CurveComparison& comparison, std::optional<double> q_reliable);

}  // namespace debye
