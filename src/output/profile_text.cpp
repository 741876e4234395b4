// Profiles as text: columns under a header, or JSON.

#include "output/profile_text.hpp"

#include "output/json.hpp"
#include "version.hpp"

namespace debye {
namespace {

constexpr const char* kind = "X-ray scattering in vacuum (no solvent, no hydration shell)";

std::string padded(std::string text) {
  constexpr std::size_t width = 24;  // the longest shortest-round-trip double
  text.resize(std::max(width, text.size() + 1), ' ');
  return text;
}

/// q in the unit of the output. Conversion from 1/Å costs the last digit, so that 0.11 1/nm would
/// read 0.10999999999999999: there the last digit is left out.
std::string q_text(double q, QUnit unit) {
  if (unit == QUnit::InverseAngstrom) return json::number(q);
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", q / to_inverse_angstrom(unit));
  return text;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", value);
  return text;
}

std::string error_text(const RunInfo& info) {
  std::string text = "at most " + short_number(info.error_bound) + " of I(q) at every q";
  if (info.measured_error)
    text += "; " + short_number(*info.measured_error) +
            " measured against double precision where it is largest";
  return text;
}

std::string input_line(const RunInfo& info) {
  std::string text = info.input + " (" + info.audit.format + ", sha256 " + info.sha256 + "), ";
  if (info.models_averaged > 1)
    return text + "mean of " + std::to_string(info.models_averaged) + " models";
  return text + "model " + info.audit.model + " of " + std::to_string(info.audit.models_in_file);
}

/// A line of the header. File names may hold line breaks, which would end the comment.
std::string comment(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return "# " + text + "\n";
}

std::string columns(const Profile& profile, const RunInfo& info, const ProfileFormat& format) {
  std::string text = comment(std::string("debye ") + version + ": " + kind);
  text += comment("command: " + info.command);
  text += comment("input: " + input_line(info));
  text += comment("engine: " + info.engine);
  text += comment("numerical error: " + error_text(info));
  for (const std::string& line : summarize(info.audit)) text += comment(line);
  text += comment("columns: q [" + unit_name(format.unit) + "], I [electrons^2]" +
                  (format.absolute ? ", I [1/cm per mg/ml]" : ""));
  const double absolute = absolute_scale(info.audit.molecular_weight);
  for (std::size_t n = 0; n < profile.q.size(); ++n) {
    const double intensity = profile.intensity[static_cast<Eigen::Index>(n)];
    text += padded(q_text(profile.q[n], format.unit));
    text += format.absolute ? padded(json::number(intensity)) + json::number(intensity * absolute)
                            : json::number(intensity);
    text += '\n';
  }
  return text;
}

std::string counts(const std::map<std::string, std::size_t>& values) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const auto& [name, count] : values) members.emplace_back(name, json::number(count));
  return json::object(members);
}

std::string texts(const std::vector<std::string>& values) {
  std::vector<std::string> elements;
  for (const std::string& value : values) elements.push_back(json::string(value));
  return json::array(elements);
}

std::string audit_object(const Audit& audit) {
  return json::object({
      {"elements", counts(audit.elements)},
      {"guessed_elements", counts(audit.guessed)},
      {"hydrogen_mode", json::string(audit.hydrogen_mode)},
      {"explicit_hydrogens", json::number(audit.explicit_hydrogens)},
      {"discarded_hydrogens", json::number(audit.discarded_hydrogens)},
      {"implicit_hydrogens_by_dictionary", json::number(audit.implicit_by_dictionary)},
      {"implicit_hydrogens_by_valence", json::number(audit.implicit_by_valence)},
      {"altloc_atoms_skipped", json::number(audit.altlocs_skipped)},
      {"water_atoms_dropped", json::number(audit.waters_dropped)},
      {"dummy_atoms_dropped", json::number(audit.dummies_dropped)},
      {"zero_occupancy_atoms", json::number(audit.zero_occupancy)},
      {"partial_occupancy_atoms", json::number(audit.partial_occupancy)},
      {"unknown_components", counts(audit.unknown_components)},
      {"electrons", json::number(audit.electrons)},
      {"molecular_weight", json::number(audit.molecular_weight)},
      {"radius_of_gyration", json::number(audit.radius_of_gyration)},
      {"d_max", json::number(audit.d_max)},
      {"notes", texts(audit.notes)},
      {"warnings", texts(audit.warnings)},
  });
}

std::string json_text(const Profile& profile, const RunInfo& info, const ProfileFormat& format) {
  const double scale = absolute_scale(info.audit.molecular_weight);
  std::vector<std::string> q, intensity, absolute;
  for (std::size_t n = 0; n < profile.q.size(); ++n) {
    const double value = profile.intensity[static_cast<Eigen::Index>(n)];
    q.push_back(q_text(profile.q[n], format.unit));
    intensity.push_back(json::number(value));
    absolute.push_back(json::number(value * scale));
  }
  std::vector<std::pair<std::string, std::string>> members = {
      {"program", json::string(std::string("debye ") + version)},
      {"kind", json::string(kind)},
      {"command", json::string(info.command)},
      {"input", json::object({{"name", json::string(info.input)},
                              {"format", json::string(info.audit.format)},
                              {"sha256", json::string(info.sha256)},
                              {"model", json::string(info.audit.model)},
                              {"models_in_file", json::number(info.audit.models_in_file)},
                              {"models_averaged", json::number(info.models_averaged)}})},
      {"engine", json::string(info.engine)},
      {"error_bound", json::number(info.error_bound)},
      {"measured_error", info.measured_error ? json::number(*info.measured_error) : "null"},
      {"audit", audit_object(info.audit)},
      {"q_unit", json::string(unit_name(format.unit))},
      {"q", json::array(q)},
      {"intensity", json::array(intensity)},
  };
  if (format.absolute) members.emplace_back("intensity_per_cm_per_mg_ml", json::array(absolute));
  return json::object(members) + "\n";
}

}  // namespace

double absolute_scale(double molecular_weight) {
  constexpr double electron_radius_cm = 2.8179403262e-13;  // CODATA 2018
  constexpr double avogadro = 6.02214076e23;
  return electron_radius_cm * electron_radius_cm * avogadro * 1e-3 / molecular_weight;
}

std::string format_profile(const Profile& profile, const RunInfo& info,
                           const ProfileFormat& format) {
  return format.json ? json_text(profile, info, format) : columns(profile, info, format);
}

}  // namespace debye
