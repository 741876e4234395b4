// The layouts are those of debye itself, CRYSOL 2 to 4 and its .int of 5 or 7 columns, FoXS with
// its partial profiles, SASSIE's sascalc, and files whose header names their columns.

#include "measured/column_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "debye/error.hpp"
#include "lower_case.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

using Words = std::vector<std::string>;

/// Other names for a column, those of CRYSOL, FoXS, debye's own headers and their users.
struct Alias {
  std::string_view name, word;
};
constexpr std::array<Alias, 22> aliases = {{{"net", "I"},
                                            {"total", "I"},
                                            {"intensity", "I"},
                                            {"i", "I"},
                                            {"exp", "data"},
                                            {"i_exp", "data"},
                                            {"iexp", "data"},
                                            {"experiment", "data"},
                                            {"fit", "model"},
                                            {"i_model", "model"},
                                            {"ifit", "model"},
                                            {"calc", "model"},
                                            {"molecule", "vacuum"},
                                            {"atoms", "vacuum"},
                                            {"atom", "vacuum"},
                                            {"displaced", "solvent"},
                                            {"displaced_solvent", "solvent"},
                                            {"excluded", "solvent"},
                                            {"shape", "solvent"},
                                            {"border", "shell"},
                                            {"bord", "shell"},
                                            {"hydration", "shell"}}};

std::string canonical(const std::string& name) {
  const std::string small = lower_case(name);
  for (const Alias& alias : aliases)
    if (small == alias.name) return std::string(alias.word);
  return name;
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(trim(text.substr(start, end - start)));
    start = end + 1;
  }
  return parts;
}

/// Of debye's own line "columns: q [1/A], I [electrons^2], …; terms of I [electrons^2]: …".
Words own_words(std::string_view line) {
  const std::size_t start = line.find("columns:");
  if (start == std::string_view::npos) return {};
  const auto halves = split_at(line.substr(start + 8), ';');
  Words words;
  for (const std::string_view item : split_at(halves[0], ',')) {
    const std::string name(item.substr(0, item.find(' ')));
    const bool is_absolute = item.find("1/cm") != std::string_view::npos;
    words.push_back(is_absolute ? "absolute" : canonical(name));
  }
  if (halves.size() > 1)
    for (const std::string_view name :
         split_words(halves[1].substr(std::min(halves[1].size(), halves[1].find(':') + 1))))
      words.push_back(canonical(std::string(name)));
  return words;
}

/// q, I/I(0), 0, total, vacuum, solvent: as SASSIE's sascalc writes it, without a header.
bool is_sascalc(const DataTable& table) {
  if (table.width != 6 || table.rows() < 3 || table.at(0, 1) != 1) return false;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const double normalised = table.at(i, 3) / table.at(0, 3);
    if (table.at(i, 2) != 0 || !(std::abs(table.at(i, 1) - normalised) < 1e-5)) return false;
  }
  return true;
}

Words named_words(const CurveTable& curve, const CurveColumns& columns, Words words) {
  const std::size_t named = std::min(curve.names.roles.size(), words.size());
  for (std::size_t i = 1; i < named; ++i) {
    const std::string& name = curve.names.names[i];
    std::string word = name;
    if (i == columns.intensity)
      word = "I";
    else if (columns.sigma == i)
      word = "sigma";
    else if (columns.resolution == i)
      word = "dQ";
    else if (curve.names.roles[i] == ColumnRole::Model)
      word = "model";
    std::replace(word.begin(), word.end(), ' ', '_');
    const bool is_taken = std::find(words.begin(), words.end(), word) != words.end();
    words[i] = is_taken ? lower_case(name) : word;
    std::replace(words[i].begin(), words[i].end(), ' ', '_');
  }
  return words;
}

Words placed_words(const CurveTable& curve, const CurveColumns& columns, Words words) {
  const DataTable& table = curve.table;
  words[columns.intensity] = "I";
  if (columns.sigma) words[*columns.sigma] = "sigma";
  const std::size_t last = table.width - 1;
  const bool has_fit = table.width >= 3 && last != columns.sigma &&
                       (is_fit_of(table, 1, last, speaks_of_fit(curve)) ||
                        (curve.format == "CRYSOL fit" && table.width >= 4));
  if (!has_fit) return words;
  words[last] = "model";
  // Old .fir files: q, I, sigma, I as corrected, fit.
  if (table.width == 5 && columns.sigma == 2u) words[3] = "corrected";
  return words;
}

