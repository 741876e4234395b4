// See run_profiles.hpp. The path of one input is run_input(): read, model, sum, write.

#include "command/run_profiles.hpp"

#include <iostream>

#include "command/progress.hpp"
#include "debye/error.hpp"
#include "output/curve_writer.hpp"
#include "output/profile_text.hpp"

namespace debye {
namespace {

/// What all inputs of a run share, and the input at hand.
struct Run {
  const ProfileOptions& options;
  Engines engines;
  CurveWriter writer;
  Progress progress;
  std::size_t engine_warnings_told = 0;
  std::size_t input = 0;  ///< its number
};

void say(Run& run, const std::string& text) {
  run.progress.clear();
  std::cerr << text;
}

void warn(Run& run, const std::string& text) {
  if (!run.options.quiet) say(run, "debye: warning: " + text + "\n");
}

void warn_or_fail(Run& run, const std::string& text) {
  if (run.options.strict) fail(text, " (an error because of --strict)");
  warn(run, text);
}

/// -v prints the audit; otherwise its warnings; --strict makes an error of the first one.
void tell(Run& run, const std::string& input, const Audit& audit) {
  if (run.options.verbose) say(run, input + "\n" + describe(audit));
  if (run.options.strict || !run.options.verbose)
    for (const std::string& warning : audit.warnings) warn_or_fail(run, input + ": " + warning);
}

Profile compute(Run& run, const Atoms& atoms, RunInfo& info) {
  const QGrid& q = run.options.q;
  const StatedSum sum = [&] {
    try {
      return run.engines.compute(make_model(atoms, q), q);
    } catch (const InputError& error) {
      fail(info.input, ": ", error.what());
    }
  }();
  for (; run.engine_warnings_told < run.engines.warnings().size(); ++run.engine_warnings_told)
    warn_or_fail(run, run.engines.warnings()[run.engine_warnings_told]);
  info.engine = sum.engine;
  info.error_bound = sum.error_bound;
  info.measured_error = sum.measured_error;
  return sum.partials.combine({1.0});
}

void write(Run& run, const Profile& profile, const RunInfo& info, const std::string& suffix) {
  const ProfileFormat format{run.options.unit, run.options.absolute, run.options.json};
  run.writer.write(run.input, suffix, format_profile(profile, info, format));
}

void write_average(Run& run, const std::vector<Atoms>& models, RunInfo info) {
  Profile mean{run.options.q,
               Eigen::ArrayXd::Zero(static_cast<Eigen::Index>(run.options.q.size()))};
  for (const Atoms& atoms : models) {
    tell(run, info.input, atoms.audit);
    mean.intensity += compute(run, atoms, info).intensity / static_cast<double>(models.size());
  }
  info.audit = models.front().audit;
  info.models_averaged = models.size();
  for (const Atoms& atoms : models)
    if (atoms.audit.electrons != info.audit.electrons) {
      warn_or_fail(run, info.input +
                            ": the models averaged differ in their number of electrons; the header "
                            "gives that of the first");
      break;
    }
  write(run, mean, info, "");
}

void write_each(Run& run, const std::vector<Atoms>& models, RunInfo info) {
  if (models.size() > 1 && !run.writer.takes_several())
    fail(info.input, ": ", models.size(),
         " models need a place for each curve: add -o DIRECTORY/, or --average for their mean");
  for (const Atoms& atoms : models) {
    tell(run, info.input, atoms.audit);
    info.audit = atoms.audit;
    const Profile profile = compute(run, atoms, info);
    write(run, profile, info, models.size() > 1 ? "_model" + atoms.audit.model : "");
  }
}

void run_input(Run& run) {
  const std::string& input = run.options.inputs[run.input];
  run.progress.start_file(input);
  InputText text = read_input(input);
  const std::vector<Atoms> models = read_atoms(text, run.options.read);
  RunInfo info;
  info.command = run.options.command;
  if (run.options.inputs.size() > 1) info.command += " " + quoted_for_shell(input);
  info.input = input;
  info.sha256 = text.sha256;
  text = {};
  if (run.options.average)
    write_average(run, models, info);
  else
    write_each(run, models, info);
}

}  // namespace

int run_profiles(const ProfileOptions& options) {
  const std::size_t n_inputs = options.inputs.size();
  Run run{options, Engines(options.engine),
          CurveWriter(options.output, options.inputs, options.json),
          Progress(n_inputs, !options.quiet)};
  run.engines.on_progress([&run](double fraction) { run.progress.show(fraction); });
  std::size_t failed = 0;
  for (; run.input < n_inputs; ++run.input) {
    try {
      run_input(run);
    } catch (const DeviceError&) {
      throw;  // the next input would fail as well
    } catch (const InputError& error) {
      if (n_inputs == 1) throw;
      say(run, std::string("debye: ") + error.what() + "\n");
      ++failed;
    } catch (const std::exception& error) {
      if (n_inputs == 1) throw;
      say(run, "debye: " + options.inputs[run.input] + ": internal error: " + error.what() + "\n");
      ++failed;
    }
  }
  if (failed > 0)
    say(run, "debye: " + std::to_string(failed) + " of " + std::to_string(n_inputs) +
                 " inputs failed\n");
  return failed > 0 ? 1 : 0;
}

}  // namespace debye
