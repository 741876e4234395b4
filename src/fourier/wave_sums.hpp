// Density grids → products of their Fourier transforms, summed by |k|.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "fourier/density_grid.hpp"

namespace debye::fourier {

/// Nodes of |k| and the window that spreads a wave vector over them.
struct RadialNodes {
  double step = 0;        ///< [1/Å]
  std::size_t count = 0;  ///< 0, step, …, beyond k_max
  KaiserBessel window;
};

/// Fine enough for sin(k r) at all r <= cut.
RadialNodes radial_nodes(double k_max, double cut);

/// Fills the cells of a slab as Density::fill() does.
template <class Real>
using FillSlab = std::function<void(const Slab&, Real*)>;

/// nodes × K(K+1)/2: row j, column (k, l >= k), holds
///     Σ_n φ(j − |k_n|/step) Re(G_k(k_n) G_l*(k_n))/|k_n|
/// over all wave vectors k_n of the plan, where G_k(k⃗) = Σ_j w_k(j) exp(i k⃗·r_j).
/// @param fill      called for all slabs in turn, plan.split.batches times
/// @param progress  called with the fraction done
template <class Real>
Eigen::MatrixXd wave_sums(const FillSlab<Real>& fill, const Plan& plan, const RadialNodes& nodes,
                          const InstructionSet& set, int threads,
                          const std::function<void(double)>& progress);

}  // namespace debye::fourier
