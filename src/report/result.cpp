// See result.hpp.

#include "report/result.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "debye/error.hpp"
#include "debye/q_grid.hpp"
#include "report/json_value.hpp"

namespace debye::report {
namespace {

constexpr std::string_view first_words = "# debye ";

/// Header lines without "# ", and the rows below them.
struct Columns {
  std::vector<std::string_view> header;
  std::vector<std::vector<double>> rows;
  std::string_view names;  ///< behind "columns: "
};

std::vector<double> numbers_of(std::string_view line) {
  std::vector<double> values;
  const char *at = line.data(), *end = at + line.size();
  while (at != end) {
    if (*at == ' ' || *at == '\r') {
      ++at;
      continue;
    }
    double value = 0;
    const auto [rest, error] = std::from_chars(at, end, value);
    if (error != std::errc())
      fail("no number: ",
           std::string(at, std::min<std::size_t>(20, static_cast<std::size_t>(end - at))));
    values.push_back(value);
    at = rest;
  }
  return values;
}

Columns split(std::string_view text) {
  Columns columns;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("# columns: "))
      columns.names = line.substr(11);
    else if (line.starts_with("# "))
      columns.header.push_back(line.substr(2));
    else if (!line.empty())
      columns.rows.push_back(numbers_of(line));
    if (!columns.rows.empty() && columns.rows.back().size() != columns.rows.front().size())
      fail("rows of different length");
  }
  return columns;
}

std::vector<double> column(const Columns& columns, std::size_t k) {
  std::vector<double> values;
  for (const auto& row : columns.rows) {
    if (row.size() <= k) fail("row ", values.size() + 1, " has no column ", k + 1);
    values.push_back(row[k]);
  }
  return values;
}

/// The number behind `words`; NaN if they are not there.
double number_after(std::string_view line, std::string_view words) {
  const std::size_t at = line.find(words);
  if (at == std::string_view::npos) return no_size;
  line.remove_prefix(at + words.size());
  double value = no_size;
  std::from_chars(line.data(), line.data() + line.size(), value);
  return value;
}

/// "model.pdb" of "model.pdb (PDB, sha256 …), model 1 of 1"; "nmr.pdb:3" of model 3 of several.
std::string input_name(std::string_view line) {
  const std::size_t sum = line.rfind(", sha256 ");
  const std::size_t bracket = sum == std::string_view::npos ? sum : line.rfind(" (", sum);
  if (bracket == std::string_view::npos) return std::string(line);
  std::string name(line.substr(0, bracket));
  const std::string_view rest = line.substr(sum);
  const std::size_t model = rest.find("), model "), of = rest.rfind(" of ");
  if (model == std::string_view::npos || of == std::string_view::npos || of < model ||
      rest.substr(of) == " of 1")
    return name;
  return name + ":" + std::string(rest.substr(model + 9, of - model - 9));
}

void read_line(std::string_view line, Result& result) {
  const auto behind = [&](std::string_view words) { return line.substr(words.size()); };
  if (line.starts_with("input: ")) {
    result.model = input_name(behind("input: "));
  } else if (line.starts_with("model: ")) {
    result.model = input_name(behind("model: "));
  } else if (line.starts_with("data: ")) {
    result.data = input_name(behind("data: "));
  } else if (line.starts_with("flag: ")) {
    result.flags.emplace_back(behind("flag: "));
  } else if (line.starts_with("excess electrons: ")) {
    result.radius_of_gyration = number_after(line, ": Rg ");
    result.forward_intensity = number_after(line, "I(0) ");
    result.d_max = number_after(line, "Dmax ");
  } else if (line.starts_with("displaced solvent: ")) {
    result.c1 = number_after(line, ", c1 ");
  } else if (line.starts_with("hydration shell: ")) {
    result.shell_contrast = number_after(line, "shell: ");
  } else if (line.starts_with("Chi^2: ")) {
    result.chi2 = number_after(line, "Chi^2: ");
  } else if (line.starts_with("CorMap: ")) {
    result.cormap_p = number_after(line, ", p = ");
  }
}

Result read_columns(const Columns& columns) {
  Result result;
  for (const std::string_view line : columns.header) read_line(line, result);
  const bool nanometres = columns.names.starts_with("q [" + unit_name(QUnit::InverseNanometre));
  result.q = column(columns, 0);
  if (nanometres)
    for (double& q : result.q) q *= to_inverse_angstrom(QUnit::InverseNanometre);
  result.intensity = column(columns, 1);
  if (columns.names.find("I_model") == std::string_view::npos) return result;
  const bool sigma = columns.names.find("sigma") != std::string_view::npos;
  if (sigma) result.sigma = column(columns, 2);
  result.fit = column(columns, sigma ? 3 : 2);
  return result;
}

Result read_object(const JsonValue& json) {
  Result result;
  const JsonValue& input = json["input"];
  const bool is_fit = !json["fit"].elements.empty();
  if (is_fit) {
    result.model = json["model"].string;
    result.data = json["data"].string;
  } else {
    result.model = input["name"].string;
    if (input["models_in_file"].number > 1 && input["models_averaged"].number == 1)
      result.model += ":" + input["model"].string;
  }
  result.chi2 = json["chi2_reduced"].number;
  result.cormap_p = json["cormap_p"].number;
  result.c1 = json["solution"]["c1"].number;
  result.shell_contrast = json["solution"]["shell_contrast"].number;
  result.radius_of_gyration = json["sizes"]["radius_of_gyration"].number;
  result.forward_intensity = json["sizes"]["forward_intensity"].number;
  result.d_max = json["sizes"]["d_max"].number;
  for (const JsonValue& flag : json["flags"].elements) result.flags.push_back(flag.string);
  result.q = json["q"].numbers();
  if (json["q_unit"].string == unit_name(QUnit::InverseNanometre))
    for (double& q : result.q) q *= to_inverse_angstrom(QUnit::InverseNanometre);
  result.intensity = json["intensity"].numbers();
  result.sigma = json["sigma"].numbers();
  result.fit = json["fit"].numbers();
  result.r = json["pair_distribution"]["r"].numbers();
  result.p = json["pair_distribution"]["p"].numbers();
  return result;
}

void check(const Result& result) {
  const std::size_t n = result.q.size();
  if (n == 0) fail("no numbers below the header");
  if (result.intensity.size() != n || (!result.sigma.empty() && result.sigma.size() != n) ||
      (!result.fit.empty() && result.fit.size() != n) || result.r.size() != result.p.size())
    fail("columns of different length");
}

}  // namespace

std::optional<Result> read_result(const std::string& path, const std::string& text) try {
  Result result;
  if (text.starts_with(first_words)) {
    const Columns columns = split(text);
    if (!columns.names.starts_with("q [")) return std::nullopt;
    result = read_columns(columns);
  } else if (text.starts_with('{')) {
    const JsonValue json = parse_json(text);
    if (!json["program"].string.starts_with("debye ") || json["q"].elements.empty())
      return std::nullopt;
    result = read_object(json);
  } else {
    return std::nullopt;
  }
  result.file = path;
  check(result);
  return result;
} catch (const InputError& error) {
  fail(path, ": ", error.what());
}

bool read_distances(const std::string& text, Result& result) {
  if (!text.starts_with(first_words)) return false;
  const Columns columns = split(text);
  if (!columns.names.starts_with("r [A]")) return false;
  result.r = column(columns, 0);
  result.p = column(columns, 1);
  return true;
}

}  // namespace debye::report
