// See structure_curve.hpp.

#include "command/structure_curve.hpp"

#include <algorithm>
#include <cmath>

#include "compare/foxs_form_factors.hpp"
#include "debye/error.hpp"
#include "fit/q_map.hpp"
#include "output/profile_text.hpp"

namespace debye {
namespace {

/// The part of a computed curve that `column` means.
std::string part_of(const CompareInput& input) {
  for (const char* part : {"vacuum", "solvent", "shell", "absolute", "I"})
    if (input.column == part) return part;
  if (input.column == "molecule") return "vacuum";
  if (input.column == "displaced_solvent") return "solvent";
  if (!input.column.empty())
    fail(input.label,
         ": of a structure the curve is computed; after the colon stands vacuum, solvent, shell or "
         "absolute");
  return "I";
}

/// True if an option was given that has no effect in vacuum; then XYZ files are in solution too.
bool asks_for_solvent(const CompareCommandOptions& options) {
  const auto is_of_solvent = [](const std::string& name) {
    return name == "--volumes" || name == "--solvent-density" || name == "--shell-width" ||
           name == "--cavities" || name == "--c1" || name == "--shell-contrast" ||
           name == "--emulate";
  };
  return std::any_of(options.of_structures.begin(), options.of_structures.end(), is_of_solvent);
}

QGrid nodes_for(const CompareInput& input, double q_max, double diameter) {
  MeasuredProfile reach;
  reach.name = input.label;
  reach.q = {q_max};
  return grid_for(reach, diameter);
}

StatedSum sum_in_vacuum(Engines& engines, const std::vector<Atoms>& models, const QGrid& q) {
  StatedSum mean = engines.compute(make_model(models.front(), q), q);
  for (std::size_t i = 1; i < models.size(); ++i) {
    const StatedSum sum = engines.compute(make_model(models[i], q), q);
    mean.partials.values += sum.partials.values;
    mean.engine_error = std::max(mean.engine_error, sum.engine_error);
  }
  mean.partials.values /= static_cast<double>(models.size());
  return mean;
}

}  // namespace

StructureCurve::StructureCurve(Engines& engines, const CompareInput& input,
                               const CompareCommandOptions& options, double q_max)
    : input_(input), options_(options), part_(part_of(input)) {
  const bool points = input.models.front().audit.format == "XYZ" && input.column.empty();
  const bool as_foxs = options.emulate == CompareCommandOptions::Emulated::Foxs;
  const bool alone = (points && !asks_for_solvent(options)) || part_ == "vacuum";
  const QGrid nodes = nodes_for(input, q_max, diameter_in_solution(input.models, options.solvent));
  try {
    if (alone && !as_foxs)
      vacuum_ = sum_in_vacuum(engines, input.models, nodes);
    else
      solution_ = sum_in_solution(engines, input.models, nodes, options.solvent, options.parameters,
                                  [&](SolutionModel& model) {
                                    if (as_foxs) take_foxs_form_factors(model, nodes);
                                  });
  } catch (const InputError& error) {
    fail(input.label, ": ", error.what());
  }
}

MeasuredProfile StructureCurve::at(const std::vector<double>& q,
                                   const SolventParameters& parameters) const {
  const QGrid& nodes = vacuum_ ? vacuum_->partials.q : solution_->sum.partials.q;
  Eigen::ArrayXd curve;
  if (vacuum_) {
    curve = vacuum_->partials.combine({1.0}).intensity;
  } else {
    const Eigen::ArrayXXd terms = solution_terms(solution_->profiles(), parameters);
    if (part_ == "vacuum")
      curve = terms.row(0);
    else if (part_ == "solvent")
      curve = terms.row(1);
    else if (part_ == "shell")
      curve = terms.row(2);
    else
      curve = terms.colwise().sum();
    if (part_ == "absolute") curve *= absolute_scale(input_.models.front().audit.molecular_weight);
  }
  const Eigen::VectorXd values = make_q_map(nodes, q) * curve.matrix();
  MeasuredProfile profile;
  profile.name = input_.label;
  profile.sha256 = input_.sha256;
  profile.q = q;
  profile.intensity.assign(values.begin(), values.end());
  profile.audit.format = "structure";
  profile.audit.column_words = {"q", part_};
  profile.audit.column = 2;
  return profile;
}

std::string StructureCurve::what() const {
  if (vacuum_ || part_ == "vacuum") return "I in vacuum";
  if (part_ == "solvent") return "the displaced solvent's part of I";
  if (part_ == "shell") return "the hydration shell's part of I";
  return part_ == "absolute" ? "I in solution, in 1/cm for 1 mg/ml" : "I in solution";
}

double StructureCurve::contrast_of(double shell_electrons) const {
  return shell_electrons / solution_->summary().shell_volume;
}

double StructureCurve::error_bound(const SolventParameters& parameters) const {
  // Interpolation adds up the errors of neighbouring nodes, as in fits.
  const double of_sum = vacuum_ ? vacuum_->error_bound({1.0}) : solution_->error_bound(parameters);
  return 3 * of_sum + interpolation_error;
}

std::vector<std::string> StructureCurve::describe(const SolventParameters& parameters) const {
  const Audit& audit = input_.models.front().audit;
  std::string model = audit.format + ", ";
  model += input_.models.size() > 1
               ? "mean of " + std::to_string(input_.models.size()) + " models"
               : "model " + audit.model + " of " + std::to_string(audit.models_in_file);
  std::vector<std::string> lines = {model + ", " + std::to_string(input_.models.front().size()) +
                                    " atoms, computed: " + what()};
  if (solution_)
    for (const std::string& line :
         summarize(SolutionInfo{options_.solvent, parameters, solution_->summary()}))
      lines.push_back(line);
  if (solution_ && options_.emulate == CompareCommandOptions::Emulated::Foxs)
    lines.push_back("form factors of FoXS: A(0) exp(-0.115 q^2), those of molecule and solvent");
  lines.push_back(vacuum_ ? vacuum_->engine : solution_->sum.engine);
  lines.push_back("numerical error " + error_text(error_bound(parameters), std::nullopt));
  return lines;
}

double StructureCurve::radius(const std::vector<Atoms>& models) {
  double largest = 0;
  for (const Atoms& atoms : models) {
    Position centre = {};
    for (const Position& r : atoms.position)
      for (std::size_t k = 0; k < 3; ++k) centre[k] += r[k] / static_cast<double>(atoms.size());
    for (const Position& r : atoms.position)
      largest = std::max(largest, std::hypot(r[0] - centre[0], r[1] - centre[1], r[2] - centre[2]));
  }
  return largest;
}

}  // namespace debye
