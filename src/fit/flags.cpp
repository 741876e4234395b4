// The limits beyond which something is said about a fit, and the words for it.

#include "fit/flags.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "fit/least_squares.hpp"

namespace debye {
namespace {

template <class... Parts>
std::string line(const Parts&... parts) {
  std::ostringstream text;
  text << std::setprecision(3);
  (text << ... << parts);
  return text.str();
}

/// "scale, c1 and shell_contrast".
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

std::string at_bound(const FittedParameter& parameter, const Bounds& bounds) {
  const bool upper = parameter.value > 0.5 * (bounds.lower + bounds.upper);
  const std::string wanted =
      parameter.name == fit_parameter_name[C1]
          ? (upper ? "a larger displaced volume" : "a smaller displaced volume")
          : (upper ? "a denser hydration shell" : "a less dense hydration shell");
  return line(parameter.name, " is at its ", upper ? "upper" : "lower", " bound ",
              upper ? bounds.upper : bounds.lower, ": the data ask for ", wanted,
              " than is allowed; check the model and the buffer subtraction first");
}

std::string not_determined(const std::vector<std::string>& names) {
  if (names.size() == 1) return line("the data say nothing about ", names[0], ": it has no error");
  return line("the data cannot tell ", listed(names), " apart: they have no errors; fix ",
              names.size() == 2 ? "one of them" : "some of them");
}

/// Not of the scale: it always goes with the displaced volume, and nobody interprets it.
void flag_correlations(std::vector<std::string>& flags, const FitResult& result) {
  const auto name = [&](std::size_t k) {
    return result.parameters[static_cast<std::size_t>(result.free[k])].name;
  };
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i < result.free.size(); ++i)
    for (std::size_t j = i + 1; j < result.free.size(); ++j) {
      const double correlation =
          result.correlation(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      if (name(i) != fit_parameter_name[Scale] && std::abs(correlation) > 0.95)
        pairs.push_back(
            line(name(i), "/", name(j), " (", std::trunc(correlation * 1000) / 1000, ")"));
    }
  if (!pairs.empty())
    flags.push_back(
        "strongly correlated: " + listed(pairs) +
        "; a change of one is made up for by the other, so do not interpret them singly");
}

void flag_parameters(std::vector<std::string>& flags, const FitResult& result,
                     const FitOptions& options) {
  std::vector<std::string> undetermined;
  for (const FittedParameter& parameter : result.parameters) {
    if (parameter.at_bound)
      flags.push_back(at_bound(parameter, parameter.name == fit_parameter_name[C1]
                                              ? options.c1
                                              : options.shell_contrast));
    if (!parameter.determined) undetermined.push_back(parameter.name);
  }
  if (!undetermined.empty()) flags.push_back(not_determined(undetermined));
  flag_correlations(flags, result);
}

/// Three standard deviations of a reduced χ² of normal residuals, sqrt(2/(N − p)) each.
void flag_chi2(std::vector<std::string>& flags, const FitResult& result) {
  const double reduced = result.chi2_reduced();
  const double limit =
      3 * std::sqrt(2.0 / static_cast<double>(result.n_points - result.n_parameters));
  if (reduced < 1 - limit)
    flags.push_back(line("reduced chi2 ", reduced,
                         " is far below 1: sigma is overestimated or the data were smoothed, so "
                         "chi2 says little about the model"));
  if (reduced > 1 + limit)
    flags.push_back(line("reduced chi2 ", reduced,
                         " is far above 1: the model does not describe the data, or sigma is "
                         "underestimated; errors of the parameters are too small"));
}

void flag_residuals(std::vector<std::string>& flags, const FitResult& result) {
  if (result.cormap_p < 0.01)
    flags.push_back(line("systematic misfit: ", result.longest_run,
                         " residuals in a row have one sign (CorMap p = ", result.cormap_p, ")"));
  std::vector<std::string> off;
  for (const ResidualBand& band : result.bands)
    if (std::abs(band.mean) > 3 / std::sqrt(static_cast<double>(band.n)))
      off.push_back(line("at q ", band.q_min, " to ", band.q_max, " (by ", std::abs(band.mean),
                         " sigma)", band.mean > 0 ? " above" : " below"));
  if (!off.empty()) flags.push_back("on average the data lie off the model " + listed(off));
}

/// The Bayesian information criterion: k more parameters must lower χ² by k ln N (Schwarz, Ann.
/// Statist. 6 (1978) 461). Where χ² shows sigma to be too small, or the model to be wrong, the gain
/// is taken in units of the reduced χ².
void flag_overfitting(std::vector<std::string>& flags, const FitResult& result,
                      const FitOptions& options) {
  std::vector<std::string> fitted;
  for (const FitParameter parameter : {C1, ShellContrast})
    if (!bounds_of(options, parameter).fixed()) fitted.push_back(fit_parameter_name[parameter]);
  const double needed =
      static_cast<double>(fitted.size()) * std::log(static_cast<double>(result.n_points));
  const double gain = (result.chi2_default - result.chi2) / std::max(1.0, result.chi2_reduced());
  if (gain < needed)
    flags.push_back(line("default solvent parameters describe the data as well: fitting ",
                         listed(fitted), " lowers chi2 by ", std::max(0.0, gain),
                         ", which is significant from ", needed, " on"));
}

}  // namespace

std::vector<std::string> fit_flags(const FitResult& result, const FitOptions& options) {
  std::vector<std::string> flags;
  if (!result.weighted)
    flags.push_back(
        "the data have no sigma: all points weigh the same; chi2 and errors cannot be given");
  flag_parameters(flags, result, options);
  if (result.weighted) flag_chi2(flags, result);
  flag_residuals(flags, result);
  flag_overfitting(flags, result, options);  // never if chi2_default is NaN
  return flags;
}

}  // namespace debye
