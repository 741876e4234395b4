// See options_text.hpp.

#include "command/options_text.hpp"

#include "lower_case.hpp"
#include "output/json.hpp"
#include "version.hpp"

namespace debye {
namespace {

void add(std::string& text, const std::string& name, const std::string& value) {
  text += name + " " + value + "\n";
}
void add(std::string& text, const std::string& name, double value) {
  add(text, name, json::number(value));
}
void add(std::string& text, const std::string& name, int value) {
  add(text, name, std::to_string(value));
}
void add(std::string& text, const std::string& name, bool value) {
  add(text, name, std::string(value ? "yes" : "no"));
}

void add_input(std::string& text, const InputOptions& input) {
  const ReadOptions& read = input.read;
  add(text, "model", read.model.value_or(0));
  add(text, "average", input.average);
  add(text, "altloc", read.altloc);
  add(text, "select", read.select);
  add(text, "keep-waters", read.keep_waters);
  add(text, "hydrogens", static_cast<int>(read.hydrogens));
  add(text, "unknown-element", read.unknown_element.value_or(0));
  add(text, "strict", input.strict);
}

void add_solvent(std::string& text, const ProfileOptions& options) {
  add(text, "environment", static_cast<int>(options.environment));
  add(text, "volumes", std::string(volume_table_name(options.solvent.volumes)));
  add(text, "solvent-density", options.solvent.density);
  add(text, "shell-width", options.solvent.shell_width);
  add(text, "cavities", options.solvent.cavities);
  add(text, "c1", options.parameters.c1);
  add(text, "shell-contrast", options.parameters.shell_contrast);
}

/// The number of threads changes nothing.
void add_engine(std::string& text, const EngineOptions& engine) {
  add(text, "device", lower_case(engine.device));
  add(text, "precision", engine.precision ? static_cast<int>(*engine.precision) : -1);
  add(text, "method", std::string(method_name(engine.method)));
  add(text, "tolerance", engine.tolerance);
  add(text, "check", engine.check);
}

}  // namespace

std::string options_text(const ProfileOptions& options) {
  std::string text;
  add(text, "debye", std::string(version));
  add_input(text, options.input);
  add_solvent(text, options);
  for (const double q : options.q.values()) add(text, "q", q);
  add(text, "units", unit_name(options.unit));
  add_engine(text, options.engine);
  add(text, "json", options.json);
  add(text, "absolute", options.absolute);
  add(text, "partials", options.partials);
  add(text, "pr", options.distances);
  return text;
}

}  // namespace debye
