// See profile_input.hpp.

#include "command/profile_input.hpp"

#include "command/files_at_once.hpp"
#include "debye/error.hpp"
#include "in_order.hpp"

namespace debye {
namespace {

/// The input at hand.
struct Input {
  const ProfileRun& run;
  Worker& worker;
  std::size_t number;
  RunInfo info;
  const std::function<void(const WrittenCurve&)>& written;
};

/// A curve as it is to be written.
struct CurveText {
  Curve curve;
  std::string suffix;  ///< of its name
  std::string profile;
  std::string distances;  ///< for a file of their own; empty: none
};

CurveText format(const Input& input, Curve curve, const std::string& suffix) {
  const ProfileOptions& options = input.run.options;
  CurveText text{std::move(curve), suffix, {}, {}};
  text.profile = format_profile(text.curve.profile, text.curve.info,
                                {options.unit, options.absolute, options.json});
  if (text.curve.info.distances && !options.json)
    text.distances = format_distances(text.curve.info);
  return text;
}

void write(const Input& input, const CurveText& text, std::size_t n_curves) {
  CurveWriter& writer = input.run.writer;
  if (!text.distances.empty())
    writer.write_beside(input.number, text.suffix, ".pr", text.distances);
  writer.write(input.number, text.suffix, text.profile);
  if (input.written)
    input.written({text.curve, text.suffix, n_curves, text.profile.size() + text.distances.size()});
}

Curve compute(const Input& input, Worker& worker, const std::vector<Atoms>& models) {
  return compute_curve(input.run.options, input.run.talk, worker, models, input.info);
}

void write_average(const Input& input, const std::vector<Atoms>& models) {
  Curve mean = compute(input, input.worker, models);
  for (const Atoms& atoms : models)
    if (atoms.audit.electrons != mean.info.audit.electrons) {
      const std::string warning =
          "the models averaged differ in their number of electrons; the header gives that of the "
          "first";
      input.run.talk.warn(input.info.input + ": " + warning);
      mean.warnings.push_back(warning);
      break;
    }
  write(input, format(input, std::move(mean), ""), 1);
}

/// Like files of a batch, models are shared out over threads, one thread each, if there are enough.
void write_each(const Input& input, StructureModels& models) {
  const std::size_t n = models.size();
  if (!input.run.writer.takes_several())
    fail(input.info.input, ": ", n,
         " models need a place for each curve: add -o DIRECTORY/, or --average for their mean");
  EngineOptions engine = input.run.options.engine;
  engine.threads = input.worker.threads;
  const std::size_t at_once = files_at_once(n, engine);
  const auto make = [&](Worker& worker, std::size_t i) {
    Atoms atoms = models.read(i, worker.threads);
    const std::string suffix = model_suffix(atoms.audit.model);
    return format(input, compute(input, worker, {std::move(atoms)}), suffix);
  };
  if (at_once == 1) {
    for (std::size_t i = 0; i < n; ++i) write(input, make(input.worker, i), n);
    return;
  }
  engine.threads = 1;
  const auto devices = make_device_pool();
  std::size_t written = 0;
  make_in_order(
      n, at_once,
      [&] {
        return Worker{Engines(engine, devices), engine.threads};
      },
      make,
      [&](const CurveText& text) {
        write(input, text, n);
        input.run.talk.show_progress(static_cast<double>(++written) / static_cast<double>(n));
      });
}

}  // namespace

std::string model_suffix(const std::string& model) { return "_model" + model; }

void profile_input(const ProfileRun& run, Worker& worker, std::size_t number, InputText text,
                   const std::string& command,
                   const std::function<void(const WrittenCurve&)>& written) {
  Input input{run, worker, number, {}, written};
  const ReadOptions& read = run.options.input.read;
  input.info.command = command;
  input.info.input = text.name;
  input.info.sha256 = text.sha256;
  if (run.options.input.average) {
    const std::vector<Atoms> models = read_atoms(text, read, worker.threads);
    text = {};
    return write_average(input, models);
  }
  StructureModels models(text, read, worker.threads);
  if (models.size() > 1) return write_each(input, models);
  std::vector<Atoms> one;
  one.push_back(models.read(0, worker.threads));
  text = {};
  write(input, format(input, compute(input, worker, one), ""), 1);
}

}  // namespace debye
