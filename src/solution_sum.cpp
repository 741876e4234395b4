// See solution_sum.hpp.

#include "debye/solution_sum.hpp"

#include <algorithm>
#include <cmath>

namespace debye {
namespace {

/// k of the channels; G(q) is c1³ at q = 0, where channels cancel most.
std::vector<double> coefficients(const SolventParameters& parameters) {
  return {1.0, -parameters.c1 * parameters.c1 * parameters.c1, parameters.shell_contrast};
}

StatedSum sum_one(Engines& engines, SolutionModel& model, const QGrid& q,
                  const SolventParameters& parameters) {
  StatedSum sum = engines.compute(model.scattering, q, coefficients(parameters));
  model.scattering.channels.clear();
  return sum;
}

}  // namespace

SolutionSummary SolutionSum::summary() const {
  SolutionSummary mean = models.front();
  if (models.size() == 1) return mean;
  const auto mean_of = [&](auto member) {
    double total = 0;
    for (const SolutionModel& model : models) total += static_cast<double>(model.*member);
    return total / static_cast<double>(models.size());
  };
  mean.displaced_volume = mean_of(&SolutionSummary::displaced_volume);
  mean.mean_radius = mean_radius;
  mean.shell_volume = mean_of(&SolutionSummary::shell_volume);
  mean.n_beads = static_cast<std::size_t>(std::lround(mean_of(&SolutionSummary::n_beads)));
  return mean;
}

double SolutionSum::error_bound(const SolventParameters& parameters) const {
  return sum.error_bound(coefficients(parameters));
}

Sizes SolutionSum::sizes(const Profile& curve, const SolventParameters& parameters) const {
  std::vector<Sizes> each;
  for (const SolutionModel& model : models)
    each.push_back(
        model_sizes(curve, model.scattering.position, excess_electrons(model, parameters)));
  return each.size() == 1 ? each.front() : mean_sizes(curve, each);
}

SolutionSum sum_in_solution(Engines& engines, const std::vector<Atoms>& atoms, const QGrid& q,
                            const SolventOptions& solvent, const SolventParameters& parameters,
                            const std::function<void(SolutionModel&)>& adapt) {
  std::vector<SolutionModel> models;
  std::vector<StatedSum> sums;
  double radii = 0;
  for (const Atoms& one : atoms) {
    SolutionModel model = make_solution_model(
        one, q, solvent,
        [&engines](const SurfaceBlocks& blocks) { return engines.surface_distances(blocks); });
    if (adapt) adapt(model);
    sums.push_back(sum_one(engines, model, q, parameters));
    radii += model.mean_radius;
    models.push_back(std::move(model));
  }
  return {std::move(models), radii / static_cast<double>(atoms.size()), mean_of(sums)};
}

double diameter_in_solution(const std::vector<Atoms>& atoms, const SolventOptions& solvent) {
  double d_max = 0;
  for (const Atoms& one : atoms) d_max = std::max(d_max, one.audit.d_max);
  // On either side the shell reaches beyond the outermost atom centre by the radii of an atom and
  // of water, its width, and its soft edge.
  return d_max + 2 * (2.0 + 1.4 + 1.5 + solvent.shell_width);
}

}  // namespace debye
