// From curve and data to a finished fit: the search, then its statistics.

#include <cmath>
#include <limits>

#include "debye/error.hpp"
#include "debye/fit.hpp"
#include "fit/covariance.hpp"
#include "fit/flags.hpp"
#include "fit/least_squares.hpp"
#include "fit/residual_bands.hpp"
#include "fit/run_test.hpp"

namespace debye {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void check(const FitOptions& options) {
  for (const FitParameter parameter : {C1, ShellContrast}) {
    const Bounds& bounds = bounds_of(options, parameter);
    if (!std::isfinite(bounds.lower) || !std::isfinite(bounds.upper) || bounds.lower > bounds.upper)
      fail("fit: the bounds ", bounds.lower, " and ", bounds.upper, " of ",
           fit_parameter_name[parameter], " are no interval");
  }
  if (!(options.c1.lower > 0)) fail("fit: c1 must be positive, not ", options.c1.lower);
}

void check(const MeasuredProfile& data, std::size_t n_parameters) {
  if (data.intensity.size() != data.size() ||
      (!data.sigma.empty() && data.sigma.size() != data.size()) ||
      (!data.dq.empty() && data.dq.size() != data.size()))
    fail(data.name, ": columns of different length");
  if (data.size() <= n_parameters)
    fail(data.name, ": ", data.size(), " points cannot be fitted with ", n_parameters,
         " parameters; fix c1 or shell_contrast, or give more data");
  for (const double sigma : data.sigma)
    if (!(sigma > 0) || !std::isfinite(1 / sigma))
      fail(data.name, ": sigma ", sigma, " is not positive");
}

Eigen::VectorXd weights(const MeasuredProfile& data) {
  if (data.sigma.empty()) return Eigen::VectorXd::Ones(static_cast<Eigen::Index>(data.size()));
  return Eigen::Map<const Eigen::VectorXd>(data.sigma.data(),
                                           static_cast<Eigen::Index>(data.size()))
      .cwiseInverse();
}

/// χ² with the solvent's parameters at their defaults; those that the user fixed stay.
double chi2_with_defaults(FitProblem problem) {
  constexpr SolventParameters defaults;
  FitOptions& options = problem.options;
  if (options.c1.fixed() && options.shell_contrast.fixed()) return nan;
  if (!options.c1.fixed()) options.c1 = {defaults.c1, defaults.c1};
  if (!options.shell_contrast.fixed())
    options.shell_contrast = {defaults.shell_contrast, defaults.shell_contrast};
  return minimise(problem).chi2;
}

/// Values, errors and correlations.
void set_parameters(FitResult& result, const FitProblem& problem, const FitPoint& point) {
  std::vector<FitParameter> inner;  // free and not at a bound
  for (const FitParameter parameter : {Scale, Constant, C1, ShellContrast}) {
    if (parameter == Constant && !problem.options.constant) continue;
    const double value = point.value[parameter];
    FittedParameter fitted{fit_parameter_name[parameter], value, nan};
    fitted.fixed = parameter >= C1 && bounds_of(problem.options, parameter).fixed();
    fitted.at_bound = side_of_bound(problem.options, parameter, value) != 0;
    if (!fitted.fixed && !fitted.at_bound) {
      inner.push_back(parameter);
      result.free.push_back(static_cast<int>(result.parameters.size()));
    }
    result.parameters.push_back(fitted);
  }
  const Covariance known = covariance(fit_jacobian(problem, point, inner));
  result.correlation = known.correlation;
  for (std::size_t k = 0; k < inner.size(); ++k) {
    FittedParameter& parameter = result.parameters[static_cast<std::size_t>(result.free[k])];
    if (result.weighted) parameter.error = known.error[static_cast<Eigen::Index>(k)];
    parameter.determined = known.determined[k];
  }
}

}  // namespace

const FittedParameter* FitResult::parameter(std::string_view name) const {
  for (const FittedParameter& candidate : parameters)
    if (candidate.name == name) return &candidate;
  return nullptr;
}

FitResult fit_profile(const SolutionProfiles& profiles, const MeasuredProfile& data,
                      const FitOptions& options) {
  check(options);
  FitResult result;
  result.n_points = data.size();
  result.n_parameters = free_parameters(options).size();
  result.weighted = !data.sigma.empty();
  check(data, result.n_parameters);

  const FitProblem problem{profiles, make_q_map(profiles.partials.q, data.q, data.dq),
                           Eigen::Map<const Eigen::VectorXd>(
                               data.intensity.data(), static_cast<Eigen::Index>(data.size())),
                           weights(data), options};
  const FitPoint point = minimise(problem);
  if (!(point.value[Scale] > 0))
    fail(data.name, ": no positive scale fits the curve of the model to these data");
  set_parameters(result, problem, point);
  result.model = fit_model(problem, point).array();

  const Eigen::ArrayXd misfit = problem.intensity.array() - result.model;
  result.r_factor = misfit.abs().sum() / problem.intensity.array().abs().sum();
  result.longest_run = longest_run(misfit);
  result.cormap_p = run_probability(result.n_points, result.longest_run);
  if (result.weighted) {
    result.bands = residual_bands(data.q, misfit * problem.weight.array());
    result.chi2_default = chi2_with_defaults(problem);
  }
  result.chi2 = result.weighted ? point.chi2 : nan;
  result.flags = fit_flags(result, options);
  return result;
}

}  // namespace debye
