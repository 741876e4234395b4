// How far a sum is off, found by summing again at a few q.
#pragma once

#include <optional>
#include <vector>

#include "debye/pair_sum.hpp"

namespace debye {

/// The q > 0 at which I = Σ_ab k_a k_b P_ab is the smallest part of the self terms
/// Σ_i (Σ_a k_a A_a(i))²: there the errors of N² terms stand against the smallest result. Nothing
/// if the grid is q = 0 alone.
std::optional<std::size_t> hardest_column(const ScatteringModel& model,
                                          const PartialProfiles& partials,
                                          const std::vector<double>& coefficient);

/// Compares I with that of `exact` at the columns. O(N² · columns).
/// @param columns  not empty, ascending
MeasuredError compare_sums(const ScatteringModel& model, const PartialProfiles& partials,
                           const std::vector<double>& coefficient, PairSumEngine& exact,
                           const std::vector<std::size_t>& columns);

/// Compares the pairs of some atoms, drawn at random, with all others:
///     Σ_{i in rows} Σ_{j not in rows} B_i B_j sin(q r_ij)/(q r_ij),   B_i = Σ_a k_a A_a(i),
/// by a double sum and by `engine`, which gives it as the difference of two curves, one of them
/// with the sign of the rows turned. What is measured is thus the engine's error, without that of a
/// sample; only its growth from these pairs to all is an estimate, the mean of four draws, whose
/// deviation is stated.
/// O(rows · N · columns). @param rows  of all draws together
MeasuredError compare_rows(const ScatteringModel& model, const PartialProfiles& partials,
                           const std::vector<double>& coefficient, PairSumEngine& engine,
                           const std::vector<std::size_t>& columns, std::size_t rows, int threads);

/// The error of a sum at the hardest and up to four more q, from all pairs where that takes seconds
/// at most, else from rows (three q). Nothing if the grid is q = 0 alone.
std::optional<MeasuredError> check_sum(const ScatteringModel& model,
                                       const PartialProfiles& partials,
                                       const std::vector<double>& coefficient,
                                       PairSumEngine& engine, PairSumEngine& exact, int threads);

}  // namespace debye
