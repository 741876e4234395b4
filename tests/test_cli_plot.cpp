// --plot: what gnuplot draws, and what is left where it is not installed or fails.

#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "measured_lysozyme.hpp"
#include "output/header_text.hpp"
#include "run_program.hpp"

using namespace debye::test;

namespace {

/// Whether gnuplot is there; a message if not.
bool has_gnuplot(const Workplace& place) {
  if (place.run("command -v gnuplot").exit_code == 0) return true;
  WARN("skipped: gnuplot is not installed");
  return false;
}

/// Runs the program where it finds no gnuplot.
ProgramResult run_without_gnuplot(const Workplace& place, const std::string& arguments) {
  return place.run("PATH=$(dirname \"$(command -v debye)\"); export PATH; debye " + arguments);
}

/// A gnuplot that says something and fails.
void put_failing_gnuplot(const Workplace& place, const std::string& words) {
  place.write("gnuplot",
              "#!/bin/sh\ncat >/dev/null\necho half\nprintf '" + words + "' >&2\nexit 1\n");
  std::filesystem::permissions(place / "gnuplot", std::filesystem::perms::owner_all);
}

}  // namespace

TEST_CASE("option --plot draws the panels of a curve, and says nothing else") {
  const Workplace place;
  if (!has_gnuplot(place)) return;
  copy_lysozyme(place, "lyso_1.pdb");
  const std::string command = "debye lyso_1.pdb --device cpu --quiet";
  const ProgramResult plain = place.run(command), drawn = place.run(command + " --plot a.svg");
  CHECK(drawn.exit_code == 0);
  CHECK(drawn.err.empty());
  CHECK(data_lines(drawn.out) == data_lines(plain.out));
  CHECK(place.names() == Names{"a.svg", "lyso_1.pdb"});
  const std::string svg = place.read("a.svg");
  for (const std::string text : {"q (Å⁻¹)", "I (electrons²)", "q² (Å⁻²)", "ln I", "(q Rg)² I/I(0)",
                                 ">lyso_1<", "Guinier, Rg 14.9"})
    CHECK(mentions(svg, text));
  CHECK_FALSE(mentions(svg, "P(r)"));
  CHECK(mentions(svg, "</svg>"));

  CHECK(place.run(command + " --pr -o a.dat --plot b.svg").exit_code == 0);
  CHECK(mentions(place.read("b.svg"), "P(r) (Å⁻¹)"));
  CHECK(place.run(command + " --units 1/nm --plot c.svg").exit_code == 0);
  CHECK(mentions(place.read("c.svg"), "q (nm⁻¹)"));
}

TEST_CASE("option --plot writes the other kinds too") {
  const Workplace place;
  if (!has_gnuplot(place)) return;
  place.write("a.xyz", two_irons);
  CHECK(place.run("debye a.xyz --plot a.png").exit_code == 0);
  CHECK(place.read("a.png").starts_with("\x89PNG"));
  CHECK(place.run("debye a.xyz --plot a.pdf").exit_code == 0);
  CHECK(place.read("a.pdf").starts_with("%PDF"));
  CHECK(place.run("debye a.xyz --plot a.gp").exit_code == 0);
  CHECK_FALSE(std::filesystem::exists(place / "a.svg"));
  CHECK(place.run("gnuplot a.gp").exit_code == 0);
  CHECK(mentions(place.read("a.svg"), "</svg>"));
}

TEST_CASE("option --plot - draws on standard error, and the data stay alone on standard output") {
  const Workplace place;
  if (!has_gnuplot(place)) return;
  place.write("a.xyz", two_irons);
  const ProgramResult result = place.run("debye a.xyz --quiet --plot -");
  CHECK(result.exit_code == 0);
  CHECK(is_pure_data(result.out, 2));
  CHECK(lines_of(result.err).size() == 24);
  CHECK(mentions(result.err, "****"));
  CHECK(mentions(result.err, "q (Å⁻¹)"));
  CHECK(mentions(result.err, "    2000 |"));  // an axis with less than two powers of ten
}

TEST_CASE("several curves come into one picture") {
  const Workplace place;
  if (!has_gnuplot(place)) return;
  place.write("a.xyz", two_irons);
  place.write("b.pdb", two_models);
  const std::string command = "debye a.xyz b.pdb missing.pdb --model all --vacuum -o out ";
  const ProgramResult result = place.run(command + "--plot out/all.svg");
  CHECK(result.exit_code == 1);  // the one that is missing
  const std::string svg = place.read("out/all.svg");
  for (const std::string name : {">a<", ">b_model1<", ">b_model2<"}) CHECK(mentions(svg, name));
}

