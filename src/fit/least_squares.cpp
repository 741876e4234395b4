// The search: c1 is scanned and refined, everything else follows from it exactly; a few steps of
// Gauss–Newton in all parameters remove what the search left.

#include "fit/least_squares.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "contrast_terms.hpp"
#include "fit/contrast_search.hpp"

namespace debye {
namespace {

/// A value this part of its interval away from a bound is at the bound.
constexpr double bound_tolerance = 1e-6;

struct Trial {
  double c1 = 0;
  ContrastOptimum optimum;
};

Trial best_at(const FitProblem& problem, double c1) {
  const Eigen::MatrixX3d terms =
      problem.weight.asDiagonal() * (problem.map * contrast_terms(problem.profiles, c1));
  const Eigen::VectorXd data = problem.intensity.cwiseProduct(problem.weight);
  return {c1, best_contrast(contrast_problem(terms, data,
                                             problem.options.constant ? &problem.weight : nullptr),
                            problem.options.shell_contrast)};
}

/// Golden-section search in [lower, upper] until the bracket is narrower than `tolerance`.
Trial refine(const FitProblem& problem, double lower, double upper, double tolerance) {
  constexpr double golden = 0.6180339887498949;
  Trial left = best_at(problem, upper - golden * (upper - lower));
  Trial right = best_at(problem, lower + golden * (upper - lower));
  while (upper - lower > tolerance) {
    if (left.optimum.chi2 < right.optimum.chi2) {
      upper = right.c1;
      right = left;
      left = best_at(problem, upper - golden * (upper - lower));
    } else {
      lower = left.c1;
      left = right;
      right = best_at(problem, lower + golden * (upper - lower));
    }
  }
  return left.optimum.chi2 < right.optimum.chi2 ? left : right;
}

/// Scan of c1 in steps of 0.005 or less, then each minimum of the scan refined. Where χ² does not
/// depend on c1, its default.
Trial search(const FitProblem& problem) {
  const Bounds& bounds = problem.options.c1;
  if (bounds.fixed()) return best_at(problem, bounds.lower);
  const double width = bounds.upper - bounds.lower;
  const double data_squared = problem.intensity.cwiseProduct(problem.weight).squaredNorm();
  Trial best = best_at(problem, std::clamp(SolventParameters{}.c1, bounds.lower, bounds.upper));
  const auto consider = [&](const Trial& trial) {
    if (is_better(trial.optimum.chi2, best.optimum.chi2, data_squared)) best = trial;
  };
  const int steps = static_cast<int>(std::clamp(std::ceil(width / 0.005), 16.0, 200.0));
  std::vector<Trial> scan;
  for (int i = 0; i <= steps; ++i)
    scan.push_back(best_at(problem, i == steps
                                        ? bounds.upper
                                        : bounds.lower + width * i / static_cast<double>(steps)));
  for (std::size_t i = 0; i < scan.size(); ++i) {
    const std::size_t before = i == 0 ? 0 : i - 1, after = std::min(i + 1, scan.size() - 1);
    const double chi2 = scan[i].optimum.chi2;
    consider(scan[i]);
    if (chi2 > scan[after].optimum.chi2 || (i > 0 && chi2 >= scan[before].optimum.chi2)) continue;
    consider(refine(problem, scan[before].c1, scan[after].c1, 1e-7 * width));
  }
  return best;
}

double chi2_of(const FitProblem& problem, const FitPoint& point) {
  return (problem.intensity - fit_model(problem, point)).cwiseProduct(problem.weight).squaredNorm();
}

/// A step of Gauss–Newton in the parameters that are free and not at a bound.
FitPoint gauss_newton_step(const FitProblem& problem, const FitPoint& point) {
  std::vector<FitParameter> moving;
  for (const FitParameter parameter : free_parameters(problem.options))
    if (side_of_bound(problem.options, parameter, point.value[parameter]) == 0)
      moving.push_back(parameter);
  const Eigen::MatrixXd jacobian = fit_jacobian(problem, point, moving);
  Eigen::VectorXd length = jacobian.colwise().norm();
  length = (length.array() > 0).select(length, 1.0);
  // The complete decomposition takes no step along directions that the data do not determine.
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(1e-8);
  solver.compute(jacobian * length.cwiseInverse().asDiagonal());
  const Eigen::VectorXd step =
      solver.solve((problem.intensity - fit_model(problem, point)).cwiseProduct(problem.weight))
          .cwiseQuotient(length);
  FitPoint next = point;
  for (std::size_t k = 0; k < moving.size(); ++k) {
    double& value = next.value[moving[k]];
    value += step[static_cast<Eigen::Index>(k)];
    if (moving[k] >= C1) {
      const Bounds& bounds = bounds_of(problem.options, moving[k]);
      value = std::clamp(value, bounds.lower, bounds.upper);
    }
  }
  next.chi2 = chi2_of(problem, next);
  return next;
}

}  // namespace

const Bounds& bounds_of(const FitOptions& options, FitParameter parameter) {
  return parameter == C1 ? options.c1 : options.shell_contrast;
}

int side_of_bound(const FitOptions& options, FitParameter parameter, double value) {
  if (parameter < C1) return 0;
  const Bounds& bounds = bounds_of(options, parameter);
  if (bounds.fixed()) return 0;
  const double tolerance = bound_tolerance * (bounds.upper - bounds.lower);
  return value - bounds.lower <= tolerance ? -1 : bounds.upper - value <= tolerance ? 1 : 0;
}

std::vector<FitParameter> free_parameters(const FitOptions& options) {
  std::vector<FitParameter> free = {Scale};
  if (options.constant) free.push_back(Constant);
  for (const FitParameter parameter : {C1, ShellContrast})
    if (!bounds_of(options, parameter).fixed()) free.push_back(parameter);
  return free;
}

Eigen::VectorXd fit_model(const FitProblem& problem, const FitPoint& point) {
  const Profile curve =
      solution_profile(problem.profiles, {point.value[C1], point.value[ShellContrast]});
  return ((problem.map * (point.value[Scale] * curve.intensity.matrix())).array() +
          point.value[Constant])
      .matrix();
}

Eigen::MatrixXd fit_jacobian(const FitProblem& problem, const FitPoint& point,
                             const std::vector<FitParameter>& parameters) {
  const double contrast = point.value[ShellContrast], scale = point.value[Scale];
  const Eigen::Vector3d powers(1, contrast, contrast * contrast);
  const Eigen::MatrixX3d terms = contrast_terms(problem.profiles, point.value[C1]);
  Eigen::MatrixXd jacobian(problem.map.rows(), static_cast<Eigen::Index>(parameters.size()));
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    auto column = jacobian.col(static_cast<Eigen::Index>(k));
    switch (parameters[k]) {
      case Scale:
        column = problem.map * (terms * powers);
        break;
      case Constant:
        column.setOnes();
        break;
      case C1:
        column = problem.map *
                 (scale * contrast_terms_slope(problem.profiles, point.value[C1]) * powers);
        break;
      case ShellContrast:
        column = problem.map * (scale * (terms.col(1) + 2 * contrast * terms.col(2)));
        break;
    }
  }
  return problem.weight.asDiagonal() * jacobian;
}

FitPoint minimise(const FitProblem& problem) {
  const Trial found = search(problem);
  FitPoint point;
  point.value = {found.optimum.scale, 0, found.c1, found.optimum.shell_contrast};
  for (const FitParameter parameter : {C1, ShellContrast}) {
    const Bounds& bounds = bounds_of(problem.options, parameter);
    const int side = side_of_bound(problem.options, parameter, point.value[parameter]);
    if (side != 0) point.value[parameter] = side < 0 ? bounds.lower : bounds.upper;
  }
  if (problem.options.constant) {
    const Eigen::ArrayXd weights = problem.weight.array().square();
    point.value[Constant] =
        (weights * (problem.intensity - fit_model(problem, point)).array()).sum() / weights.sum();
  }
  point.chi2 = chi2_of(problem, point);
  if (!(point.value[Scale] > 0)) return point;
  for (int i = 0; i < 4; ++i) {
    const FitPoint next = gauss_newton_step(problem, point);
    if (!(next.chi2 < point.chi2) || !(next.value[Scale] > 0)) break;
    point = next;
  }
  return point;
}

}  // namespace debye
