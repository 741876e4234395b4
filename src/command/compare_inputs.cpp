// See compare_inputs.hpp.

#include "command/compare_inputs.hpp"

#include <cmath>
#include <filesystem>

#include "command/fit_inputs.hpp"
#include "compare/crysol_log.hpp"
#include "debye/error.hpp"
#include "measured/data_kind.hpp"

namespace debye {
namespace {

/// Orders of harmonics that CRYSOL takes by default: version 2.x and 3.x or later.
constexpr int old_default_order = 15, new_default_order = 20;

/// FILE or FILE:COLUMN.
void split_argument(CompareInput& input) {
  input.file = input.label;
  const std::size_t colon = input.label.rfind(':');
  std::error_code ignored;
  if (colon == std::string::npos || colon == 0 || std::filesystem::exists(input.label, ignored))
    return;
  const std::string file = input.label.substr(0, colon);
  if (file != "-" && !std::filesystem::exists(file, ignored)) return;
  input.file = file;
  input.column = input.label.substr(colon + 1);
  if (input.column.empty()) fail(input.label, ": no column after the colon");
}

bool is_crysol(const MeasuredProfile& curve) {
  return curve.audit.format == "CRYSOL intensities" || curve.audit.format == "CRYSOL fit";
}

HarmonicLimit harmonics_of(const InputText& text, const std::string& file) {
  HarmonicLimit limit;
  const std::filesystem::path log_path = std::filesystem::path(file).replace_extension(".log");
  std::error_code ignored;
  if (file != "-" && std::filesystem::is_regular_file(log_path, ignored)) {
    const std::string name = log_path.filename().string();
    const CrysolLog log = parse_crysol_log(read_input(log_path.string()).content);
    limit.neutrons = log.neutrons;
    limit.order = log.order.value_or(0);
    limit.order_reason = "by " + name;
    limit.radius = log.envelope_radius;
    limit.radius_reason = "of the envelope, by " + name;
  }
  if (limit.order == 0) {
    // From version 3 on the header has no Ra.
    const bool is_old = text.content.substr(0, 200).find("Ra:") != std::string::npos;
    limit.order = is_old ? old_default_order : new_default_order;
    limit.order_reason = "CRYSOL's default, no .log says otherwise";
  }
  return limit;
}

void read_curve_of(CompareInput& input, const InputText& text, const CompareCommandOptions& options,
                   Talk& talk) {
  const auto read = [&] { return read_curve(text, input.column, options.unit); };
  input.curve = looks_like_data(text) ? read() : or_no_structure(text, read);
  const MeasuredProfile& curve = *input.curve;
  for (const std::string& note : curve.audit.notes)
    if (talk.verbose()) talk.say(input.label + ": " + note + "\n");
  for (const std::string& warning : curve.audit.warnings) talk.warn(input.label + ": " + warning);
  const std::string& word = curve.audit.column_words[curve.audit.column - 1];
  if (!is_crysol(curve) || word == "data" || word == "sigma") return;
  input.harmonics = harmonics_of(text, input.file);
  if (curve.audit.format != "CRYSOL intensities" || curve.audit.column_words.size() != 5) return;
  const MeasuredProfile shell = read_curve(text, "shell", options.unit);
  if (shell.q.front() == 0 && shell.intensity.front() > 0)
    input.shell_electrons = std::sqrt(shell.intensity.front());
}

void read_structure_of(CompareInput& input, const InputText& text,
                       const CompareCommandOptions& options, Talk& talk) {
  input.models = read_atoms(text, options.input.read);
  if (input.models.size() > 1 && !options.input.average)
    fail(input.file, ": ", input.models.size(),
         " models are not one curve: add --average for their mean, or --model N");
  for (const Atoms& atoms : input.models) talk.tell(input.file, atoms.audit);
}

}  // namespace

CompareInput read_compare_input(const std::string& argument, const CompareCommandOptions& options,
                                Talk& talk) {
  CompareInput input;
  input.label = argument;
  split_argument(input);
  const InputText text = read_input(input.file);
  input.sha256 = text.sha256;
  if (text.content.starts_with("{\"program\""))
    fail(input.file, ": is JSON that debye wrote; compare reads columns, written without --json");
  if (is_structure(kind_of(text.content)))
    read_structure_of(input, text, options, talk);
  else
    read_curve_of(input, text, options, talk);
  return input;
}

}  // namespace debye