TEST_CASE("fits are drawn with their data and residuals") {
  const Workplace place;
  if (!has_gnuplot(place)) return;
  put_pair(place);
  const ProgramResult one = place.run("debye fit lysozyme.pdb data.dat --quiet --plot one.svg");
  CHECK(one.exit_code == 0);
  for (const std::string text :
       {"Δ/σ", ">data.dat<", ">lysozyme.pdb, χ² ", "Kratky", "ln I − line"})
    CHECK(mentions(place.read("one.svg"), text));
  copy_lysozyme(place, "b.pdb");
  CHECK(place.run("debye fit lysozyme.pdb b.pdb data.dat --quiet --plot two.svg").exit_code == 0);
  CHECK(mentions(place.read("two.svg"), ">b.pdb, χ² "));
}

TEST_CASE("compared curves are drawn with their differences") {
  const Workplace place;
  if (!has_gnuplot(place)) return;
  put_pair(place);
  const std::string curve = "debye lysozyme.pdb --quiet --device cpu -o ";
  REQUIRE(place.run(curve + "a.dat").exit_code == 0);
  REQUIRE(place.run(curve + "b.dat --partials --shell-contrast 0.02").exit_code == 0);
  const std::string command = "debye compare a.dat b.dat b.dat:vacuum data.dat --quiet";
  const ProgramResult plain = place.run(command), drawn = place.run(command + " --plot d.svg");
  CHECK(drawn.exit_code == 0);
  CHECK(drawn.err.empty());
  CHECK(lines_of(drawn.out).size() == lines_of(plain.out).size());
  for (const std::string text :
       {"ΔI/I (%)", "q (Å⁻¹)", ">a.dat<", ">b.dat<", ">b.dat:vacuum<", ">data.dat<", "</svg>"})
    CHECK(mentions(place.read("d.svg"), text));
  CHECK(mentions(place.run("debye compare a.dat b.dat --quiet --plot -").err, "q (Å⁻¹)"));
}

TEST_CASE("in the picture of a comparison B is at the scale of A") {
  const Workplace place;
  place.write("a.dat", "0.1 8\n0.2 4\n0.3 2\n0.4 1\n");
  place.write("b.dat", "0.1 1600\n0.2 800\n0.3 400\n0.4 220\n");
  CHECK(place.run("debye compare a.dat b.dat --quiet --plot d.gp -o d.txt").exit_code == 0);
  double k = 0;
  for (const std::string& line : lines_of(place.read("d.txt")))
    if (line.starts_with("#    k = ")) k = std::stod(line.substr(9));
  REQUIRE(k > 200);
  const std::string script = place.read("d.gp");
  std::map<double, std::vector<double>> points;  // by q
  for (const auto& row : data_rows(script))
    if (row.size() >= 2 && std::isfinite(row[0]) && std::isfinite(row[1]))
      points[row[0]].push_back(row[1]);
  for (const auto& [q, a, b] : {std::tuple(0.1, 8., 1600.), std::tuple(0.4, 1., 220.)}) {
    CAPTURE(q);
    REQUIRE(points[q].size() == 3);
    CHECK(std::abs(points[q][0] / a - 1) <= 1e-4);
    CHECK(std::abs(points[q][1] / (b / k) - 1) <= 1e-4);
    CHECK(std::abs(points[q][2] - 100 * (k * a / b - 1)) <= 1e-3);
  }
}

TEST_CASE("without gnuplot the script is left, and draws the same elsewhere") {
  const Workplace place;
  place.write("a.xyz", two_irons);
  const ProgramResult result = run_without_gnuplot(place, "a.xyz --plot a.svg");
  CHECK(result.exit_code == 0);
  CHECK(is_pure_data(result.out, 2));
  CHECK(mentions(result.err, "debye: warning: a.svg: not drawn: gnuplot"));
  CHECK(mentions(result.err, "`gnuplot a.gp` draws it there\n"));
  CHECK(place.names() == Names{"a.gp", "a.xyz"});
  if (has_gnuplot(place)) {
    CHECK(place.run("gnuplot a.gp").exit_code == 0);
    const std::string svg = place.read("a.svg");
    CHECK(place.run("debye a.xyz --plot a.svg").exit_code == 0);
    CHECK(place.read("a.svg") == svg);
  }
  CHECK(run_without_gnuplot(place, "a.xyz --plot -").exit_code == 0);
  CHECK(run_without_gnuplot(place, "a.xyz --plot b.gp").err.find("warning") == std::string::npos);
  const ProgramResult strict = run_without_gnuplot(place, "a.xyz --strict --plot a.svg -o a.dat");
  CHECK(strict.exit_code == 2);
  CHECK(mentions(strict.err, "(an error because of --strict)"));
  CHECK(is_pure_data(place.read("a.dat"), 2));
}

