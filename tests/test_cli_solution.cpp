// Curves in solution as a user asks for them: what is the default and how that is said, the header,
// the partial profiles, P(r), and what each parameter of the solvent does.

#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "run_program.hpp"

using namespace debye::test;

namespace {

const std::string in_solution = "debye: note: curves in solution";
const std::string in_vacuum = "debye: note: XYZ files: curves in vacuum";

/// JSON of `debye lysozyme.pdb OPTIONS`, which must say nothing else.
Json lysozyme(const Workplace& place, const std::string& options) {
  const ProgramResult result = place.run("debye lysozyme.pdb --quiet --json " + options);
  CAPTURE(options);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return parse_json(result.out);
}

double forward(const Json& document) { return document["intensity"].array.at(0).number; }

double term(const Json& document, const std::string& name, std::size_t n) {
  return document["terms"][name].array.at(n).number;
}

bool near(double value, double expected, double tolerance) {
  CAPTURE(value, expected);
  CHECK(std::abs(value - expected) <= tolerance * std::abs(expected));
  return std::abs(value - expected) <= tolerance * std::abs(expected);
}

}  // namespace

TEST_CASE("a structure is computed in solution and an XYZ file in vacuum, each with one note") {
  const Workplace place;
  place.write("two.pdb", two_models);
  place.write("other.pdb", two_models);
  place.write("fe.xyz", two_irons);
  place.write("more.xyz", two_irons);
  const ProgramResult structure = place.run("debye two.pdb -q 0,1");
  CHECK(structure.exit_code == 0);
  CHECK(lines_of(structure.err).size() == 1);
  CHECK(structure.err.starts_with(in_solution));
  CHECK(mentions(structure.err, "--vacuum"));
  CHECK(mentions(structure.out, ": X-ray scattering in solution ("));
  const ProgramResult points = place.run("debye fe.xyz -q 0,1");
  CHECK(points.exit_code == 0);
  CHECK(lines_of(points.err).size() == 1);
  CHECK(points.err.starts_with(in_vacuum));
  CHECK(mentions(points.err, "--solution"));
  CHECK(mentions(points.out, ": X-ray scattering in vacuum ("));

  const ProgramResult several =
      place.run("debye fe.xyz two.pdb more.xyz other.pdb --model all -q 0 -o curves");
  CHECK(several.exit_code == 0);
  REQUIRE(lines_of(several.err).size() == 2);
  CHECK(mentions(several.err, in_vacuum));
  CHECK(mentions(several.err, in_solution));
  CHECK(mentions(place.read("curves/fe.dat"), "in vacuum"));
  CHECK(mentions(place.read("curves/other_model2.dat"), "in solution"));
}

TEST_CASE("what was asked for is not noted, and neither is anything with --quiet") {
  const Workplace place;
  place.write("two.pdb", two_models);
  place.write("fe.xyz", two_irons);
  for (const std::string file : {"two.pdb", "fe.xyz"})
    for (const std::string options : {"--quiet", "--vacuum", "--solution", "--c1 1", "--partials",
                                      "--shell-width 3", "--dns 0.334"}) {
      CAPTURE(file, options);
      const ProgramResult result = place.run("debye -q 0,1 " + options + " " + file);
      CHECK(result.exit_code == 0);
      CHECK(result.err.empty());
      const bool vacuum = options == "--vacuum" || (options == "--quiet" && file == "fe.xyz");
      CHECK(mentions(result.out, vacuum ? "in vacuum" : "in solution"));
      CHECK(mentions(result.out, "# displaced solvent: ") == !vacuum);
      CHECK(mentions(result.out, "# hydration shell: ") == !vacuum);
    }
  const std::string rows = " -q 0:1:5 two.pdb --quiet";
  CHECK(data_lines(place.run("debye --solution" + rows).out) ==
        data_lines(place.run("debye" + rows).out));
  CHECK(data_lines(place.run("debye --vacuum" + rows).out) !=
        data_lines(place.run("debye" + rows).out));
}

