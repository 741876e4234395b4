// From the uniform grid on which a curve is computed to the q at which it was measured, as one
// linear map: interpolation, and smearing where the data state a resolution.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "debye/q_grid.hpp"

namespace debye {

/// One row for each measured q, one column for each node of the grid.
using QMap = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// Nodes that a grid must reach beyond the largest q, so that it is interpolated from both sides.
constexpr std::size_t nodes_beyond = 8;

/// Standard deviations of the resolution at which its Gaussian is cut off.
constexpr double resolution_reach = 3.0;

/// The map of I from `nodes` to `q`, which may repeat and be in any order.
///
/// Without dq: Lagrange interpolation by the 16 nodes around q; below q = 0 the curve is even. The
/// curve of a particle of diameter D is a sum of sin(qr)/(qr) with r <= D, so the error falls as
/// sin(hD/2)^16 for a spacing h: 2·10⁻⁷ of the fastest wave at the h = π/(4D) of grid_for().
/// Measured by tests/test_q_map.cpp: at most 6·10⁻⁷ of I(q) at every q, deep minima included.
///
/// With dq (standard deviations [1/Å]):
///     I_s(q) = ∫ R(q' − q) I(|q'|) dq',   R a Gaussian cut at ±3 dq and normalised,
/// by Gauss–Legendre panels fine against both dq and the waves of I, each point interpolated.
/// @throws InputError if nodes are not uniform from 0, are fewer than 9, or end before q.
QMap make_q_map(const QGrid& nodes, const std::vector<double>& q,
                const std::vector<double>& dq = {});

}  // namespace debye
