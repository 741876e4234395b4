// Sums by |k| → pair-distance distributions → structure factors at any q.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "fourier/plan.hpp"
#include "fourier/wave_sums.hpp"

namespace debye::fourier {

/// Nq × K(K+1)/2: S_kl(q) = Σ_i Σ_j w_k(i) w_l(j) sin(q r_ij)/(q r_ij) from wave_sums(). In between
/// stands the distribution of distances,
///     p(r) = 4π r²/(P_x P_y P_z) Σ_n Re(G_k G_l*)(k_n) sin(k_n r)/(k_n r),   P = 2π/plan.step,
/// which below the diameter is that of the pairs seen with a resolution of 2π/k_max, and beyond it
/// the neighbours' in the periodic images; χ(r) cuts these off:
///     S(q) = ∫ χ(r) p(r) sin(q r)/(q r) dr.
Eigen::MatrixXd structure_factors(const Eigen::MatrixXd& wave_sums, const RadialNodes& nodes,
                                  const Plan& plan, const std::vector<double>& q, int threads);

}  // namespace debye::fourier
