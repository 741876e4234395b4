// Least squares of a curve in solution: model, derivatives and the search for the minimum.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "debye/fit.hpp"
#include "fit/q_map.hpp"

namespace debye {

/// What is fitted, in the order of FitResult::parameters.
enum FitParameter { Scale = 0, Constant, C1, ShellContrast };
constexpr std::array<const char*, 4> fit_parameter_name = {"scale", "constant", "c1",
                                                           "shell_contrast"};

struct FitProblem {
  const SolutionProfiles& profiles;
  QMap map;                   ///< from the q of the profiles to those of the data
  Eigen::VectorXd intensity;  ///< N, measured
  Eigen::VectorXd weight;     ///< N, 1/σ; 1 if the data have no sigma
  FitOptions options;
};

/// A value for each FitParameter.
struct FitPoint {
  std::array<double, 4> value{};
  double chi2 = 0;  ///< Σ ((I_exp − I_model) · weight)²
};

/// Bounds of C1 and ShellContrast.
const Bounds& bounds_of(const FitOptions& options, FitParameter parameter);

/// −1, +1: the value is the lower or upper bound; 0: neither, or there is none.
int side_of_bound(const FitOptions& options, FitParameter parameter, double value);

/// Parameters that the options leave free.
std::vector<FitParameter> free_parameters(const FitOptions& options);

/// scale · I + constant at the data.
Eigen::VectorXd fit_model(const FitProblem& problem, const FitPoint& point);

/// ∂model/∂parameter · weight, a column for each of `parameters`.
Eigen::MatrixXd fit_jacobian(const FitProblem& problem, const FitPoint& point,
                             const std::vector<FitParameter>& parameters);

/// The global minimum within the bounds. Scale 0 if no positive one is better than none.
FitPoint minimise(const FitProblem& problem);

}  // namespace debye