Words layout_words(const CurveTable& curve) {
  const std::size_t width = curve.table.width;
  if (curve.format.starts_with("debye"))
    if (Words words = own_words(curve.names.text); words.size() == width) return words;
  if (curve.format == "FoXS partial profiles")
    return {"q", "vacuum", "solvent", "vacuum_solvent", "shell", "vacuum_shell", "solvent_shell"};
  if (is_sascalc(curve.table)) return {"q", "normalised", "", "I", "vacuum", "solvent"};
  if (!are_parts(curve)) return {};
  Words words = {"q", "I", "vacuum", "solvent", "shell"};
  if (width == 7) words = {"q", "I", "vacuum", "solvent", "convex", "concave", "cavities"};
  words.resize(width);
  return words;
}

/// Flags, weights and errors that are not known stand in columns of their own.
void name_constants(const DataTable& table, Words& words) {
  for (std::size_t column = 1; column < words.size(); ++column) {
    bool is_constant = words[column].empty();
    for (std::size_t i = 1; is_constant && i < table.rows(); ++i)
      is_constant = table.at(i, column) == table.at(0, column);
    if (is_constant) words[column] = "constant";
  }
}

bool is_number(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

std::size_t place_of(const Words& words, const std::string& word) {
  const auto found = std::find_if(words.begin() + 1, words.end(), [&](const std::string& other) {
    return !word.empty() && lower_case(other) == lower_case(word);
  });
  return found == words.end() ? 0 : static_cast<std::size_t>(found - words.begin());
}

}  // namespace

std::string list_columns(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(i + 1) + " " + (words[i].empty() ? "?" : words[i]);
  return text;
}

bool is_one_in_every_row(const DataTable& table, std::size_t column) {
  for (std::size_t i = 0; i < table.rows(); ++i)
    if (table.at(i, column) != 1) return false;
  return true;
}

std::vector<std::string> column_words(const CurveTable& curve, const CurveColumns& columns) {
  Words words = layout_words(curve);
  if (words.empty()) {
    words = {"q"};
    words.resize(curve.table.width);
    words = columns.by_name ? named_words(curve, columns, std::move(words))
                            : placed_words(curve, columns, std::move(words));
  }
  if (columns.sigma && is_one_in_every_row(curve.table, *columns.sigma))
    words[*columns.sigma] = "weight";
  name_constants(curve.table, words);
  if (place_of(words, "model") != 0)
    if (const std::size_t data = place_of(words, "I"); data != 0) words[data] = "data";
  return words;
}

std::size_t find_column(const CurveTable& curve, const CurveColumns& columns, const Words& words,
                        const std::string& wanted, const std::string& file) {
  const std::size_t model = place_of(words, "model"), intensity = place_of(words, "I");
  const std::string listed = "; its columns are " + list_columns(words);
  if (wanted.empty()) {
    if (model != 0 && curve.format != "GNOM output") return model;
    if (intensity != 0) return intensity;
    if (curve.format == "FoXS partial profiles")
      fail(file, ": holds partial profiles, not a curve", listed, "; name one, as in ", file,
           ":vacuum");
    return columns.intensity;
  }
  if (is_number(wanted)) {
    const auto number = to_integer(wanted);
    if (!number || *number < 2 || static_cast<std::size_t>(*number) > words.size())
      fail(file, ":", wanted, ": there is no such column of intensities", listed);
    return static_cast<std::size_t>(*number) - 1;
  }
  if (const std::size_t place = place_of(words, wanted); place != 0) return place;
  std::string word = canonical(wanted);
  // Where there is only one intensity, it is the data as well as the curve; and a curve with a
  // model beside it is data.
  if (place_of(words, word) == 0 && word == "data") word = "I";
  if (place_of(words, word) == 0 && word == "I") word = "data";
  if (const std::size_t place = place_of(words, word); place != 0) return place;
  fail(file, ":", wanted, ": the file has no such column", listed,
       " (a number chooses any of them)");
}

}  // namespace debye
