// Profiles as text: columns under a header, or JSON.

#include "output/profile_text.hpp"

#include <cmath>

#include "output/json.hpp"
#include "output/sizes_text.hpp"
#include "version.hpp"

namespace debye {
namespace {

constexpr const char* term_names[] = {"molecule",           "displaced_solvent", "shell",
                                      "molecule_displaced", "molecule_shell",    "displaced_shell"};

std::string kind_of(const RunInfo& info) {
  return info.solution ? "X-ray scattering in solution (displaced solvent, hydration shell)"
                       : "X-ray scattering in vacuum (no solvent, no hydration shell)";
}

std::string input_line(const RunInfo& info) {
  std::string text = info.input + " (" + info.audit.format + ", sha256 " + info.sha256 + "), ";
  if (info.models_averaged > 1)
    return text + "mean of " + std::to_string(info.models_averaged) + " models";
  return text + "model " + info.audit.model + " of " + std::to_string(info.audit.models_in_file);
}

/// All of a header but the names of the columns.
std::string header(const RunInfo& info) {
  std::string text = comment(std::string("debye ") + version + ": " + kind_of(info));
  text += comment("command: " + info.command);
  text += comment("input: " + input_line(info));
  text += comment("engine: " + info.engine);
  text += comment("numerical error: " + error_text(info.error_bound, info.measured_error));
  for (const std::string& line : summarize(info.audit)) text += comment(line);
  if (info.solution)
    for (const std::string& line : summarize(*info.solution)) text += comment(line);
  for (const std::string& line : describe(info.sizes)) text += comment(line);
  return text;
}

std::string column_names(const RunInfo& info, const ProfileFormat& format) {
  std::string columns = "columns: q [" + unit_name(format.unit) + "], I [electrons^2]";
  if (format.absolute) columns += ", I [1/cm per mg/ml]";
  if (info.terms) {
    columns += "; terms of I [electrons^2]:";
    for (const char* name : term_names) columns += std::string(" ") + name;
  }
  return comment(columns);
}

std::string columns(const Profile& profile, const RunInfo& info, const ProfileFormat& format) {
  std::string text = header(info) + column_names(info, format);
  const double absolute = absolute_scale(info.audit.molecular_weight);
  for (std::size_t n = 0; n < profile.q.size(); ++n) {
    const auto i = static_cast<Eigen::Index>(n);
    std::vector<double> values = {profile.intensity[i]};
    if (format.absolute) values.push_back(profile.intensity[i] * absolute);
    if (info.terms)
      values.insert(values.end(), info.terms->col(i).begin(), info.terms->col(i).end());
    text += padded(q_text(profile.q[n], format.unit));
    for (std::size_t k = 0; k < values.size(); ++k)
      text += k + 1 < values.size() ? padded(json::number(values[k])) : json::number(values[k]);
    text += '\n';
  }
  return text;
}

std::string number_array(const Eigen::ArrayXd& values) {
  std::vector<std::string> elements;
  for (const double value : values) elements.push_back(json::number(value));
  return json::array(elements);
}

std::string json_text(const Profile& profile, const RunInfo& info, const ProfileFormat& format) {
  std::vector<std::string> q;
  for (const double value : profile.q.values()) q.push_back(q_text(value, format.unit));
  std::vector<std::pair<std::string, std::string>> members = {
      {"program", json::string(std::string("debye ") + version)},
      {"kind", json::string(kind_of(info))},
      {"command", json::string(info.command)},
      {"input", json::object({{"name", json::string(info.input)},
                              {"format", json::string(info.audit.format)},
                              {"sha256", json::string(info.sha256)},
                              {"model", json::string(info.audit.model)},
                              {"models_in_file", json::number(info.audit.models_in_file)},
                              {"models_averaged", json::number(info.models_averaged)}})},
      {"engine", json::string(info.engine)},
      {"error_bound", json::number(info.error_bound)},
      {"measured_error", measured_error_object(info.measured_error)},
      {"audit", audit_object(info.audit)},
      {"solution", info.solution ? solution_object(*info.solution) : "null"},
      {"sizes", sizes_object(info.sizes)},
      {"q_unit", json::string(unit_name(format.unit))},
      {"q", json::array(q)},
      {"intensity", number_array(profile.intensity)},
  };
  if (format.absolute)
    members.emplace_back(
        "intensity_per_cm_per_mg_ml",
        number_array(profile.intensity * absolute_scale(info.audit.molecular_weight)));
  if (info.distances) {
    const auto array = [](const std::vector<double>& values) {
      return number_array(Eigen::Map<const Eigen::ArrayXd>(
          values.data(), static_cast<Eigen::Index>(values.size())));
    };
    members.emplace_back("pair_distribution", json::object({{"r", array(info.distances->r)},
                                                            {"p", array(info.distances->p)}}));
  }
  if (info.terms) {
    std::vector<std::pair<std::string, std::string>> terms;
    for (Eigen::Index k = 0; k < 6; ++k)
      terms.emplace_back(term_names[k], number_array(info.terms->row(k).transpose()));
    members.emplace_back("terms", json::object(terms));
  }
  return json::object(members) + "\n";
}

}  // namespace

double absolute_scale(double molecular_weight) {
  constexpr double electron_radius_cm = 2.8179403262e-13;  // CODATA 2018
  constexpr double avogadro = 6.02214076e23;
  return electron_radius_cm * electron_radius_cm * avogadro * 1e-3 / molecular_weight;
}

std::string format_distances(const RunInfo& info) {
  const PairDistribution& distances = *info.distances;
  std::string text = header(info);
  const std::string rg = std::isfinite(distances.radius_of_gyration)
                             ? "Rg " + rounded(distances.radius_of_gyration, 6) + " A, "
                             : std::string();
  text += comment("P(r) of the excess electrons as points: " + rg + "Dmax " +
                  rounded(distances.d_max, 6) + " A; P(0) holds the terms i = j");
  text += comment("columns: r [A], P(r) [electrons^2/A]");
  for (std::size_t k = 0; k < distances.r.size(); ++k)
    text += padded(json::number(distances.r[k])) + json::number(distances.p[k]) + '\n';
  return text;
}

std::string format_profile(const Profile& profile, const RunInfo& info,
                           const ProfileFormat& format) {
  return format.json ? json_text(profile, info, format) : columns(profile, info, format);
}

}  // namespace debye
