// The pairs of some atoms with all others.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "debye/scattering_model.hpp"

namespace debye::cpu {

/// Σ_{i in rows} Σ_{j not in rows} B_i B_j sin(q r_ij)/(q r_ij) in double precision;
/// B_i = amplitude(type of i, column). O(rows · N) for each column.
/// @param columns  of the grid and of the amplitudes (T × Nq); none of q = 0
Eigen::ArrayXd row_sums(const ScatteringModel& model, const QGrid& q,
                        const Eigen::ArrayXXd& amplitude, const std::vector<std::size_t>& rows,
                        const std::vector<std::size_t>& columns, int threads);

}  // namespace debye::cpu
