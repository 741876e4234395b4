// Fit of a computed curve in solution to a measured one, with honest statistics.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "debye/measured_profile.hpp"
#include "debye/solution.hpp"

namespace debye {

/// Interval in which a parameter is searched; lower == upper fixes it.
struct Bounds {
  double lower = 0, upper = 0;
  bool fixed() const { return lower == upper; }
};

struct FitOptions {
  Bounds c1{0.95, 1.05};
  Bounds shell_contrast{-0.03, 0.09};  ///< [e/Å³]
  bool constant = false;               ///< fit a constant background too
};

/// One parameter of a finished fit.
struct FittedParameter {
  std::string name;  ///< "scale", "constant", "c1", "shell_contrast"
  double value = 0;
  double error = 0;        ///< standard deviation; NaN if fixed, at a bound, or not determined
  bool fixed = false;      ///< by the user
  bool at_bound = false;   ///< the best value is a bound of the search
  bool determined = true;  ///< false: the data do not depend on it, or cannot tell it from others
                           ///< that are not determined either
};

/// Residuals (I_exp − I_model)/σ of one stretch of q.
struct ResidualBand {
  double q_min = 0, q_max = 0;  ///< [1/Å]
  std::size_t n = 0;
  double mean = 0;  ///< of the normalised residuals; ±1/√n if the model is right
  double chi2 = 0;  ///< Σ residual² / n
};

struct FitResult {
  std::size_t n_points = 0;      ///< N
  std::size_t n_parameters = 0;  ///< p, parameters that were free, scale and constant included
  bool weighted = true;          ///< false: no sigma in the data; then chi2 is NaN
  double chi2 = 0;               ///< Σ ((I_exp − I_model)/σ)²
  /// χ² with the solvent's parameters at their defaults instead of fitted; NaN if both are fixed or
  /// no sigma is known.
  double chi2_default = std::numeric_limits<double>::quiet_NaN();
  double r_factor = 0;                      ///< Σ |I_exp − I_model| / Σ |I_exp|
  std::vector<FittedParameter> parameters;  ///< scale, constant if it was asked for, c1, shell
  std::vector<int> free;                    ///< indices into parameters that correlation refers to
  Eigen::MatrixXd correlation;  ///< of the free parameters that are not at a bound; without sigma
                                ///< as for equal errors of all points
  std::size_t longest_run = 0;  ///< longest run of residuals of one sign
  double cormap_p = 0;          ///< probability of a run this long if the model is right
  std::vector<ResidualBand> bands;  ///< 5 to 10 with equal numbers of points; none without sigma
  Eigen::ArrayXd model;             ///< N, scale · I + constant at the measured q, smeared
  std::vector<std::string> flags;   ///< "c1 at its upper bound 1.05: …", one line each

  /// The parameter of this name; null if it is not part of the fit.
  const FittedParameter* parameter(std::string_view name) const;
  double chi2_per_point() const { return chi2 / static_cast<double>(n_points); }
  double chi2_reduced() const { return chi2 / static_cast<double>(n_points - n_parameters); }
};

/// Grid on which a curve of a particle must be computed so that it can be interpolated to the data.
/// Uniform from 0, spacing <= π/(4 d_max) and reaching beyond the largest measured q (and its
/// resolution) by what interpolation from both sides takes.
/// @param d_max  largest distance in the particle, shell included [Å]; below 20 Å it counts as 20.
/// @throws InputError naming the data if that takes more than 20 000 points, or there are no data.
QGrid grid_for(const MeasuredProfile& data, double d_max);

/// Relative error of a curve that is interpolated from such a grid to the data; measured by
/// tests/test_q_map.cpp, which finds 6e-7 at most.
inline constexpr double interpolation_error = 2e-6;

/// Best scale, constant, c1 and shell contrast: least squares weighted by 1/σ².
/// @param profiles  on a grid from grid_for(data, …).
///
/// The minimum is the global one within the bounds: at each c1 of a scan scale, constant and shell
/// contrast follow without a search; then c1 is refined. Errors are those of known sigma, not
/// rescaled by χ²; without sigma every point weighs the same and neither errors nor χ² are given.
/// @throws InputError naming the data if there are no more points than parameters, the bounds are
///         no interval or c1 not positive, the grid does not reach the data, or no positive scale
///         fits them.
FitResult fit_profile(const SolutionProfiles& profiles, const MeasuredProfile& data,
                      const FitOptions& options = {});

}  // namespace debye
