// See run_profiles.hpp. The path of one input is run_input(): read, model, sum, write.

#include "command/run_profiles.hpp"

#include <unistd.h>

#include <iostream>

#include "debye/error.hpp"
#include "output/curve_writer.hpp"
#include "output/profile_text.hpp"

namespace debye {
namespace {

/// What all inputs of a run share.
struct Run {
  const ProfileOptions& options;
  const std::string& command;
  Engines engines;
  std::size_t engine_warnings_told = 0;
  CurveWriter writer;
};

void warn(const Run& run, const std::string& text) {
  if (!run.options.quiet) std::cerr << "debye: warning: " << text << '\n';
}

/// -v prints the audit; otherwise its warnings; --strict makes an error of the first one.
void tell(const Run& run, const std::string& input, const Audit& audit) {
  if (run.options.strict && !audit.warnings.empty())
    fail(input, ": ", audit.warnings.front(), " (an error because of --strict)");
  if (run.options.verbose)
    std::cerr << input << '\n' << describe(audit);
  else
    for (const std::string& warning : audit.warnings) warn(run, input + ": " + warning);
}

Profile compute(Run& run, const Atoms& atoms, RunInfo& info) {
  const QGrid& q = run.options.q;
  const StatedSum sum = run.engines.compute(make_model(atoms, q), q);
  for (; run.engine_warnings_told < run.engines.warnings().size(); ++run.engine_warnings_told)
    warn(run, run.engines.warnings()[run.engine_warnings_told]);
  info.engine = sum.engine;
  info.error_bound = sum.error_bound;
  info.measured_error = sum.measured_error;
  return sum.partials.combine({1.0});
}

void write(Run& run, const Profile& profile, const RunInfo& info, const std::string& suffix) {
  const ProfileFormat format{run.options.unit, run.options.absolute, run.options.json};
  run.writer.write(info.input, suffix, format_profile(profile, info, format));
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

void run_input(Run& run, const std::string& input) {
  InputText text = read_input(input);
  const std::vector<Atoms> models = read_atoms(text, run.options.read);
  RunInfo info;
  info.command = run.command;
  info.input = input;
  info.sha256 = text.sha256;
  text = {};
  if (run.options.average)
    write_average(run, models, info);
  else
    write_each(run, models, info);
}

void show_progress(const Run& run, std::size_t done) {
  const std::size_t n = run.options.inputs.size();
  if (n > 1 && !run.options.quiet && ::isatty(STDERR_FILENO) != 0)
    std::cerr << '\r' << done << " of " << n << " files" << (done == n ? "\n" : "") << std::flush;
}

}  // namespace

int run_profiles(const ProfileOptions& options, const std::string& command) {
  const bool several = options.inputs.size() > 1;
  Run run{options, command, Engines(options.engine), 0,
          CurveWriter(options.output, several, options.json)};
  bool failed = false;
  for (std::size_t i = 0; i < options.inputs.size(); ++i) {
    show_progress(run, i);
    try {
      run_input(run, options.inputs[i]);
    } catch (const InputError& error) {
      if (!several) throw;
      std::cerr << "debye: " << error.what() << '\n';
      failed = true;
    }
  }
  show_progress(run, options.inputs.size());
  return failed ? 1 : 0;
}

}  // namespace debye
