// Curves in solution, continued: P(r), volume tables, averages, and options that are refused.

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "run_program.hpp"

using namespace debye::test;

namespace {

/// A glycine with all its five hydrogens.
const std::string with_hydrogens =
    "ATOM      1  N   GLY A   1       0.000   0.000   0.000  1.00 10.00           N\n"
    "ATOM      2  CA  GLY A   1       1.450   0.000   0.000  1.00 10.00           C\n"
    "ATOM      3  HA2 GLY A   1       1.800   1.030   0.000  1.00 10.00           H\n"
    "ATOM      4  HA3 GLY A   1       1.800  -0.510  -0.890  1.00 10.00           H\n"
    "ATOM      5  H1  GLY A   1      -0.350   0.940   0.000  1.00 10.00           H\n"
    "ATOM      6  H2  GLY A   1      -0.350  -0.470   0.820  1.00 10.00           H\n"
    "ATOM      7  H3  GLY A   1      -0.350  -0.470  -0.820  1.00 10.00           H\n";

}  // namespace

TEST_CASE("option --pr writes P(r) beside the curve, or into its JSON") {
  const Workplace place;
  copy_lysozyme(place);
  const std::string command = "debye lysozyme.pdb --quiet -q 0,0.1 --pr -o ";
  const ProgramResult result = place.run(command + "curve.dat");
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK(place.names() == Names{"curve.dat", "curve.pr", "lysozyme.pdb"});
  CHECK(is_pure_data(place.read("curve.dat"), 2));
  const std::string text = place.read("curve.pr");
  CHECK(is_pure_data(text, 2));
  CHECK(mentions(text, "# command: " + command + "curve.dat\n"));
  CHECK(mentions(text, "# P(r) of the excess electrons as points: Rg "));
  CHECK(mentions(text, "# columns: r [A], P(r) [electrons^2/A]\n"));
  const Rows rows = data_rows(text);
  double sum = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    CHECK(rows[k][0] == static_cast<double>(k));
    sum += rows[k][1];
  }
  const double forward = data_rows(place.read("curve.dat"))[0][1];
  CHECK(std::abs(4 * M_PI * sum / forward - 1) <= 1e-6);
  CHECK(rows.back()[0] > 58);  // Dmax with the shell is 58.5 A
  CHECK(rows.back()[0] < 62);

  CHECK(place.run(command + "curves/").exit_code == 0);
  CHECK(place.names("curves") == Names{"lysozyme.dat", "lysozyme.pr"});
  CHECK(data_rows(place.read("curves/lysozyme.pr")) == rows);
  for (const std::string where : {"curve.json", "-"}) {
    const ProgramResult json = place.run(command + where + " --json");
    CHECK(json.exit_code == 0);
    const Json document = parse_json(where == "-" ? json.out : place.read(where));
    const Json& distances = document["pair_distribution"];
    REQUIRE(distances["r"].array.size() == rows.size());
    REQUIRE(distances["p"].array.size() == rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      CHECK(distances["r"].array[k].number == rows[k][0]);
      CHECK(distances["p"].array[k].number == rows[k][1]);
    }
  }
  CHECK(place.names().size() == 5);  // JSON has no second file
}

TEST_CASE("P(r) of atoms in vacuum ends where the molecule does") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  CHECK(place.run("debye fe.xyz --vacuum -q 0 --pr -o fe.dat").exit_code == 0);
  const Rows rows = data_rows(place.read("fe.pr"));
  double sum = 0, far = 0;
  for (const auto& row : rows) {
    sum += row[1];
    far += row[0] >= 2 && row[0] <= 4 ? row[1] : 0;
  }
  CHECK(std::abs(far / sum - 0.5) <= 1e-9);  // half of the four pairs ij are apart
  CHECK(rows.back()[0] <= 5);
}

TEST_CASE("option --pr without a place for its file is refused, and no input is replaced") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  place.write("fe.pr", two_irons);
  for (const std::string where : {"", " -o -"})
    check_error(place.run("debye fe.xyz --vacuum -q 0 --pr" + where), {"--pr", "-o", "--json"});
  for (const std::string where : {"fe.dat", "."}) {
    const ProgramResult result = place.run("debye fe.pr --vacuum -q 0 --pr -o " + where);
    check_error(result, {"fe.pr", "input"});
    CHECK(place.read("fe.pr") == two_irons);
  }
}

TEST_CASE("option --pr with the curve's own place is refused before anything is written") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  const ProgramResult result = place.run("debye fe.xyz --vacuum -q 0 --pr -o curve.pr");
  check_error(result, {"curve.pr"});
  CHECK_FALSE(mentions(result.err, "the fit"));
  CHECK(place.names() == Names{"fe.xyz"});
}

TEST_CASE("every table of volumes is stated and about the volume of lysozyme") {
  const Workplace place;
  copy_lysozyme(place);
  for (const std::string table : {"svergun", "foxs", "voronoi", "mean-field", "capp"}) {
    CAPTURE(table);
    const std::string command = "debye lysozyme.pdb -q 0 --volumes " + table;
    const ProgramResult text = place.run(command);
    CHECK(text.exit_code == 0);
    CHECK(text.err.empty());
    CHECK(mentions(text.out, "(volumes " + table + ", mean radius"));
    const Json document = parse_json(place.run(command + " --json").out);
    CHECK(document["solution"]["volumes"].string == table);
    const double volume = document["solution"]["displaced_volume"].number;
    CHECK(volume > 16000);  // 14.3 kDa of 0.73 cm³/g are 17350 A^3
    CHECK(volume < 18500);
  }
  CHECK(data_lines(place.run("debye lysozyme.pdb -q 0 --volumes svergun").out) ==
        data_lines(place.run("debye lysozyme.pdb -q 0").out));
}

