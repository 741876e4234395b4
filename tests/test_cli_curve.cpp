// The curve as a user asks for it: grids of q, units, columns, JSON and the header.

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "run_program.hpp"

using namespace debye::test;

TEST_CASE("the first example: a curve of 200 rows on standard output, and one note beside it") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult result = place.run("debye lysozyme.pdb -q 0:0.5:200");
  CHECK(result.exit_code == 0);
  CHECK(lines_of(result.err).size() == 1);
  CHECK(result.err.starts_with("debye: note: curves in solution"));
  CHECK(is_pure_data(result.out, 2));
  const Rows rows = data_rows(result.out);
  REQUIRE(rows.size() == 200);
  CHECK(rows.front()[0] == 0);
  CHECK(rows.back()[0] == 0.5);
  CHECK(mentions(result.out, "# command: debye lysozyme.pdb -q 0:0.5:200\n"));
  CHECK(mentions(result.out, "# columns: q [1/A], I [electrons^2]\n"));
  // 613 C, 193 N, 185 O, 10 S and 959 H: 7628 electrons; the form factors miss f(0) by up to 0.1 %,
  // which is more of what the solvent of 17385 A^3 and a shell of 20244 A^3 leave of them.
  const double excess = 7628.0 - 0.334 * 17384.8 + 0.01 * 20244;
  CHECK(std::abs(rows.front()[1] / (excess * excess) - 1) <= 0.01);
  CHECK(place.names() == Names{"lysozyme.pdb"});
}

TEST_CASE("the first example in vacuum: a curve on standard output and nothing else") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult result = place.run("debye lysozyme.pdb --vacuum -q 0:0.5:200");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(is_pure_data(result.out, 2));
  const Rows rows = data_rows(result.out);
  REQUIRE(rows.size() == 200);
  CHECK(std::abs(rows.front()[1] / (7628.0 * 7628.0) - 1) <= 0.002);
}

TEST_CASE("the curve of two atoms is the Debye formula") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  const Rows pair = data_rows(place.run("debye fe.xyz -q 0,0.5,1,2 --precision double").out);
  place.write("one.xyz", "1\none iron\nFe 0 0 0\n");
  const Rows single = data_rows(place.run("debye one.xyz -q 0,0.5,1,2 --precision double").out);
  REQUIRE(pair.size() == 4);
  REQUIRE(single.size() == 4);
  for (std::size_t n = 0; n < 4; ++n) {
    const double x = 3 * pair[n][0];
    const double expected = 2 * single[n][1] * (1 + (x == 0 ? 1 : std::sin(x) / x));
    CHECK(std::abs(pair[n][1] / expected - 1) <= 1e-10);
  }
}

TEST_CASE("every form of -q") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  place.write("measured.dat", "q,I,sigma\r\n0.1,5,1\r\n0.25,4,1\r\n");
  const auto q_of = [&](const std::string& options) {
    const ProgramResult result = place.run("debye fe.xyz " + options);
    CAPTURE(options, result.err);
    CHECK(result.exit_code == 0);
    std::vector<double> q;
    for (const auto& row : data_rows(result.out)) q.push_back(row.at(0));
    return q;
  };
  CHECK(q_of("-q 0:1:5") == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
  CHECK(q_of("-q 0.1,0.2,0.7") == std::vector<double>{0.1, 0.2, 0.7});
  CHECK(q_of("-q 0.3") == std::vector<double>{0.3});
  CHECK(q_of("-q measured.dat") == std::vector<double>{0.1, 0.25});
  CHECK(q_of("-q 0:2:10000").size() == 10000);
  CHECK(q_of("--qmax 1 --points 3") == std::vector<double>{0, 0.5, 1});
  CHECK(q_of("--qmax 2").size() == 101);
  CHECK(q_of("--points 3") == std::vector<double>{0, 0.25, 0.5});
  const auto standard = q_of("");
  REQUIRE(standard.size() == 101);
  CHECK(standard.back() == 0.5);
  CHECK(q_of("-q 0:25:3").back() == 25);
}

TEST_CASE("an output file is a q grid for the next run") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult first = place.run("debye lysozyme.pdb -q 0.01:0.4:23 -o first.dat");
  REQUIRE(first.exit_code == 0);
  CHECK(first.out.empty());
  const ProgramResult second = place.run("debye lysozyme.pdb -q first.dat");
  CHECK(data_lines(second.out).size() == 23);
  const double difference =
      largest_relative_difference(data_rows(place.read("first.dat")), data_rows(second.out), 1);
  CHECK(difference <= 1e-9);
}

TEST_CASE("bad grids are errors that name the argument") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  place.write("text.dat", "no\nnumbers\n");
  const std::map<std::string, std::vector<std::string>> cases = {
      {"-q 0:0.5:0", {"-q 0:0.5:0", "count"}},
      {"-q 0.5:0.1:10", {"-q 0.5:0.1:10", "maximum"}},
      {"-q -0.1:1:5", {"-q -0.1:1:5", "-0.1"}},
      {"-q nan", {"-q nan"}},
      {"-q 0.2,0.1", {"-q 0.2,0.1"}},
      {"-q ''", {"-q"}},
      {"-q nowhere.dat", {"-q nowhere.dat"}},
      {"-q text.dat", {"-q text.dat", "no line"}},
      {"-q .", {"-q .", "directory"}},
      {"-q 0:30:10", {"30", "25"}},
      {"--qmax -1", {"--qmax"}},
      {"--qmax 0", {"--qmax"}},
      {"--qmax nan", {"--qmax"}},
      {"--qmax inf", {"--qmax inf"}},
      {"--qmax x", {"--qmax", "x"}},
      {"--points 1", {"--points 1"}},
      {"--points -5", {"--points", "-5"}},
      {"--qmax 1 -q 0.1", {"-q", "--qmax"}},
  };
  for (const auto& [options, parts] : cases) {
    CAPTURE(options);
    check_error(place.run("debye fe.xyz " + options), parts);
  }
}

