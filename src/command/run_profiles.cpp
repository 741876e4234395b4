// See run_profiles.hpp. The path of one input is run_input(): read, model, sum, write.

#include "command/run_profiles.hpp"

#include <algorithm>
#include <cmath>

#include "command/pictures.hpp"
#include "command/talk.hpp"
#include "debye/error.hpp"
#include "debye/solution_sum.hpp"
#include "output/curve_writer.hpp"
#include "output/profile_text.hpp"

namespace debye {
namespace {

/// What all inputs of a run share, and the input at hand.
struct Run {
  const ProfileOptions& options;
  Engines engines;
  CurveWriter writer;
  Talk talk;
  std::size_t engine_warnings_told = 0;
  std::size_t input = 0;                         ///< its number
  std::vector<std::string> stems = {};           ///< names of the inputs in a picture
  std::vector<plot::PlottedCurve> plotted = {};  ///< with --plot
};

/// A curve and what stands in the header above it.
struct Curve {
  Profile profile;
  RunInfo info;
};

bool in_solution(Run& run, const RunInfo& info) {
  using Environment = ProfileOptions::Environment;
  if (run.options.environment != Environment::Auto)
    return run.options.environment == Environment::Solution;
  const bool points = info.audit.format == "XYZ";
  run.talk.note(points ? "XYZ files: curves in vacuum; --solution adds solvent and hydration shell"
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

void curve_in_vacuum(Run& run, const std::vector<Atoms>& models, Curve& curve) {
  const QGrid& q = run.options.q;
  std::vector<StatedSum> sums;
  std::vector<Sizes> sizes;
  for (const Atoms& atoms : models) {
    sums.push_back(run.engines.compute(make_model(atoms, q), q));
    sizes.push_back(
        model_sizes(sums.back().partials.combine({1.0}), atoms.position, vacuum_electrons(atoms)));
  }
  const StatedSum mean = mean_of(sums);
  curve.profile = mean.partials.combine({1.0});
  curve.info.engine = mean.engine;
  curve.info.error_bound = mean.error_bound({1.0});
  curve.info.measured_error = mean.measured_error;
  curve.info.sizes = sizes.size() == 1 ? sizes.front() : mean_sizes(curve.profile, sizes);
  if (run.options.distances)
    curve.info.distances =
        distances_of(models, vacuum_electrons, curve.info.sizes.d_max, run.options.engine.threads);
}

void curve_in_solution(Run& run, const std::vector<Atoms>& models, Curve& curve) {
  const ProfileOptions& options = run.options;
  const SolventParameters& parameters = options.parameters;
  const SolutionSum sum =
      sum_in_solution(run.engines, models, options.q, options.solvent, parameters);
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
        curve.info.sizes.d_max, options.engine.threads);
}

/// The curve of one model, or the mean over several.
Curve compute(Run& run, const std::vector<Atoms>& models, const RunInfo& info) {
  for (const Atoms& atoms : models) run.talk.tell(info.input, atoms.audit);
  Curve curve{{run.options.q, {}}, info};
  curve.info.audit = models.front().audit;
  curve.info.models_averaged = models.size();
  try {
    if (in_solution(run, curve.info))
      curve_in_solution(run, models, curve);
    else
      curve_in_vacuum(run, models, curve);
  } catch (const InputError& error) {
    fail(info.input, ": ", error.what());
  }
  run.talk.tell(run.engines, run.engine_warnings_told);
  if (run.talk.verbose()) run.talk.say(timing_text(run.engines));
  return curve;
}

void write(Run& run, const Curve& curve, const std::string& suffix) {
  const ProfileFormat format{run.options.unit, run.options.absolute, run.options.json};
  run.writer.write(run.input, suffix, format_profile(curve.profile, curve.info, format));
  if (curve.info.distances && !run.options.json)
    run.writer.write_beside(run.input, suffix, ".pr", format_distances(curve.info));
  if (!run.options.plot.empty())
    run.plotted.push_back(plotted(run.stems[run.input] + suffix, curve.profile, curve.info));
}

void write_average(Run& run, const std::vector<Atoms>& models, const RunInfo& info) {
  const Curve mean = compute(run, models, info);
  for (const Atoms& atoms : models)
    if (atoms.audit.electrons != mean.info.audit.electrons) {
      run.talk.warn(info.input +
                    ": the models averaged differ in their number of electrons; the header gives "
                    "that of the first");
      break;
    }
  write(run, mean, "");
}

void write_each(Run& run, std::vector<Atoms> models, const RunInfo& info) {
  if (models.size() > 1 && !run.writer.takes_several())
    fail(info.input, ": ", models.size(),
         " models need a place for each curve: add -o DIRECTORY/, or --average for their mean");
  const bool several = models.size() > 1;
  for (Atoms& atoms : models) {
    const std::string suffix = several ? "_model" + atoms.audit.model : "";
    write(run, compute(run, {std::move(atoms)}, info), suffix);
  }
}

void run_input(Run& run) {
  const std::string& input = run.options.inputs[run.input];
  run.talk.start_file(input);
  InputText text = read_input(input);
  std::vector<Atoms> models = read_atoms(text, run.options.input.read);
  RunInfo info;
  info.command = run.options.command;
  if (run.options.inputs.size() > 1) info.command += " " + quoted_for_shell(input);
  info.input = input;
  info.sha256 = text.sha256;
  text = {};
  if (run.options.input.average)
    write_average(run, models, info);
  else
    write_each(run, std::move(models), info);
}

}  // namespace

int run_profiles(const ProfileOptions& options) {
  const std::size_t n_inputs = options.inputs.size();
  Run run{options, Engines(options.engine),
          CurveWriter(options.output, distinct_stems(options.inputs), n_inputs > 1, options.inputs,
                      options.json ? ".json" : ".dat"),
          Talk(options.talk, options.input.strict, n_inputs)};
  if (options.distances && !options.json) run.writer.reserve_beside(".pr");
  run.stems = distinct_stems(options.inputs);
  const std::optional<plot::PictureFile> picture = picture_file(options.plot);
  run.engines.on_progress([&run](double fraction) { run.talk.show_progress(fraction); });
  std::size_t failed = 0;
  for (; run.input < n_inputs; ++run.input) {
    try {
      run_input(run);
    } catch (const DeviceError&) {
      throw;  // the next input would fail as well
    } catch (const OutputError&) {
      throw;  // likewise
    } catch (const InputError& error) {
      if (n_inputs == 1) throw;
      run.talk.say(std::string("debye: ") + error.what() + "\n");
      ++failed;
    } catch (const std::exception& error) {
      if (n_inputs == 1) throw;
      run.talk.say("debye: " + options.inputs[run.input] + ": internal error: " + error.what() +
                   "\n");
      ++failed;
    }
  }
  if (picture && !run.plotted.empty())
    show(*picture, plot::profile_picture(run.plotted, options.unit), run.talk);
  if (failed > 0)
    run.talk.say("debye: " + std::to_string(failed) + " of " + std::to_string(n_inputs) +
                 " inputs failed\n");
  return failed > 0 ? 1 : 0;
}

}  // namespace debye
