// See profile_input.hpp.

#include "command/profile_input.hpp"

#include "debye/error.hpp"

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

void write(const Input& input, const Curve& curve, const std::string& suffix,
           std::size_t n_curves) {
  const ProfileOptions& options = input.run.options;
  CurveWriter& writer = input.run.writer;
  const ProfileFormat format{options.unit, options.absolute, options.json};
  const std::string text = format_profile(curve.profile, curve.info, format);
  std::size_t bytes = text.size();
  if (curve.info.distances && !options.json) {
    const std::string distances = format_distances(curve.info);
    writer.write_beside(input.number, suffix, ".pr", distances);
    bytes += distances.size();
  }
  writer.write(input.number, suffix, text);
  if (input.written) input.written({curve, suffix, n_curves, bytes});
}

Curve compute(const Input& input, const std::vector<Atoms>& models) {
  return compute_curve(input.run.options, input.run.talk, input.worker, models, input.info);
}

void write_average(const Input& input, const std::vector<Atoms>& models) {
  Curve mean = compute(input, models);
  for (const Atoms& atoms : models)
    if (atoms.audit.electrons != mean.info.audit.electrons) {
      const std::string warning =
          "the models averaged differ in their number of electrons; the header gives that of the "
          "first";
      input.run.talk.warn(input.info.input + ": " + warning);
      mean.warnings.push_back(warning);
      break;
    }
  write(input, mean, "", 1);
}

void write_each(const Input& input, std::vector<Atoms> models) {
  const std::size_t n = models.size();
  if (n > 1 && !input.run.writer.takes_several())
    fail(input.info.input, ": ", n,
         " models need a place for each curve: add -o DIRECTORY/, or --average for their mean");
  for (Atoms& atoms : models) {
    const std::string suffix = n > 1 ? model_suffix(atoms.audit.model) : "";
    write(input, compute(input, {std::move(atoms)}), suffix, n);
  }
}

}  // namespace

std::string model_suffix(const std::string& model) { return "_model" + model; }

void profile_input(const ProfileRun& run, Worker& worker, std::size_t number, InputText text,
                   const std::string& command,
                   const std::function<void(const WrittenCurve&)>& written) {
  Input input{run, worker, number, {}, written};
  std::vector<Atoms> models = read_atoms(text, run.options.input.read);
  input.info.command = command;
  input.info.input = text.name;
  input.info.sha256 = text.sha256;
  text = {};
  if (run.options.input.average)
    write_average(input, models);
  else
    write_each(input, std::move(models));
}

}  // namespace debye
