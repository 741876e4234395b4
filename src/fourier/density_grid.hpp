// Atoms spread over cells, once for each weighting of the amplitude basis.
#pragma once

#include <Eigen/Core>
#include <memory>

#include "fourier/plan.hpp"

namespace debye::fourier {

/// K grids of n_cells, folded: along each axis the upper half of the cells holds the even part,
/// g(x) + g(−x) for x = (i + ½) spacing at i cells above the middle, and the lower half the odd
/// part, g(x) − g(−x) at i cells below the middle. Stored as Spreading states.
template <class Real>
using DensityGrid = std::unique_ptr<Real[]>;

/// @param weight  of each type in each grid, T × K
template <class Real>
DensityGrid<Real> make_density_grid(const ScatteringModel& model, const Eigen::MatrixXd& weight,
                                    const Plan& plan, const InstructionSet& set, int threads);

}  // namespace debye::fourier
