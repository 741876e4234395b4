// Protects the text that debye writes: a profile as columns and as JSON, and the absolute scale.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "directory.hpp"
#include "errors.hpp"
#include "output/json.hpp"
#include "output/profile_text.hpp"
#include "version.hpp"

using namespace debye;
using namespace debye::test;

namespace {

Profile profile_of(const std::vector<double>& q, const std::vector<double>& intensity) {
  Profile profile{QGrid(q), Eigen::ArrayXd(static_cast<Eigen::Index>(intensity.size()))};
  for (std::size_t n = 0; n < intensity.size(); ++n)
    profile.intensity[static_cast<Eigen::Index>(n)] = intensity[n];
  return profile;
}

RunInfo example_info() {
  RunInfo info;
  info.command = "debye 'my \"model\".pdb' -q 0,0.5";
  info.input = "my \"model\".pdb";
  info.sha256 = "00ff";
  info.audit.format = "PDB";
  info.audit.model = "3";
  info.audit.models_in_file = 5;
  info.audit.elements = {{"C", 2}, {"O", 1}};
  info.audit.guessed = {{"CA in residue CA: Ca (component dictionary)", 1}};
  info.audit.hydrogen_mode = "implicit";
  info.audit.implicit_by_dictionary = 4;
  info.audit.waters_dropped = 7;
  info.audit.electrons = 24;
  info.audit.molecular_weight = 44.5;
  info.audit.radius_of_gyration = 1.25;
  info.audit.d_max = 2.5;
  info.audit.notes = {"a\tb"};
  info.audit.warnings = {"line\nbreak", "back\\slash"};
  info.engine = "direct, test";
  info.error_bound = 1e-5;
  return info;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Numbers of the lines that are no comments.
std::vector<std::vector<double>> data_rows(const std::string& text) {
  std::vector<std::vector<double>> rows;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with('#')) continue;
    rows.emplace_back();
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      double value = std::numeric_limits<double>::quiet_NaN();
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      CHECK(error == std::errc());
      CHECK(end == word.data() + word.size());
      rows.back().push_back(value);
    }
  }
  return rows;
}

const std::vector<double> awkward_numbers = {0.1,
                                             1.0 / 3,
                                             5e-324,
                                             2.2250738585072014e-308,
                                             1.7976931348623157e308,
                                             123456789012345680.0,
                                             -2.5e-17,
                                             4.890e8,
                                             0.30000000000000004};

}  // namespace

TEST_CASE("columns: a header of comments, then q and I") {
  const std::string text = format_profile(profile_of({0, 0.5}, {576, 100.25}), example_info(), {});
  const std::string expected = "# debye " + std::string(version) +
                               ": X-ray scattering in vacuum (no solvent, no hydration shell)\n"
                               "# command: debye 'my \"model\".pdb' -q 0,0.5\n"
                               "# input: my \"model\".pdb (PDB, sha256 00ff), model 3 of 5\n"
                               "# engine: direct, test\n"
                               "# numerical error: at most 1.0e-05 of I(q) at every q\n";
  CHECK(text.substr(0, expected.size()) == expected);
  const auto lines = lines_of(text);
  REQUIRE(lines.size() > 3);
  CHECK(lines[lines.size() - 3] == "# columns: q [1/A], I [electrons^2]");
  CHECK(lines[lines.size() - 2] == "0                       576");
  CHECK(lines[lines.size() - 1] == "0.5                     100.25");
  CHECK(text.back() == '\n');
  CHECK(mentions(text, "# 24.0 electrons, 44.5 g/mol, Rg 1.25 A, Dmax 2.50 A\n"));
}

TEST_CASE("no text of the header leaves the comment, whatever the file or the warning is called") {
  RunInfo info = example_info();
  info.input = "two\nlines\r.pdb";
  info.command = "debye 'two\nlines\r.pdb'";
  info.audit.model = "1\n2";
  info.engine = "a device\nwith a line break";
  const std::string text = format_profile(profile_of({0.25}, {4}), info, {});
  CHECK_FALSE(mentions(text, "\r"));
  std::size_t data = 0;
  for (const std::string& line : lines_of(text))
    if (!line.starts_with("#")) {
      CHECK(line == "0.25                    4");
      ++data;
    }
  CHECK(data == 1);
}