TEST_CASE("header and JSON state solvent, shell and sizes") {
  const Workplace place;
  copy_lysozyme(place);
  const std::string options =
      "-q 0:0.5:101 --c1 1.02 --dro 0.03 --dns 0.35 --volumes capp --shell-width 4 --cavities";
  const ProgramResult text = place.run("debye lysozyme.pdb " + options);
  CHECK(text.exit_code == 0);
  const Json document = lysozyme(place, options);
  CHECK(document["kind"].string.starts_with("X-ray scattering in solution"));
  const Json& solution = document["solution"];
  CHECK(solution["volumes"].string == "capp");
  CHECK(solution["solvent_density"].number == 0.35);
  CHECK(solution["c1"].number == 1.02);
  CHECK(solution["shell_contrast"].number == 0.03);
  CHECK(solution["shell_width"].number == 4);
  CHECK(solution["cavities"].boolean);
  CHECK(solution["atoms_without_volume"].object.empty());
  CHECK(std::abs(solution["displaced_volume"].number - 17439.3) <= 0.1);
  CHECK(solution["shell_volume"].number > 20000);
  CHECK(solution["shell_beads"].number > 1000);
  CHECK(document["sizes"]["guinier"]["points"].number >= 3);
  CHECK(document["sizes"]["porod_volume"].number > 0);
  for (const std::string part :
       {"# displaced solvent: 17439.3 A^3 (volumes capp, mean radius 1.", ", c1 1.02), 0.35 e/A^3",
        "# hydration shell: 0.03 e/A^3 over ", " A^3, 4 A wide, closed cavities lined, ", " beads",
        "# excess electrons: Rg ", "# Guinier fit: Rg ", "# Porod volume "}) {
    CAPTURE(part);
    CHECK(mentions(text.out, part));
  }
  const Json vacuum = lysozyme(place, "-q 0:0.5:101 --vacuum");
  CHECK(vacuum["solution"].kind == Json::Kind::Null);
  CHECK(vacuum["sizes"]["radius_of_gyration"].number > 0);
}

TEST_CASE("I(0) of lysozyme in solution is the square of the excess electrons") {
  const Workplace place;
  copy_lysozyme(place);
  const Json document = lysozyme(place, "-q 0 --partials");
  near(forward(document), document["sizes"]["forward_intensity"].number, 1e-6);
  // Electrons of the molecule; of the solvent, volume times density; of the shell, volume times
  // contrast.
  const double molecule = std::sqrt(term(document, "molecule", 0));
  CHECK(std::abs(molecule / 7628 - 1) <= 1e-3);
  const double excess = molecule - 0.334 * document["solution"]["displaced_volume"].number +
                        0.01 * document["solution"]["shell_volume"].number;
  near(forward(document), excess * excess, 1e-6);
  CHECK(mentions(place.run("debye lysozyme.pdb -q 0").out, ", I(0) 4.089"));
}

TEST_CASE("the partial profiles add up to I, and each is what it is called") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult text = place.run("debye lysozyme.pdb -q 0:0.5:6 --partials --absolute");
  CHECK(is_pure_data(text.out, 9));
  CHECK(mentions(text.out,
                 "# columns: q [1/A], I [electrons^2], I [1/cm per mg/ml]; terms of I "
                 "[electrons^2]: molecule displaced_solvent shell molecule_displaced "
                 "molecule_shell displaced_shell\n"));
  const Json document = lysozyme(place, "-q 0:0.5:6 --partials");
  const Json changed = lysozyme(place, "-q 0:0.5:6 --partials --c1 1.05 --shell-contrast -0.03");
  const Json vacuum = lysozyme(place, "-q 0:0.5:6 --vacuum");
  CHECK(document["terms"].object.size() == 6);
  const Rows rows = data_rows(text.out);
  REQUIRE(rows.size() == 6);
  const Names order = {"molecule",           "displaced_solvent", "shell",
                       "molecule_displaced", "molecule_shell",    "displaced_shell"};
  const double mean_radius = document["solution"]["mean_radius"].number;
  for (std::size_t n = 0; n < 6; ++n) {
    const double q = rows[n][0];
    CAPTURE(q);
    double sum = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      CHECK(rows[n][3 + k] == term(document, order[k], n));
      sum += rows[n][3 + k];
    }
    near(sum, rows[n][1], 1e-9);
    near(term(document, "molecule", n), vacuum["intensity"].array[n].number, 1e-9);
    CHECK(term(changed, "molecule", n) == term(document, "molecule", n));
    // The contrast is -3 times, the radii are 1.05 times as large.
    near(term(changed, "shell", n), 9 * term(document, "shell", n), 1e-9);
    near(term(changed, "molecule_shell", n), -3 * term(document, "molecule_shell", n), 1e-9);
    const double expansion =
        std::pow(1.05, 3) * std::exp(-std::pow(4 * M_PI / 3, 2.0 / 3) * q * q * mean_radius *
                                     mean_radius * (1.05 * 1.05 - 1) / (4 * M_PI));
    near(term(changed, "molecule_displaced", n),
         expansion * term(document, "molecule_displaced", n), 1e-9);
    near(term(changed, "displaced_solvent", n),
         expansion * expansion * term(document, "displaced_solvent", n), 1e-9);
  }
}