TEST_CASE("what gnuplot says when it fails is part of the error, and no half picture is left") {
  const Workplace place;
  place.write("a.xyz", two_irons);
  put_failing_gnuplot(place, "\\ngnuplot> plot\\n         ^\\nline 0: no such terminal\\n");
  const ProgramResult result = place.run("PATH=.:$PATH debye a.xyz --quiet -o a.dat --plot a.png");
  check_error(result,
              {"a.png: gnuplot failed: line 0: no such terminal; its script is left in a.gp"});
  CHECK(place.names() == Names{"a.dat", "a.gp", "a.xyz", "gnuplot"});
  put_failing_gnuplot(place, "");
  check_error(place.run("PATH=.:$PATH debye a.xyz --quiet -o a.dat --plot -"),
              {"gnuplot failed: it ended without a picture"});
}

TEST_CASE("names of files are drawn as they are and run nothing") {
  const Workplace place;
  if (!has_gnuplot(place)) return;
  for (const std::string name : {"a'; system \"touch pwned\"; #.xyz", "`touch pwned`.xyz",
                                 "$(touch pwned).xyz", "x\nsystem 'touch pwned'\n.xyz", "end.xyz",
                                 "_^{}@&~\\.xyz", "<b>&amp;.xyz", "back\\.xyz"}) {
    CAPTURE(name);
    place.write(name, two_irons);
    const ProgramResult result =
        place.run("debye " + debye::quoted_for_shell(name) + " --quiet -o out.dat --plot out.svg");
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK_FALSE(std::filesystem::exists(place / "pwned"));
    CHECK(mentions(place.read("out.svg"), "</svg>"));
  }
  CHECK(place.run("debye '_^{}@&~\\.xyz' --quiet --plot out.svg").exit_code == 0);
  CHECK(mentions(place.read("out.svg"), ">_^{}@&amp;~\\<"));
  CHECK(place.run("debye '<b>&amp;.xyz' --quiet --plot out.svg").exit_code == 0);
  CHECK(mentions(place.read("out.svg"), ">&lt;b>&amp;amp;<"));

  // The name of the picture stands in the script that is left without gnuplot.
  const std::string odd = "x\"; system 'touch pwned' #";
  place.write("a.xyz", two_irons);
  CHECK(run_without_gnuplot(place, "a.xyz --plot " + debye::quoted_for_shell(odd + ".svg"))
            .exit_code == 0);
  CHECK(place.run("gnuplot " + debye::quoted_for_shell(odd + ".gp")).exit_code == 0);
  CHECK_FALSE(std::filesystem::exists(place / "pwned"));
  CHECK(std::filesystem::exists(place / (odd + ".svg")));
}

TEST_CASE("a place that cannot take the picture is told before any work") {
  const Workplace place;
  place.write("a.xyz", two_irons);
  // No input of that name exists: were anything read, the error would be another.
  check_error(place.run("debye missing.pdb --plot a.jpg"),
              {"--plot a.jpg: give a name ending in .svg"});
  check_error(place.run("debye fit missing.pdb missing.dat --plot a"), {"--plot a: give a name"});
  check_error(place.run("debye compare missing.pdb missing.dat --plot a"),
              {"--plot a: give a name"});
  check_error(place.run("debye compare a.gp b --plot a.svg"), {"a.gp is the input a.gp itself"});
  check_error(place.run("debye missing.pdb -o a.svg --plot ./a.svg"),
              {"--plot ./a.svg", "(-o a.svg)"});
  check_error(place.run("debye missing.pdb -o a.gp --plot a.svg"),
              {"a.gp is the place of the output"});
  check_error(place.run("debye a.xyz a.gp -o out --plot a.svg"), {"a.gp is the input a.gp itself"});
  check_error(place.run("debye missing.xyz --plot no/such/a.svg"),
              {"no/such/a.svg: cannot be written"});
  CHECK(place.names() == Names{"a.xyz"});
}