TEST_CASE("the measured error stands beside the bound") {
  RunInfo info = example_info();
  info.measured_error = MeasuredError{2.5e-7, 0.25, 1, 7, 7, 0};
  const Profile profile = profile_of({0}, {1});
  CHECK(mentions(format_profile(profile, info, {}),
                 "at most 1.0e-05 of I(q) at every q; 2.5e-07 measured by a double sum at q = 0.25 "
                 "1/A\n"));
  ProfileFormat format;
  format.json = true;
  CHECK(mentions(format_profile(profile, info, format),
                 "\"error_bound\": 1e-05, \"measured_error\": {\"largest\": 2.5e-07, \"q\": 0.25, "
                 "\"q_count\": 1, \"rows\": 7, \"scatterers\": 7, \"sampling_error\": 0}, "));
  info.measured_error = MeasuredError{2.5e-7, 0.25, 3, 40, 70'000, 1e-8};
  CHECK(mentions(format_profile(profile, info, {}),
                 "2.5e-07 +- 1.0e-08 measured by a double sum over the pairs of 40 of 70000 "
                 "scatterers at 3 q, the largest of them at q = 0.25 1/A\n"));
}

TEST_CASE("an average says how many models it is the mean of") {
  RunInfo info = example_info();
  info.models_averaged = 5;
  CHECK(mentions(format_profile(profile_of({0}, {1}), info, {}),
                 "# input: my \"model\".pdb (PDB, sha256 00ff), mean of 5 models\n"));
}

TEST_CASE("columns read back to the same bits and stay apart") {
  std::vector<double> q;
  for (std::size_t i = 0; i < awkward_numbers.size(); ++i)
    q.push_back(0.1 * static_cast<double>(i) / 3);
  const Profile profile = profile_of(q, awkward_numbers);
  const auto rows = data_rows(format_profile(profile, example_info(), {}));
  REQUIRE(rows.size() == q.size());
  for (std::size_t n = 0; n < q.size(); ++n) {
    REQUIRE(rows[n].size() == 2);
    CHECK(rows[n][0] == q[n]);
    CHECK(rows[n][1] == awkward_numbers[n]);
  }
  const auto wide = data_rows(
      format_profile(profile_of({5e-324, 2.2250738585072014e-308}, {1, 2}), example_info(), {}));
  REQUIRE(wide.size() == 2);
  CHECK(wide[1] == std::vector<double>{2.2250738585072014e-308, 2});
}

TEST_CASE("a written profile is a q grid that -q takes") {
  const Directory directory;
  const QGrid q = QGrid::linear(0, 0.7, 201);
  const std::vector<double> intensity(q.size(), 1.0 / 3);
  put(directory / "curve.dat",
      format_profile(profile_of(q.values(), intensity), example_info(), {}));
  CHECK(parse_q_grid(directory / "curve.dat").values() == q.values());
}

TEST_CASE("q is written in the unit asked for") {
  ProfileFormat format;
  format.unit = QUnit::InverseNanometre;
  const std::string text = format_profile(profile_of({0, 0.25}, {2, 1}), example_info(), format);
  CHECK(mentions(text, "# columns: q [1/nm], I [electrons^2]\n"));
  CHECK(data_rows(text) == std::vector<std::vector<double>>{{0, 2}, {2.5, 1}});
  format.json = true;
  const std::string json = format_profile(profile_of({0, 0.25}, {2, 1}), example_info(), format);
  CHECK(mentions(json, "\"q_unit\": \"1/nm\", \"q\": [0, 2.5], \"intensity\": [2, 1]"));
}

TEST_CASE("the absolute scale of the xylose isomerase tetramer") {
  // I(0) = 4.890e8 electrons² and M = 173 kDa (1XIB): 0.135 1/cm for 1 mg/ml.
  CHECK(std::abs(4.890e8 * absolute_scale(173e3) - 0.135) <= 0.0005);
  // r_e = 2.8179403262e-13 cm and N_A = 6.02214076e23 1/mol, multiplied out by hand, M = 1 g/mol.
  CHECK(std::abs(absolute_scale(1) / 4.7820e-5 - 1) <= 1e-4);
  CHECK(absolute_scale(2) == absolute_scale(1) / 2);
}

TEST_CASE("the absolute intensity is a third column and a third array") {
  ProfileFormat format;
  format.absolute = true;
  const Profile profile = profile_of({0, 0.5}, {576, 1.0 / 3});
  const RunInfo info = example_info();
  const std::string text = format_profile(profile, info, format);
  CHECK(mentions(text, "# columns: q [1/A], I [electrons^2], I [1/cm per mg/ml]\n"));
  const double scale = absolute_scale(info.audit.molecular_weight);
  const auto rows = data_rows(text);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0] == std::vector<double>{0, 576, 576 * scale});
  CHECK(rows[1] == std::vector<double>{0.5, 1.0 / 3, 1.0 / 3 * scale});
  format.json = true;
  CHECK(mentions(format_profile(profile, info, format),
                 "\"intensity_per_cm_per_mg_ml\": [" + json::number(576 * scale) + ", " +
                     json::number(1.0 / 3 * scale) + "]}\n"));
}

