// From atoms to the partial profiles of a molecule in solution, with all that is stated about them.
#pragma once

#include <functional>
#include <vector>

#include "debye/pair_sum.hpp"
#include "debye/sizes.hpp"
#include "debye/solution_model.hpp"

namespace debye {

/// One model, or the mean over several.
struct SolutionSum {
  std::vector<SolutionModel> models;  ///< without form factors
  double mean_radius = 0;             ///< of expansion(), the mean over the models [Å]
  StatedSum sum;                      ///< partial profiles, the mean over the models

  SolutionProfiles profiles() const { return {sum.partials, mean_radius}; }

  /// The mean over the models.
  SolutionSummary summary() const;

  /// Bound on the relative error of solution_profile() at every q.
  double error_bound(const SolventParameters& parameters) const;

  /// Of a curve from these profiles. @param curve  solution_profile() with these parameters
  Sizes sizes(const Profile& curve, const SolventParameters& parameters) const;
};

/// Finds the hydration shells and sums all pairs once; every c1 and shell contrast follows without
/// another sum.
/// @param atoms  one model, or several whose curves are averaged
/// @param parameters  of the curve whose error is looked at in single precision
/// @param adapt  changes each model before it is summed; may be empty
/// @throws InputError, DeviceError
SolutionSum sum_in_solution(Engines& engines, const std::vector<Atoms>& atoms, const QGrid& q,
                            const SolventOptions& solvent, const SolventParameters& parameters,
                            const std::function<void(SolutionModel&)>& adapt = {});

/// No smaller than the largest distance of two scatterers, shell included, of any of the models
/// [Å]: known before the sum, for grid_for().
double diameter_in_solution(const std::vector<Atoms>& atoms, const SolventOptions& solvent);

}  // namespace debye
