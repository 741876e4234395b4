// See run_fits.hpp. The path of one model is fit_model(): read, sum, fit to each data set, write.

#include "command/run_fits.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "command/files_at_once.hpp"
#include "command/fit_inputs.hpp"
#include "command/pictures.hpp"
#include "debye/error.hpp"
#include "debye/solution_sum.hpp"
#include "output/curve_writer.hpp"
#include "output/fit_text.hpp"
#include "output/output_file.hpp"
#include "parallel_for.hpp"

namespace debye {
namespace {

struct Run {
  const FitCommandOptions& options;
  Talk& talk;
  const FitInputs& inputs;
  CurveWriter writer;
  std::string output;  ///< empty: standard output
  bool one_pair;       ///< one model and one data set were asked for: its errors end the run
  std::mutex mutex;    ///< of what follows, and of writer
  std::vector<FitReport> reports;
  std::size_t failed = 0;
};

/// One thread's engines, and what was told about them.
struct Worker {
  Engines engines;
  std::size_t warnings_told = 0;
};

FitReport fit_one(const Run& run, const SolutionSum& sum, const FitData& data, FitReport report) {
  const SolutionProfiles profiles = sum.profiles();
  report.command +=
      " " + quoted_for_shell(report.model) + " " + quoted_for_shell(data.profile->name);
  report.data = data.profile;
  report.data_note = data.note;
  report.fit = fit_profile(profiles, *data.profile, run.options.fit);
  const SolventParameters best{report.fit.parameter("c1")->value,
                               report.fit.parameter("shell_contrast")->value};
  report.solution = {run.options.solvent, best, sum.summary()};
  report.nodes = profiles.partials.q;
  report.terms = solution_terms(profiles, best);
  report.sizes = sum.sizes(solution_profile(profiles, best), best);
  report.error_bound = 3 * sum.error_bound(best) + interpolation_error;
  return report;
}

void keep(Run& run, std::size_t model, std::size_t data, FitReport report) {
  const std::size_t curve = model * run.inputs.data.size() + data;
  const std::string suffix = report.audit.models_in_file > 1 && report.models_averaged == 1 &&
                                     !run.options.input.read.model
                                 ? "_model" + report.audit.model
                                 : "";
  const std::lock_guard lock(run.mutex);
  if (!run.output.empty() || run.one_pair)
    run.writer.write(curve, suffix, format_fit(report, run.options.json));
  if (run.options.int_files) run.writer.write_beside(curve, suffix, ".int", format_int(report));
  if (run.one_pair) run.talk.note(summarize(report));
  report.terms = {};  // of ten thousand models, they would fill the memory
  run.reports.push_back(std::move(report));
}

void tell_failure(Run& run, const std::string& text) {
  run.talk.say("debye: " + text + "\n");
  const std::lock_guard lock(run.mutex);
  ++run.failed;
}

/// Runs `work`; its errors are kept from the other models and data, if there are any.
template <class Work>
void try_to(Run& run, const std::string& subject, const Work& work) {
  try {
    work();
  } catch (const DeviceError&) {
    throw;  // the next one would fail as well
  } catch (const OutputError&) {
    throw;  // likewise
  } catch (const InputError& error) {
    if (run.one_pair) throw;
    tell_failure(run, error.what());
  } catch (const std::exception& error) {
    if (run.one_pair) throw;
    tell_failure(run, subject + ": internal error: " + error.what());
  }
}

/// `work` with the name of the model in front of its errors.
template <class Work>
auto naming(const FitReport& report, const Work& work) {
  try {
    return work();
  } catch (const OutputError&) {
    throw;
  } catch (const InputError& error) {
    fail(model_label(report), ": ", error.what());
  }
}

/// Fits one model, or the mean of several, to all data.
void fit_group(Run& run, Worker& worker, std::size_t number, const std::vector<Atoms>& group,
               FitReport report) {
  report.audit = group.front().audit;
  report.models_averaged = group.size();
  const std::string label = model_label(report);
  const double d_max = diameter_in_solution(group, run.options.solvent);
  std::optional<QGrid> nodes;  // the longest that one of the data sets needs serves all
  std::vector<std::size_t> fitted;
  for (std::size_t d = 0; d < run.inputs.data.size(); ++d)
    try_to(run, label, [&] {
      const QGrid grid =
          naming(report, [&] { return grid_for(*run.inputs.data[d].profile, d_max); });
      if (!nodes || grid.back() > nodes->back()) nodes = grid;
      fitted.push_back(d);
    });
  if (!nodes) return;
  const SolutionSum sum = naming(report, [&] {
    return sum_in_solution(worker.engines, group, *nodes, run.options.solvent, {});
  });
  if (run.talk.verbose()) run.talk.say(timing_text(worker.engines));
  report.engine = sum.sum.engine;
  report.measured_error = sum.sum.measured_error;
  for (const std::size_t d : fitted)
    try_to(run, label, [&] {
      keep(run, number, d,
           naming(report, [&] { return fit_one(run, sum, run.inputs.data[d], report); }));
    });
}

void fit_model(Run& run, Worker& worker, std::size_t number) {
  const std::string& name = run.inputs.models[number];
  run.talk.start_file(name);
  FitReport report;
  std::vector<Atoms> models;
  {
    const InputText text = name == "-" ? *run.inputs.standard_input : read_input(name);
    models = read_atoms(text, run.options.input.read);
    report.model_sha256 = text.sha256;
  }
  report.model = name;
  report.command = run.options.command;
  const bool average = run.options.input.average;
  if (models.size() > 1 && !average) {
    if ((run.one_pair || !run.output.empty()) && !run.writer.takes_several())
      fail(name, ": ", models.size(),
           " models need a place for each fit: add -o DIRECTORY/, or --average for their mean");
    if (run.one_pair) run.one_pair = false;  // errors of one model are kept from the others
  }
  if (models.front().audit.format == "XYZ") run.talk.note("XYZ files are fitted in solution too");
  for (const Atoms& atoms : models) run.talk.tell(name, atoms.audit);
  if (average) {
    fit_group(run, worker, number, models, report);
  } else {
    for (Atoms& atoms : models)
      try_to(run, name, [&] { fit_group(run, worker, number, {std::move(atoms)}, report); });
  }
  run.talk.tell(worker.engines, worker.warnings_told);
}

void fit_all(Run& run) {
  const EngineOptions& engine = run.options.engine;
  const std::size_t n_models = run.inputs.models.size();
  const std::size_t n_workers = files_at_once(n_models, engine);
  const bool share_out = n_workers > 1;
  EngineOptions own = engine;
  // Interpolation to the measured q may add up the errors of neighbouring nodes.
  own.tolerance = std::max(1e-7, 0.1 * engine.tolerance);
  if (share_out) own.threads = 1;
  std::atomic<std::size_t> next{0};
  parallel_for(n_workers, static_cast<int>(n_workers), [&](std::size_t) {
    Worker worker{Engines(own)};
    if (!share_out)
      worker.engines.on_progress([&run](double fraction) { run.talk.show_progress(fraction); });
    for (std::size_t number; (number = next.fetch_add(1)) < n_models;) {
      try_to(run, run.inputs.models[number], [&] { fit_model(run, worker, number); });
      run.talk.finish_file();
    }
  });
}

/// Best first; fits without chi2 by their R-factor after all others; equal ones by name.
void sort_by_chi2(std::vector<FitReport>& reports) {
  const auto key = [](const FitReport& report) {
    const FitResult& fit = report.fit;
    return std::tuple(!fit.weighted, fit.weighted ? fit.chi2_reduced() : fit.r_factor, report.model,
                      report.audit.model, report.data->name);
  };
  std::sort(reports.begin(), reports.end(),
            [&](const FitReport& a, const FitReport& b) { return key(a) < key(b); });
}

std::vector<std::string> pair_stems(const FitInputs& inputs) {
  std::vector<std::string> data_names, stems;
  for (const FitData& data : inputs.data) data_names.push_back(data.profile->name);
  const std::vector<std::string> data_stems = distinct_stems(data_names);
  for (const std::string& model : distinct_stems(inputs.models))
    for (const std::string& data : data_stems) stems.push_back(model + "_" + data);
  return distinct_names(stems);
}

}  // namespace

int run_fits(const FitCommandOptions& options) {
  Talk talk(options.talk, options.input.strict, options.inputs.size());
  const FitInputs inputs = sort_fit_inputs(options, talk);
  const std::string output = options.output == "-" ? "" : options.output;
  const bool one_pair = options.inputs.size() == 2;
  Run run{options,
          talk,
          inputs,
          CurveWriter(output, pair_stems(inputs), !one_pair && !output.empty(), options.inputs,
                      options.json ? ".json" : ".fit"),
          output,
          one_pair,
          {},
          {},
          inputs.failed};
  if (options.int_files) run.writer.reserve_beside(".int");
  const std::optional<plot::PictureFile> picture = picture_file(options.plot);
  fit_all(run);
  sort_by_chi2(run.reports);
  if (!one_pair || !output.empty()) write_to_stdout(format_ranking(run.reports, options.json));
  if (picture && !run.reports.empty()) show(*picture, picture_of(run.reports), talk);
  if (run.failed > 0) talk.say("debye: " + std::to_string(run.failed) + " inputs or fits failed\n");
  return run.failed > 0 ? 1 : 0;
}

}  // namespace debye
