// The audit as text: all of it for people (-v), a few lines for the header of an output file.

#include "debye/audit.hpp"

#include <algorithm>
#include <cstdio>

namespace debye {
namespace {

std::string number(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string join(const std::map<std::string, std::size_t>& counts, const std::string& between) {
  std::string text;
  for (const auto& [name, count] : counts)
    text += (text.empty() ? "" : between) + (name.empty() ? "(blank)" : name) + " " +
            std::to_string(count);
  return text;
}

std::size_t total(const std::map<std::string, std::size_t>& counts) {
  std::size_t sum = 0;
  for (const auto& entry : counts) sum += entry.second;
  return sum;
}

std::string hydrogens(const Audit& audit) {
  std::string text = audit.hydrogen_mode + ": " + std::to_string(audit.explicit_hydrogens) +
                     " in the file, " + std::to_string(audit.implicit_by_dictionary) +
                     " implicit by dictionary, " + std::to_string(audit.implicit_by_valence) +
                     " by valence";
  if (audit.discarded_hydrogens != 0)
    text += "; " + std::to_string(audit.discarded_hydrogens) + " of the file replaced";
  return text;
}

/// One aligned line; continuation lines of lists have no label.
void add_line(std::string& text, const std::string& label, const std::string& value) {
  std::string padded = label;
  padded.resize(std::max<std::size_t>(padded.size() + 1, 18), ' ');
  text += "  " + padded + value + "\n";
}

// Guesses by residue can be many in a file without element entries; the commonest tell enough.
void add_guesses(std::string& text, const Audit& audit) {
  constexpr std::size_t shown = 30;
  std::vector<std::pair<std::string, std::size_t>> guesses(audit.guessed.begin(),
                                                           audit.guessed.end());
  std::stable_sort(guesses.begin(), guesses.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  for (std::size_t i = 0; i < std::min(shown, guesses.size()); ++i)
    add_line(text, i == 0 ? "guessed elements" : "",
             guesses[i].first + " " + std::to_string(guesses[i].second));
  if (guesses.size() > shown)
    add_line(text, "", "and " + std::to_string(guesses.size() - shown) + " other kinds");
}

void add_count(std::string& text, const std::string& label, std::size_t count,
               const std::string& what) {
  if (count != 0) add_line(text, label, std::to_string(count) + " " + what);
}

}  // namespace

std::string describe(const Audit& audit) {
  std::string text;
  add_line(text, "format", audit.format);
  add_line(text, "model", audit.model + " of " + std::to_string(audit.models_in_file));
  add_line(text, "atoms",
           std::to_string(total(audit.elements)) + ": " + join(audit.elements, ", "));
  add_guesses(text, audit);
  add_line(text, "hydrogens", hydrogens(audit));
  add_count(text, "altlocs", audit.altlocs_skipped, "atoms of alternative locations skipped");
  add_count(text, "waters", audit.waters_dropped, "atoms dropped");
  add_count(text, "dummies", audit.dummies_dropped, "atoms dropped");
  add_count(text, "occupancy", audit.zero_occupancy, "atoms with occupancy 0 count as 1");
  add_count(text, "occupancy", audit.partial_occupancy, "atoms with occupancy below 1 count as 1");
  if (!audit.unknown_components.empty())
    add_line(text, "unknown residues", join(audit.unknown_components, ", "));
  add_line(text, "electrons", number(audit.electrons, 1));
  add_line(text, "molecular weight", number(audit.molecular_weight, 1) + " g/mol");
  add_line(text, "Rg", number(audit.radius_of_gyration, 3) + " A");
  add_line(text, "Dmax", number(audit.d_max, 3) + " A");
  for (const std::string& note : audit.notes) add_line(text, "note", note);
  for (const std::string& warning : audit.warnings) add_line(text, "warning", warning);
  return text;
}

std::vector<std::string> summarize(const Audit& audit) {
  std::vector<std::string> lines;
  lines.push_back(audit.format + " model " + audit.model + " of " +
                  std::to_string(audit.models_in_file) + ", " +
                  std::to_string(total(audit.elements)) + " atoms: " + join(audit.elements, " "));
  lines.push_back("hydrogens " + hydrogens(audit));
  std::string dropped;
  const auto add = [&](std::size_t count, const char* what) {
    if (count != 0) dropped += (dropped.empty() ? "" : ", ") + std::to_string(count) + what;
  };
  add(audit.altlocs_skipped, " altloc atoms skipped");
  add(audit.waters_dropped, " water atoms dropped");
  add(audit.dummies_dropped, " dummies dropped");
  add(total(audit.guessed), " elements guessed");
  add(audit.zero_occupancy + audit.partial_occupancy, " atoms of occupancy below 1 counted as 1");
  if (!dropped.empty()) lines.push_back(dropped);
  lines.push_back(number(audit.electrons, 1) + " electrons, " + number(audit.molecular_weight, 1) +
                  " g/mol, Rg " + number(audit.radius_of_gyration, 2) + " A, Dmax " +
                  number(audit.d_max, 2) + " A");
  constexpr std::size_t most_lines = 8;
  for (std::size_t i = 0; i < audit.warnings.size() && lines.size() < most_lines; ++i) {
    const std::size_t left = audit.warnings.size() - i;
    if (lines.size() + 1 == most_lines && left > 1)
      lines.push_back(std::to_string(left) + " more warnings (-v shows them)");
    else
      lines.push_back("warning: " + audit.warnings[i]);
  }
  return lines;
}

}  // namespace debye