TEST_CASE("JSON holds everything that the columns hold") {
  ProfileFormat format;
  format.json = true;
  const std::string text =
      format_profile(profile_of({0, 0.5}, {576, 100.25}), example_info(), format);
  const std::string expected =
      "{\"program\": \"debye " + std::string(version) +
      "\", \"kind\": \"X-ray scattering in vacuum (no solvent, no hydration shell)\", "
      "\"command\": \"debye 'my \\\"model\\\".pdb' -q 0,0.5\", "
      "\"input\": {\"name\": \"my \\\"model\\\".pdb\", \"format\": \"PDB\", \"sha256\": \"00ff\", "
      "\"model\": \"3\", \"models_in_file\": 5, \"models_averaged\": 1}, "
      "\"engine\": \"direct, test\", \"error_bound\": 1e-05, \"measured_error\": null, "
      "\"audit\": {\"elements\": {\"C\": 2, \"O\": 1}, "
      "\"guessed_elements\": {\"CA in residue CA: Ca (component dictionary)\": 1}, "
      "\"hydrogen_mode\": \"implicit\", \"explicit_hydrogens\": 0, \"discarded_hydrogens\": 0, "
      "\"implicit_hydrogens_by_dictionary\": 4, \"implicit_hydrogens_by_valence\": 0, "
      "\"altloc_atoms_skipped\": 0, \"water_atoms_dropped\": 7, \"dummy_atoms_dropped\": 0, "
      "\"zero_occupancy_atoms\": 0, \"partial_occupancy_atoms\": 0, \"unknown_components\": {}, "
      "\"electrons\": 24, \"molecular_weight\": 44.5, \"radius_of_gyration\": 1.25, "
      "\"d_max\": 2.5, \"notes\": [\"a\\u0009b\"], "
      "\"warnings\": [\"line\\u000abreak\", \"back\\\\slash\"]}, "
      "\"solution\": null, \"sizes\": {\"radius_of_gyration\": null, "
      "\"forward_intensity\": null, \"d_max\": null, \"guinier\": null, \"porod_volume\": null, "
      "\"correlation_volume\": null, \"protein_weight\": null}, "
      "\"q_unit\": \"1/A\", \"q\": [0, 0.5], \"intensity\": [576, 100.25]}\n";
  CHECK(text == expected);
}

TEST_CASE("JSON strings escape what must be escaped and nothing else") {
  CHECK(json::string("") == "\"\"");
  CHECK(json::string("a/b'c") == "\"a/b'c\"");
  CHECK(json::string("\"\\") == "\"\\\"\\\\\"");
  CHECK(json::string("\n\t\r") == "\"\\u000a\\u0009\\u000d\"");
  CHECK(json::string(std::string("\0\x1f", 2)) == "\"\\u0000\\u001f\"");
  CHECK(json::string("\xC3\xA9 \x7F") == "\"\xC3\xA9 \x7F\"");
}

TEST_CASE("JSON text is valid UTF-8 even where a file name is not") {
  // RFC 8259, section 8.1: a Latin-1 byte alone would make the whole document unreadable.
  CHECK(json::string("Prot\xE9ine") == "\"Prot\xEF\xBF\xBDine\"");
  CHECK(json::string("overlong \xC0\xAF") == "\"overlong \xEF\xBF\xBD\xEF\xBF\xBD\"");
  CHECK(json::string("surrogate \xED\xA0\x80!") ==
        "\"surrogate \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD!\"");
  CHECK(json::string("cut off \xC3") == "\"cut off \xEF\xBF\xBD\"");
  CHECK(json::string("\xE2\x82\xAC and \xF0\x9F\x98\x80") ==
        "\"\xE2\x82\xAC and \xF0\x9F\x98\x80\"");
}

TEST_CASE("JSON numbers are shortest texts that read back to the same bits") {
  for (const double value : awkward_numbers) {
    const std::string text = json::number(value);
    double back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    CAPTURE(text);
    CHECK(back == value);
  }
  CHECK(json::number(0.1) == "0.1");
  CHECK(json::number(0.0) == "0");
  CHECK(json::number(std::size_t{18446744073709551615u}) == "18446744073709551615");
}

TEST_CASE("JSON has null where a number is none") {
  CHECK(json::number(std::numeric_limits<double>::quiet_NaN()) == "null");
  CHECK(json::number(std::numeric_limits<double>::infinity()) == "null");
  CHECK(json::number(-std::numeric_limits<double>::infinity()) == "null");
}

TEST_CASE("empty JSON arrays and objects") {
  CHECK(json::array({}) == "[]");
  CHECK(json::object({}) == "{}");
  CHECK(json::array({"1", "\"a\""}) == "[1, \"a\"]");
  CHECK(json::object({{"a\"b", "1"}, {"c", "[]"}}) == "{\"a\\\"b\": 1, \"c\": []}");
}
