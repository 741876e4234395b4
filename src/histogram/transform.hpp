// Moments of distances → the pair terms of the partial profiles.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "debye/scattering_model.hpp"
#include "histogram/atom_classes.hpp"
#include "histogram/distance_bins.hpp"
#include "histogram/moment_sums.hpp"

namespace debye::histogram {

/// Adds to rows 00, 01, .., 11, .. of `partials` (C(C+1)/2 × Nq)
///     P_ab(q) += Σ (A_a(i) A_b(j) + A_b(i) A_a(j)) S_ij(q),   S_ij(q) = Σ_m w_m sin(q r_m)/(q r_m)
/// over the pairs of classes (i, j), m the points of all bins; for all q from number first_q on,
/// none of which is 0. Columns are computed by one thread each, in one order.
/// @param moments  of moment_sums(), for these pairs
void add_pair_terms(const InstructionSet& set, const ScatteringModel& model,
                    const AtomClasses& atoms, std::span<const ClassPair> pairs,
                    const DistanceBins& bins, const std::vector<std::int64_t>& moments,
                    const QGrid& q, std::size_t first_q, int threads, Eigen::ArrayXXd& partials);

}  // namespace debye::histogram