TEST_CASE("a shell of no width is none, and its contrast changes nothing") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult text = place.run("debye lysozyme.pdb -q 0:0.5:6 --shell-width 0");
  CHECK(text.err.empty());
  CHECK(mentions(text.out, "# hydration shell: none\n"));
  const Json none = lysozyme(place, "-q 0:0.5:6 --partials --shell-width 0");
  CHECK(none["solution"]["shell_beads"].number == 0);
  CHECK(none["solution"]["shell_volume"].number == 0);
  for (std::size_t n = 0; n < 6; ++n)
    for (const std::string name : {"shell", "molecule_shell", "displaced_shell"})
      CHECK(term(none, name, n) == 0);
  check_error(place.run("debye lysozyme.pdb --shell-width 0 --dro 0.05"),
              {"--shell-contrast", "--shell-width 0"});
  const Json no_contrast = lysozyme(place, "-q 0:0.5:6 --shell-contrast 0");
  CHECK(largest_relative_difference(rows_of(no_contrast), rows_of(none), 1) <= 1e-9);
  CHECK(largest_relative_difference(rows_of(none), rows_of(lysozyme(place, "-q 0:0.5:6")), 1) >
        0.01);
}

TEST_CASE("density, c1 and shell contrast change I(0) as volumes and densities do") {
  const Workplace place;
  copy_lysozyme(place);
  const Json standard = lysozyme(place, "-q 0 --partials");
  const double molecule = std::sqrt(term(standard, "molecule", 0));
  const double volume = standard["solution"]["displaced_volume"].number;
  const double shell = standard["solution"]["shell_volume"].number;
  const auto check = [&](const std::string& options, double density, double c1, double contrast) {
    CAPTURE(options);
    const double excess = molecule - std::pow(c1, 3) * density * volume + contrast * shell;
    near(forward(lysozyme(place, "-q 0 " + options)), excess * excess, 1e-6);
  };
  check("--solvent-density 0.4", 0.4, 1, 0.01);
  check("--dns 0", 0, 1, 0.01);
  check("--c1 0.97", 0.334, 0.97, 0.01);
  check("--shell-contrast 0.05", 0.334, 1, 0.05);
  check("--dro -0.02 --c1 1.04 --dns 0.3", 0.3, 1.04, -0.02);
}

TEST_CASE("option --absolute has the same scale in solution") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult result = place.run("debye lysozyme.pdb -q 0:0.5:5 --absolute --solution");
  CHECK(is_pure_data(result.out, 3));
  const double scale = 2.8179403262e-13 * 2.8179403262e-13 * 6.02214076e23 * 1e-3 / 14313;
  for (const auto& row : data_rows(result.out)) near(row[2], row[1] * scale, 1e-5);
}

TEST_CASE("precision and threads change a curve in solution by no more than is stated") {
  const Workplace place;
  copy_lysozyme(place);
  const std::string grid = "-q 0:0.5:51 --device cpu ";
  const Json precise = lysozyme(place, grid + "--precision double --threads 1");
  CHECK(rows_of(lysozyme(place, grid + "--precision double --threads 3")) == rows_of(precise));
  const Json single = lysozyme(place, grid + "--precision single");
  CHECK(largest_relative_difference(rows_of(single), rows_of(precise), 1) <=
        single["error_bound"].number);
  CHECK(single["error_bound"].number <= 1e-3);
}
