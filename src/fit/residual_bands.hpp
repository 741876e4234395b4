// Residuals summed up by stretches of q.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "debye/fit.hpp"

namespace debye {

/// 5 to 10 bands of equal numbers of points (about 50 where there are that many, never less than
/// one). @param residuals  normalised, in order of q.
std::vector<ResidualBand> residual_bands(const std::vector<double>& q,
                                         const Eigen::ArrayXd& residuals);

}  // namespace debye
