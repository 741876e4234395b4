// See compute_curve.hpp.

#include "command/compute_curve.hpp"

#include <algorithm>
#include <cmath>

#include "debye/error.hpp"
#include "debye/solution_sum.hpp"

namespace debye {
namespace {

struct Job {
  const ProfileOptions& options;
  Talk& talk;
  Worker& worker;
};

bool in_solution(Job& job, const RunInfo& info) {
  using Environment = ProfileOptions::Environment;
  if (job.options.environment != Environment::Auto)
    return job.options.environment == Environment::Solution;
  const bool points = info.audit.format == "XYZ";
  job.talk.note(points ? "XYZ files: curves in vacuum; --solution adds solvent and hydration shell"
                       : "curves in solution, with displaced solvent and hydration shell; "
                         "--vacuum gives those of the molecules alone");
  return !points;
}

const std::vector<Position>& position_of(const Atoms& atoms) { return atoms.position; }
const std::vector<Position>& position_of(const SolutionModel& model) {
  return model.scattering.position;
}

/// P(r) of one model, or the mean over several.
template <class Model, class Electrons>
PairDistribution distances_of(const std::vector<Model>& models, const Electrons& electrons_of,
                              double d_max, int threads) {
  constexpr double most_steps = 10'000;  // of 1 Å, or larger ones
  const double step = std::max(1.0, std::ceil(d_max / most_steps));
  std::vector<PairDistribution> each;
  for (const Model& model : models)
    each.push_back(
        pair_distribution(position_of(model), electrons_of(model).weight, step, threads));
  return mean_distribution(each);
}

void curve_in_vacuum(Job& job, const std::vector<Atoms>& models, Curve& curve) {
  const QGrid& q = job.options.q;
  std::vector<StatedSum> sums;
  std::vector<Sizes> sizes;
  for (const Atoms& atoms : models) {
    sums.push_back(job.worker.engines.compute(make_model(atoms, q), q));
    sizes.push_back(
        model_sizes(sums.back().partials.combine({1.0}), atoms.position, vacuum_electrons(atoms)));
  }
  const StatedSum mean = mean_of(sums);
  curve.profile = mean.partials.combine({1.0});
  curve.info.engine = mean.engine;
  curve.info.error_bound = mean.error_bound({1.0});
  curve.info.measured_error = mean.measured_error;
  curve.info.sizes = sizes.size() == 1 ? sizes.front() : mean_sizes(curve.profile, sizes);
  if (job.options.distances)
    curve.info.distances =
        distances_of(models, vacuum_electrons, curve.info.sizes.d_max, job.worker.threads);
}

void curve_in_solution(Job& job, const std::vector<Atoms>& models, Curve& curve) {
  const ProfileOptions& options = job.options;
  const SolventParameters& parameters = options.parameters;
  const SolutionSum sum =
      sum_in_solution(job.worker.engines, models, options.q, options.solvent, parameters);
  const SolutionProfiles profiles = sum.profiles();
  curve.profile = solution_profile(profiles, parameters);
  curve.info.engine = sum.sum.engine;
  curve.info.error_bound = sum.error_bound(parameters);
  curve.info.measured_error = sum.sum.measured_error;
  curve.info.solution = SolutionInfo{options.solvent, parameters, sum.summary()};
  curve.info.sizes = sum.sizes(curve.profile, parameters);
  if (options.partials) curve.info.terms = solution_terms(profiles, parameters);
  if (options.distances)
    curve.info.distances = distances_of(
        sum.models, [&](const SolutionModel& model) { return excess_electrons(model, parameters); },
        curve.info.sizes.d_max, job.worker.threads);
}

/// What Talk is about to tell.
void collect_warnings(const Engines& engines, std::size_t told, Curve& curve) {
  const std::vector<std::string>& all = engines.warnings();
  curve.warnings.insert(curve.warnings.end(), all.begin() + static_cast<std::ptrdiff_t>(told),
                        all.end());
}

}  // namespace

Curve compute_curve(const ProfileOptions& options, Talk& talk, Worker& worker,
                    const std::vector<Atoms>& models, const RunInfo& info) {
  Job job{options, talk, worker};
  Curve curve{{options.q, {}}, info, {}};
  for (const Atoms& atoms : models) {
    talk.tell(info.input, atoms.audit);
    curve.warnings.insert(curve.warnings.end(), atoms.audit.warnings.begin(),
                          atoms.audit.warnings.end());
  }
  curve.info.audit = models.front().audit;
  curve.info.models_averaged = models.size();
  try {
    if (in_solution(job, curve.info))
      curve_in_solution(job, models, curve);
    else
      curve_in_vacuum(job, models, curve);
  } catch (const InputError& error) {
    fail(info.input, ": ", error.what());
  }
  collect_warnings(worker.engines, worker.warnings_told, curve);
  talk.tell(worker.engines, worker.warnings_told);
  if (talk.verbose()) talk.say(timing_text(worker.engines));
  return curve;
}

}  // namespace debye
