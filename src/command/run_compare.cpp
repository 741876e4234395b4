// See run_compare.hpp. The path of one pair is compare_pair(): curves at common q, differences.

#include "command/run_compare.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "command/compare_inputs.hpp"
#include "command/pictures.hpp"
#include "command/structure_curve.hpp"
#include "debye/compare.hpp"
#include "debye/error.hpp"
#include "form_factor.hpp"
#include "output/compare_text.hpp"
#include "output/curve_writer.hpp"
#include "output/header_text.hpp"

namespace debye {
namespace {

using Emulated = CompareCommandOptions::Emulated;

/// Contrast of the shell here for one of CRYSOL's, where its shell column is not known: the ratio
/// of the shells' volumes, measured on the 1XIB tetramer (README.md).
constexpr double contrast_per_crysol = 0.44;
constexpr double crysol_contrast = 0.03;  ///< CRYSOL's default [e/Å³]

struct Run {
  const CompareCommandOptions& options;
  Talk talk;
  Engines engines;
  std::size_t engine_warnings_told = 0;
};

EngineOptions finer(EngineOptions engine) {
  engine.tolerance = std::max(1e-7, 0.1 * engine.tolerance);  // see StructureCurve::describe()
  return engine;
}

/// The q of a curve at which a structure is computed.
std::vector<double> q_in_range(const CompareCommandOptions& options, const std::vector<double>& q) {
  constexpr double slack = 1e-9;  // a bound given with the digits of the file includes its point
  const double upper = std::min(options.q_max.value_or(form_factor_q_max), form_factor_q_max);
  std::vector<double> kept;
  for (const double value : q)
    if (value >= options.q_min.value_or(0) * (1 - slack) && value <= upper * (1 + slack))
      kept.push_back(value);
  return kept;
}

/// The grid of two structures: asked for, or that of the program emulated.
QGrid grid_of_structures(const CompareCommandOptions& options) {
  if (options.q) return *options.q;
  return QGrid::linear(0.0, 0.5, options.emulate == Emulated::Foxs ? 501 : 101);
}

/// The q at which an input is compared if it is given any: a structure is told where.
std::vector<double> q_of(const CompareCommandOptions& options, const CompareInput& a,
                         const CompareInput& b) {
  std::vector<double> kept = q_in_range(options, b.curve   ? b.curve->q
                                                 : a.curve ? a.curve->q
                                                           : grid_of_structures(options).values());
  if (kept.empty())
    fail(a.label, " and ", b.label, ": no q between --qmin and --qmax, or above ",
         form_factor_q_max, " 1/A, where the form factors end");
  return kept;
}

std::unique_ptr<StructureCurve> compute(Run& run, const CompareInput& input, double q_max) {
  if (input.curve) return nullptr;
  run.talk.start_file(input.file);
  auto curve = std::make_unique<StructureCurve>(run.engines, input, run.options, q_max);
  run.talk.tell(run.engines, run.engine_warnings_told);
  if (input.column.empty())
    run.talk.note(input.label + (curve->in_vacuum() ? ": computed in vacuum, as XYZ files are"
                                                    : ": computed in solution; " + input.label +
                                                          ":vacuum is the molecule alone"));
  return curve;
}

/// Those of the user, or what brings the shell near that of the curve beside the structure.
SolventParameters parameters_for(const Run& run, const StructureCurve& structure,
                                 const CompareInput& other, std::vector<std::string>& notes) {
  SolventParameters parameters = run.options.parameters;
  if (run.options.emulate != Emulated::Crysol || structure.in_vacuum()) return parameters;
  std::string reason;
  if (other.shell_electrons) {
    parameters.shell_contrast = structure.contrast_of(*other.shell_electrons);
    reason = "as many electrons as in the shell column of " + other.file;
  } else {
    const std::optional<double> dro =
        other.curve ? other.curve->audit.shell_contrast : std::nullopt;
    parameters.shell_contrast = contrast_per_crysol * dro.value_or(crysol_contrast);
    reason =
        "for CRYSOL's " + rounded(dro.value_or(crysol_contrast), 4) + " over a smooth envelope";
  }
  notes.push_back("shell contrast " + rounded(parameters.shell_contrast, 4) + " e/A^3, " + reason);
  return parameters;
}

/// Where a curve of CRYSOL is beyond its harmonics. @return the q up to which it is not
std::optional<double> harmonic_limit(const CompareInput& curve, const CompareInput& other,
                                     double q_last, std::vector<std::string>& flags) {
  if (!curve.harmonics) return std::nullopt;
  HarmonicLimit limit = *curve.harmonics;
  if (limit.neutrons && !other.curve)
    flags.push_back(curve.label + " is for neutrons (CRYSON, by its .log), " + other.label +
                    " is computed for X-rays");
  if (!limit.radius && !other.models.empty()) {
    limit.radius = StructureCurve::radius(other.models);
    limit.radius_reason = "of the atoms of " + other.file;
  }
  const std::string order =
      "harmonics up to " + std::to_string(limit.order) + " (" + limit.order_reason + ")";
  if (!limit.radius) {
    flags.push_back(curve.label + ": " + order +
                    ", but its largest radius is not known (no .log, no structure given): where q R"
                    " exceeds the order it lacks intensity");
    return std::nullopt;
  }
  const double q = limit.order / *limit.radius;
  if (q >= q_last) return std::nullopt;
  flags.push_back(curve.label + " lacks intensity above q = " + rounded(q, 3) + " 1/A: " + order +
                  ", largest radius " + rounded(*limit.radius, 4) + " A (" + limit.radius_reason +
                  "); no scale is taken from there");
  return q;
}

/// Parts of a curve that are compared with something else.
void flag_different_parts(const MeasuredProfile& a, const MeasuredProfile& b,
                          std::vector<std::string>& flags) {
  const auto word_of = [](const MeasuredProfile& curve) {
    return curve.audit.column_words[curve.audit.column - 1];
  };
  const std::string of_a = word_of(a), of_b = word_of(b);
  for (const char* part : {"vacuum", "solvent", "shell", "sigma", "dQ"})
    if (of_a != of_b && (of_a == part || of_b == part)) {
      flags.push_back("A is \"" + of_a + "\" and B is \"" + of_b +
                      "\": not the same thing (FILE:COLUMN chooses)");
      return;
    }
}

void flag_interpolation(const CurveComparison& result, std::vector<std::string>& flags) {
  constexpr double worth_a_flag = 0.01;
  if (!(result.interpolation_error > worth_a_flag)) return;
  const std::string name = result.kept == CurveComparison::Kept::A ? "B" : "A";
  flags.push_back(
      "the points of " + name +
      " lie far apart for the size of its particle, or scatter: interpolation may be off by " +
      rounded(100 * result.interpolation_error, 2) +
      " % at q = " + rounded(result.q_of_interpolation_error, 3));
}

ComparedCurve described(const CompareInput& input, const MeasuredProfile& curve,
                        const StructureCurve* structure, const SolventParameters& parameters) {
  return {input.label,
          input.sha256,
          curve.audit.format,
          curve.audit.column_words[curve.audit.column - 1],
          curve.size(),
          !curve.sigma.empty(),
          structure ? structure->describe(parameters) : describe(curve)};
}

ComparisonReport compare_pair(Run& run, const CompareInput& a, const StructureCurve* computed_a,
                              const CompareInput& b) {
  ComparisonReport report;
  std::vector<double> q;
  if (!a.curve || !b.curve) q = q_of(run.options, a, b);
  const auto computed_b = compute(run, b, q.empty() ? 0 : q.back());
  SolventParameters of_a, of_b;
  if (computed_a) of_a = parameters_for(run, *computed_a, b, report.notes);
  if (computed_b) of_b = parameters_for(run, *computed_b, a, report.notes);
  MeasuredProfile curve_a = computed_a ? computed_a->at(q, of_a) : *a.curve;
  MeasuredProfile curve_b = computed_b ? computed_b->at(q, of_b) : *b.curve;
  curve_a.name = a.label;
  curve_b.name = b.label;

  CompareOptions options;
  options.absolute = run.options.absolute;
  options.q_min = run.options.q_min.value_or(0);
  if (run.options.q_max) options.q_max = *run.options.q_max;
  const double q_last = std::min({curve_a.q.back(), curve_b.q.back(), options.q_max});
  const auto limit_a = harmonic_limit(a, b, q_last, report.flags);
  const auto limit_b = harmonic_limit(b, a, q_last, report.flags);
  options.q_reliable =
      limit_a && limit_b ? std::min(limit_a, limit_b) : (limit_a ? limit_a : limit_b);
  flag_different_parts(curve_a, curve_b, report.flags);
  report.result = compare_curves(curve_a, curve_b, options);
  flag_interpolation(report.result, report.flags);
  report.a = described(a, curve_a, computed_a, of_a);
  report.b = described(b, curve_b, computed_b.get(), of_b);
  return report;
}

/// The largest q that A, a structure, is needed at.
double largest_q(const Run& run, const CompareInput& a, const std::vector<CompareInput>& others) {
  double largest = 0;
  for (const CompareInput& b : others) {
    const std::vector<double> q =
        q_in_range(run.options, b.curve ? b.curve->q : grid_of_structures(run.options).values());
    if (!q.empty()) largest = std::max(largest, q.back());
  }
  if (largest == 0) q_of(run.options, a, others.front());  // says why
  return largest;
}

/// Runs `work`; with several B its errors are told and counted.
template <class Work>
void try_to(Run& run, std::size_t& failed, const Work& work) {
  try {
    work();
  } catch (const InputError& error) {
    if (run.options.inputs.size() == 2) throw;
    run.talk.say(std::string("debye: ") + error.what() + "\n");
    ++failed;
  }
}

/// No option is without effect.
void refuse_unused_options(const CompareCommandOptions& options, const CompareInput& a,
                           const std::vector<CompareInput>& others) {
  const auto is_structure = [](const CompareInput& input) { return !input.curve; };
  const bool any_b = std::any_of(others.begin(), others.end(), is_structure);
  if (!options.of_structures.empty() && !is_structure(a) && !any_b)
    fail(options.of_structures.front(),
         " has no effect: all inputs are curves, and no structure is computed");
  if (options.unit && is_structure(a) && std::all_of(others.begin(), others.end(), is_structure))
    fail("--units has no effect: all inputs are structures, and no curve is read");
  if (options.q && !(is_structure(a) && any_b))
    fail(
        "-q is for two structures; here the curves say at which q they are compared (see --qmin, "
        "--qmax)");
}

std::vector<std::string> files_of(const CompareInput& a, const std::vector<CompareInput>& others) {
  std::vector<std::string> files = {a.file};
  for (const CompareInput& b : others) files.push_back(b.file);
  return files;
}

}  // namespace

int run_compare(const CompareCommandOptions& options) {
  Run run{options, Talk(options.talk, options.input.strict, options.inputs.size()),
          Engines(finer(options.engine))};
  run.engines.on_progress([&run](double fraction) { run.talk.show_progress(fraction); });
  const CompareInput a = read_compare_input(options.inputs.front(), options, run.talk);
  std::size_t failed = 0;
  std::vector<CompareInput> others;
  for (std::size_t i = 1; i < options.inputs.size(); ++i)
    try_to(run, failed,
           [&] { others.push_back(read_compare_input(options.inputs[i], options, run.talk)); });
  if (others.empty()) fail("none of the ", failed, " files to compare with can be read");
  refuse_unused_options(options, a, others);
  const std::vector<std::string> files = files_of(a, others);  // without :COLUMN
  check_plot(options.plot, options.output, files);
  CurveWriter writer(options.output, {"comparison"}, false, files, ".txt");
  const std::optional<plot::PictureFile> picture = picture_file(options.plot);
  const auto computed_a = a.curve ? nullptr : compute(run, a, largest_q(run, a, others));
  std::vector<ComparisonReport> reports;
  for (const CompareInput& b : others)
    try_to(run, failed, [&] { reports.push_back(compare_pair(run, a, computed_a.get(), b)); });
  if (reports.empty()) fail("none of ", options.inputs.size() - 1, " comparisons is possible");
  writer.write(0, "", format_comparisons(reports, options.command, options.json));
  if (picture) show(*picture, picture_of(reports), run.talk);
  return failed > 0 ? 1 : 0;
}

}  // namespace debye
