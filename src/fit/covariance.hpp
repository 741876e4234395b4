// Errors and correlations of the parameters of a least-squares fit.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace debye {

/// (JᵀWJ)⁻¹ as standard deviations and correlations. sigma of the data is taken as known: nothing
/// is scaled by χ².
struct Covariance {
  Eigen::VectorXd error;         ///< NaN where not determined
  Eigen::MatrixXd correlation;   ///< diagonal 1; NaN where not determined
  std::vector<bool> determined;  ///< false: the data do not depend on this parameter, or cannot
                                 ///< tell it from others that are not determined either
};

/// @param jacobian  ∂model_i/∂parameter_k / σ_i, N × p with N >= p.
Covariance covariance(const Eigen::MatrixXd& jacobian);

}  // namespace debye