TEST_CASE("a grid too long for a file name is still a bad grid") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  std::string blanks;
  for (int n = 100; n < 160; ++n) blanks += "0." + std::to_string(n) + " ";  // 360 characters
  check_error(place.run("debye fe.xyz -q '" + blanks + "'"), {"-q"});
  check_error(place.run("debye fe.xyz -q " + std::string(300, 'x')), {"-q"});
  check_error(place.run("debye fe.xyz -q " + std::string(5000, 'x')), {"-q"});
}

TEST_CASE("q in 1/nm gives the rows of 1/A") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult angstrom = place.run("debye lysozyme.pdb -q 0:0.5:11 --precision double");
  const ProgramResult nanometre =
      place.run("debye lysozyme.pdb -q 0:5:11 --units 1/nm --precision double");
  CHECK(mentions(nanometre.out, "# columns: q [1/nm]"));
  Rows expected = data_rows(angstrom.out);
  for (auto& row : expected) row[0] *= 10;
  CHECK(largest_relative_difference(data_rows(nanometre.out), expected, 0) <= 1e-15);
  CHECK(largest_relative_difference(data_rows(nanometre.out), expected, 1) <= 1e-9);
  const Rows short_form = data_rows(place.run("debye lysozyme.pdb --units 1/nm").out);
  REQUIRE(short_form.size() == 101);
  CHECK(short_form.back()[0] == 5);
  const Rows by_qmax = data_rows(place.run("debye lysozyme.pdb --qmax 3 --units 1/nm").out);
  REQUIRE(by_qmax.size() == 101);
  CHECK(std::abs(by_qmax.back()[0] - 3) <= 1e-15);
}

TEST_CASE("option --absolute adds 1/cm for 1 mg/ml") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult result = place.run("debye lysozyme.pdb -q 0:0.5:5 --absolute");
  CHECK(result.exit_code == 0);
  CHECK(is_pure_data(result.out, 3));
  CHECK(mentions(result.out, "# columns: q [1/A], I [electrons^2], I [1/cm per mg/ml]\n"));
  // r_e² N_A 10⁻³ / M with M = 14313 g/mol, the weight of hen egg-white lysozyme.
  const double scale = 2.8179403262e-13 * 2.8179403262e-13 * 6.02214076e23 * 1e-3 / 14313;
  for (const auto& row : data_rows(result.out))
    CHECK(std::abs(row.at(2) / (row.at(1) * scale) - 1) <= 1e-5);
}

TEST_CASE("option --json is one JSON document with the same numbers") {
  const Workplace place;
  copy_lysozyme(place);
  const std::string command = "debye lysozyme.pdb --vacuum -q 0:0.5:7";
  const ProgramResult result = place.run(command + " --json --absolute");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const Json document = parse_json(result.out);
  CHECK(document["program"].string.starts_with("debye "));
  CHECK(document["command"].string == command + " --json --absolute");
  CHECK(document["input"]["name"].string == "lysozyme.pdb");
  CHECK(document["input"]["format"].string == "PDB");
  CHECK(document["input"]["sha256"].string.size() == 64);
  CHECK(document["audit"]["elements"]["C"].number == 613);
  CHECK(document["audit"]["electrons"].number == 7628);
  CHECK(document["q_unit"].string == "1/A");
  CHECK(document["intensity_per_cm_per_mg_ml"].array.size() == 7);
  CHECK(document["error_bound"].number > 0);
  CHECK(rows_of(document) == data_rows(place.run(command).out));
}

TEST_CASE("option --json stands names that JSON must escape") {
  const Workplace place;
  const std::string name = "a \"b\"\\\t'\xE9.xyz";
  place.write(name, two_irons);
  place.write("shell_name", name);
  const ProgramResult result = place.run("debye \"$(cat shell_name)\" -q 0 --json");
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(parse_json(result.out)["input"]["name"].string == "a \"b\"\\\t'\xEF\xBF\xBD.xyz");
}

TEST_CASE("the command in the header can be pasted into a shell") {
  const Workplace place;
  place.write("it's a file.xyz", two_irons);
  const ProgramResult first = place.run("debye \"it's a file.xyz\" -q '0,1'");
  REQUIRE(first.exit_code == 0);
  const std::string label = "# command: ";
  for (const std::string& line : lines_of(first.out))
    if (line.starts_with(label)) CHECK(place.run(line.substr(label.size())).out == first.out);
  CHECK(mentions(first.out, label));
}

TEST_CASE("a line break in a file name does not become data") {
  const Workplace place;
  place.write("0.1\n0.2 7.xyz", two_irons);
  const ProgramResult result = place.run("debye 0.1* -q 0,1");
  CHECK(result.exit_code == 0);
  CHECK(data_lines(result.out).size() == 2);
}
