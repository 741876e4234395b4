// The product of two matrices of some dozen to some hundred rows and columns.
#pragma once

#include <Eigen/Core>

namespace debye {

/// a b, for which Eigen takes three times as long, because it is compiled for the oldest processors
/// that this program runs on, and this is compiled for newer ones too.
Eigen::MatrixXd small_product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

}  // namespace debye
