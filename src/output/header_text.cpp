// See header_text.hpp.

#include "output/header_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "output/json.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

std::string counts(const std::map<std::string, std::size_t>& values) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const auto& [name, count] : values) members.emplace_back(name, json::number(count));
  return json::object(members);
}

std::string formatted(const char* format, double value) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

std::string comment(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return "# " + text + "\n";
}

std::string quoted_for_shell(const std::string& word) {
  const bool plain =
      !word.empty() &&
      word.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%") ==
          std::string::npos;
  if (plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string padded(std::string text) {
  constexpr std::size_t width = 24;  // the longest shortest-round-trip double
  text.resize(std::max(width, text.size() + 1), ' ');
  return text;
}

std::string q_text(double q, QUnit unit) {
  if (unit == QUnit::InverseAngstrom) return json::number(q);
  const double factor = to_inverse_angstrom(unit);
  std::string text;
  for (const bool exactly : {true, false})
    for (int digits = 15; digits <= 17; ++digits) {
      text = rounded(q / factor, digits);
      const double again = to_number(text).value_or(-1) * factor;
      if (again == q || (!exactly && std::nextafter(again, q) == q)) return text;
    }
  return text;
}

std::string rounded(double value, int digits) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

std::string error_text(double bound, const std::optional<MeasuredError>& measured) {
  std::string text = "at most " + formatted("%.1e", bound) + " of I(q) at every q";
  if (!measured) return text;
  text += "; " + formatted("%.1e", measured->largest);
  if (measured->rows < measured->n_atoms)
    text += " +- " + formatted("%.1e", measured->sampling_error);
  text += " measured by a double sum";
  if (measured->rows < measured->n_atoms)
    text += " over the pairs of " + std::to_string(measured->rows) + " of " +
            std::to_string(measured->n_atoms) + " scatterers";
  if (measured->n_q == 1) return text + " at q = " + rounded(measured->q, 4) + " 1/A";
  return text + " at " + std::to_string(measured->n_q) +
         " q, the largest of them at q = " + rounded(measured->q, 4) + " 1/A";
}

std::string measured_error_object(const std::optional<MeasuredError>& measured) {
  if (!measured) return "null";
  return json::object({{"largest", json::number(measured->largest)},
                       {"q", json::number(measured->q)},
                       {"q_count", json::number(measured->n_q)},
                       {"rows", json::number(measured->rows)},
                       {"scatterers", json::number(measured->n_atoms)},
                       {"sampling_error", json::number(measured->sampling_error)}});
}

std::string dropped_text(const DroppedRows& dropped) {
  constexpr std::size_t most = 20;
  const std::size_t n = dropped.lines.size();
  std::string text = std::to_string(n) + (n == 1 ? " row" : " rows") + " dropped, " +
                     dropped.reason + (n == 1 ? " (line" : " (lines");
  for (std::size_t i = 0; i < std::min(most, n); ++i)
    text += (i > 0 ? ", " : " ") + std::to_string(dropped.lines[i]);
  return text + (n > most ? ", …)" : ")");
}

std::vector<std::string> summarize(const SolutionInfo& solution) {
  const SolutionSummary& summary = solution.summary;
  std::vector<std::string> lines;
  lines.push_back("displaced solvent: " + formatted("%.1f", summary.displaced_volume) +
                  " A^3 (volumes " + volume_table_name(solution.solvent.volumes) +
                  ", mean radius " + formatted("%.4f", summary.mean_radius) + " A, c1 " +
                  rounded(solution.parameters.c1, 6) + "), " +
                  rounded(solution.solvent.density, 6) + " e/A^3");
  if (!summary.without_volume.empty()) {
    std::string text = "not in that table, taken as spheres:";
    for (const auto& [element, count] : summary.without_volume)
      text += " " + std::to_string(count) + " " + element;
    lines.push_back(text);
  }
  if (summary.n_beads == 0)
    lines.push_back("hydration shell: none");
  else
    lines.push_back(
        "hydration shell: " + rounded(solution.parameters.shell_contrast, 6) + " e/A^3 over " +
        formatted("%.0f", summary.shell_volume) + " A^3, " +
        rounded(solution.solvent.shell_width, 6) + " A wide" +
        (solution.solvent.cavities ? ", closed cavities lined" : "") + ", " +
        std::to_string(summary.n_beads) + " beads, which sample it to " +
        rounded(shell_sampling_error * std::abs(solution.parameters.shell_contrast), 1) +
        " of I(q) up to q = 0.5 1/A");
  return lines;
}

std::string solution_object(const SolutionInfo& solution) {
  const SolutionSummary& summary = solution.summary;
  return json::object({
      {"volumes", json::string(volume_table_name(solution.solvent.volumes))},
      {"solvent_density", json::number(solution.solvent.density)},
      {"displaced_volume", json::number(summary.displaced_volume)},
      {"mean_radius", json::number(summary.mean_radius)},
      {"atoms_without_volume", counts(summary.without_volume)},
      {"c1", json::number(solution.parameters.c1)},
      {"shell_contrast", json::number(solution.parameters.shell_contrast)},
      {"shell_width", json::number(solution.solvent.shell_width)},
      {"cavities", solution.solvent.cavities ? "true" : "false"},
      {"shell_volume", json::number(summary.shell_volume)},
      {"shell_beads", json::number(summary.n_beads)},
  });
}

std::string string_array(const std::vector<std::string>& values) {
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
      {"notes", string_array(audit.notes)},
      {"warnings", string_array(audit.warnings)},
  });
}

std::string number_array(const std::vector<double>& values) {
  std::vector<std::string> elements;
  for (const double value : values) elements.push_back(json::number(value));
  return json::array(elements);
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> width(rows.front().size(), 0);
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], row[k].size());
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      text += row[k];
      if (k + 1 < row.size()) text += std::string(width[k] - row[k].size() + 2, ' ');
    }
    text += '\n';
  }
  return text;
}

}  // namespace debye