TEST_CASE("volumes of groups are refused for explicit hydrogens") {
  const Workplace place;
  place.write("gly.pdb", with_hydrogens);
  for (const std::string table : {"voronoi", "mean-field"}) {
    check_error(place.run("debye gly.pdb -q 0 --volumes " + table),
                {"gly.pdb", table, "--hydrogens implicit"});
    CHECK(place.run("debye gly.pdb -q 0 --hydrogens implicit --volumes " + table).exit_code == 0);
  }
  for (const std::string table : {"svergun", "foxs", "capp"})
    CHECK(place.run("debye gly.pdb -q 0 --volumes " + table).exit_code == 0);
}

TEST_CASE("the mean over models in solution is the mean of their curves") {
  const Workplace place;
  place.write("nmr.pdb", two_models);
  const std::string options = " -q 0:1:6 --quiet --c1 1.03 --shell-contrast 0.04 --pr";
  CHECK(place.run("debye nmr.pdb --model all -o curves/" + options).exit_code == 0);
  CHECK(place.names("curves") ==
        Names{"nmr_model1.dat", "nmr_model1.pr", "nmr_model2.dat", "nmr_model2.pr"});
  CHECK(place.run("debye nmr.pdb --average -o mean.dat" + options).exit_code == 0);
  CHECK(mentions(place.read("mean.dat"), "mean of 2 models"));
  for (const std::string extension : {".dat", ".pr"}) {
    const Rows first = data_rows(place.read("curves/nmr_model1" + extension));
    const Rows second = data_rows(place.read("curves/nmr_model2" + extension));
    const Rows mean = data_rows(place.read("mean" + extension));
    CAPTURE(extension);
    REQUIRE(mean.size() >= 6);
    CHECK(first != second);
    for (std::size_t n = 0; n < mean.size(); ++n) {
      const double a = n < first.size() ? first[n][1] : 0, b = n < second.size() ? second[n][1] : 0;
      CHECK(std::abs(mean[n][1] - (a + b) / 2) <= 1e-12 * (std::abs(a) + std::abs(b)));
    }
  }
}

TEST_CASE("options of the solvent with values that are none are errors that name them") {
  const Workplace place;
  place.write("two.pdb", two_models);
  const std::map<std::string, std::vector<std::string>> cases = {
      {"--volumes traube", {"--volumes", "traube", "svergun", "mean-field"}},
      {"--solvent-density x", {"--solvent-density", "x"}},
      {"--shell-width wide", {"--shell-width", "wide"}},
      {"--shell-contrast x", {"--shell-contrast", "x"}},
      {"--shell-contrast nan", {"--shell-contrast nan"}},
      {"--shell-contrast 20", {"--shell-contrast 20", "0.01"}},
      {"--dro inf", {"--shell-contrast inf"}},
      {"--c1 0", {"--c1 0", "near 1"}},
      {"--c1 -1", {"--c1 -1"}},
      {"--c1 nan", {"--c1 nan"}},
      {"--c1 inf", {"--c1 inf"}},
      {"--c1 0.9:1.1", {"--c1", "0.9:1.1"}},
      {"--vacuum --solution", {"--vacuum", "--solution"}},
  };
  for (const auto& [options, parts] : cases) {
    CAPTURE(options);
    check_error(place.run("debye two.pdb -q 0 " + options), parts);
  }
}

TEST_CASE("a density or shell width out of range is an error that names its option, once") {
  const Workplace place;
  place.write("two.pdb", two_models);
  place.write("more.pdb", two_models);
  const std::map<std::string, std::string> cases = {
      {"--solvent-density -1", "--solvent-density -1"},
      {"--solvent-density nan", "--solvent-density nan"},
      {"--dns inf", "--solvent-density inf"},
      {"--shell-width -1", "--shell-width -1"},
      {"--shell-width 1", "--shell-width 1"},
      {"--shell-width 1000", "--shell-width 1000"},
      {"--shell-width nan", "--shell-width nan"}};
  for (const auto& [options, part] : cases) {
    CAPTURE(options);
    check_error(place.run("debye two.pdb -q 0 " + options), {part});
    check_error(place.run("debye two.pdb more.pdb -q 0 -o curves " + options), {part});
  }
}

TEST_CASE("options without effect in vacuum are refused there") {
  const Workplace place;
  place.write("two.pdb", two_models);
  const std::map<std::string, std::string> cases = {{"--volumes foxs", "--volumes"},
                                                    {"--solvent-density 0.3", "--solvent-density"},
                                                    {"--dns 0.3", "--solvent-density"},
                                                    {"--shell-width 3", "--shell-width"},
                                                    {"--cavities", "--cavities"},
                                                    {"--c1 1", "--c1"},
                                                    {"--shell-contrast 0", "--shell-contrast"},
                                                    {"--dro 0", "--shell-contrast"},
                                                    {"--partials", "--partials"}};
  for (const auto& [options, name] : cases) {
    CAPTURE(options);
    check_error(place.run("debye two.pdb -q 0 --vacuum " + options), {name, "--vacuum"});
  }
}
