// Every number in a data column or in JSON reads back to the same double: the text is the shortest
// that does, or one with all 17 digits.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "measured_lysozyme.hpp"
#include "output/header_text.hpp"
#include "output/json.hpp"
#include "run_program.hpp"

using namespace debye::test;

namespace {

double value_of(const std::string& word) {
  double value = std::nan("");
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

/// Digits of the mantissa, without leading zeros.
std::size_t digits_of(const std::string& word) {
  const std::string mantissa = word.substr(0, word.find_first_of("eE"));
  std::string digits;
  for (const char c : mantissa)
    if (c >= '0' && c <= '9' && !(digits.empty() && c == '0')) digits += c;
  return digits.size();
}

/// Whether no digit was lost: the number has no shorter text, or all 17 digits.
bool is_exact(const std::string& word) {
  const double value = value_of(word);
  return digits_of(word) >= 17 || value == 0 || word == debye::json::number(value);
}

bool all_exact(const std::vector<std::string>& words) {
  return !words.empty() && std::all_of(words.begin(), words.end(), is_exact);
}

/// The share of words with at least 15 digits: computed numbers that were rounded have none.
double share_of_long(const std::vector<std::string>& words) {
  const auto n = std::count_if(words.begin(), words.end(),
                               [](const std::string& word) { return digits_of(word) >= 15; });
  return static_cast<double>(n) / static_cast<double>(words.size());
}

/// Column k of the data, as text.
std::vector<std::string> column(const std::string& text, std::size_t k) {
  std::vector<std::string> words;
  for (const std::string& line : data_lines(text)) {
    std::istringstream stream(line);
    std::string word;
    for (std::size_t i = 0; i <= k && stream >> word; ++i)
      if (i == k) words.push_back(word);
  }
  return words;
}

void check_column(const std::string& text, std::size_t k) {
  const std::vector<std::string> words = column(text, k);
  CAPTURE(k);
  REQUIRE(words.size() > 20);
  CHECK(all_exact(words));
  CHECK(share_of_long(words) > 0.9);
}

/// The texts of all numbers in JSON, in their order.
std::vector<std::string> numbers_in(const std::string& json) {
  std::vector<std::string> words;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"' && (i == 0 || json[i - 1] != '\\')) in_string = !in_string;
    if (in_string || std::string("-0123456789").find(json[i]) == std::string::npos) continue;
    const std::size_t end = json.find_first_not_of("-+0123456789.eE", i);
    words.push_back(json.substr(i, end - i));
    i = end - 1;
  }
  return words;
}

}  // namespace

TEST_CASE("the checks of this file find rounded numbers") {
  CHECK(is_exact("0.1"));
  CHECK(is_exact("1.6500000000000000E+02"));
  CHECK(is_exact("0.30000000000000004"));
  CHECK_FALSE(is_exact("1.50e+02"));
  CHECK(digits_of("-0.00123e5") == 3);
  CHECK(share_of_long({"0.333333", "0.3333333333333333"}) == 0.5);
  CHECK(numbers_in(R"({"a 1": [1.5, -2e-3], "b": "3\"4", "c": null})") ==
        std::vector<std::string>{"1.5", "-2e-3"});
}

TEST_CASE("numbers of curves read back to what was computed") {
  const Workplace place;
  copy_lysozyme(place);
  const std::string command =
      "debye lysozyme.pdb --device cpu --quiet -q 0.01:0.37:30 --absolute --partials ";
  const std::string text = place.run(command).out;
  for (std::size_t k = 1; k < 9; ++k) check_column(text, k);
  CHECK(all_exact(column(text, 0)));
  // The columns and JSON are the same doubles.
  const Json document = parse_json(place.run(command + "--json").out);
  const Rows rows = data_rows(text);
  for (std::size_t n = 0; n < rows.size(); ++n) {
    CHECK(document["q"].array.at(n).number == rows[n][0]);
    CHECK(document["intensity"].array.at(n).number == rows[n][1]);
  }
  const std::vector<std::string> words = numbers_in(place.run(command + "--json --pr").out);
  CHECK(all_exact(words));
  CHECK(share_of_long(words) > 0.5);
  REQUIRE(place.run(command + "--pr -o c.dat").exit_code == 0);
  check_column(place.read("c.pr"), 1);
}

TEST_CASE("q in 1/nm reads back to the same q wherever a number does") {
  const double factor = debye::to_inverse_angstrom(debye::QUnit::InverseNanometre);
  std::size_t same = 0, all = 0;
  for (const double q_max : {5.0, 3.0, 4.7, 10.0})
    for (const std::size_t n : {61u, 101u, 200u, 500u}) {
      const debye::QGrid grid = debye::QGrid::linear(0, q_max * factor, n);
      for (const double q : grid.values()) {
        const std::string text = debye::q_text(q, debye::QUnit::InverseNanometre);
        const double again = value_of(text) * factor;
        ++all;
        same += again == q;
        if (again == q) continue;
        CAPTURE(q, text);
        CHECK(std::nextafter(again, q) == q);
        for (const double near :
             {std::nextafter(q / factor, 0), q / factor, std::nextafter(q / factor, 100)})
          CHECK(near * factor != q);
      }
    }
  CHECK(static_cast<double>(same) > 0.8 * static_cast<double>(all));
  CHECK(debye::q_text(0.11 * factor, debye::QUnit::InverseNanometre) == "0.11");
}

TEST_CASE("numbers of fits read back to what was computed") {
  const Workplace place;
  put_pair(place);
  const std::string command = "debye fit lysozyme.pdb data.dat --quiet ";
  REQUIRE(place.run(command + "--int -o f.fit").exit_code == 0);
  const std::string text = place.read("f.fit");
  check_column(text, 3);
  const Rows rows = data_rows(text), data = data_rows(place.read("data.dat"));
  REQUIRE(rows.size() == data.size());
  for (std::size_t n = 0; n < rows.size(); ++n)
    CHECK(std::vector<double>(rows[n].begin(), rows[n].begin() + 3) == data[n]);
  const std::string peers = place.read("f.int");
  for (std::size_t k = 0; k < 5; ++k) check_column(peers.substr(peers.find('\n') + 1), k);
  const std::vector<std::string> words = numbers_in(place.run(command + "--json").out);
  CHECK(all_exact(words));
  const Json document = parse_json(place.run(command + "--json").out);
  for (std::size_t n = 0; n < rows.size(); ++n)
    CHECK(document["fit"].array.at(n).number == rows[n][3]);
}

TEST_CASE("numbers of comparisons and tables of batches read back to what was computed") {
  const Workplace place;
  copy_lysozyme(place);
  copy_lysozyme(place, "b.pdb");
  REQUIRE(place.run("debye lysozyme.pdb b.pdb --device cpu --quiet -o out").exit_code == 0);
  const std::vector<std::string> words =
      numbers_in(place.run("debye compare out/b.dat lysozyme.pdb:vacuum --json --quiet").out);
  REQUIRE(words.size() > 300);
  CHECK(all_exact(words));
  const std::vector<std::string> row = numbers_in(lines_of(place.read("out/summary.jsonl"))[0]);
  CHECK(all_exact(row));
  // I(0), Rg and Dmax are computed numbers: CSV has them as JSON does.
  const Json object = parse_json(lines_of(place.read("out/summary.jsonl"))[0]);
  const std::string csv = lines_of(place.read("out/summary.csv"))[1];
  for (const std::string name : {"forward_intensity", "radius_of_gyration", "d_max"})
    CHECK(mentions(csv, "," + debye::json::number(object[name].number) + ","));
}
