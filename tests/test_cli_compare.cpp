// `debye compare` at the shell: what it prints, which inputs it takes, and its errors.

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "measured_lysozyme.hpp"
#include "run_program.hpp"

using namespace debye::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr const char* curve_options = " --quiet --device cpu ";

Json json_of(const Workplace& place, const std::string& arguments) {
  const ProgramResult result = place.run("debye compare --json --quiet " + arguments);
  CAPTURE(arguments, result.err);
  REQUIRE(result.exit_code == 0);
  return JsonReader(result.out).read_document();
}

Json pair_of(const Workplace& place, const std::string& arguments) {
  return json_of(place, arguments)["comparisons"].array.at(0);
}

/// lysozyme.pdb, and its curve in the file.
void put_curve(const Workplace& place, const std::string& name, const std::string& options = "") {
  if (!std::filesystem::exists(place / "lysozyme.pdb")) copy_lysozyme(place);
  REQUIRE(place.run("debye lysozyme.pdb -o " + name + curve_options + options).exit_code == 0);
}

/// The rows of a curve with --partials as CRYSOL 2 writes them; above q = `end` a tenth of the net
/// intensity is missing.
std::string crysol_int(const std::string& curve, double end = 1) {
  std::string text =
      " Dif/Atom/Shape/Bord lysozyme.pdb Dro:  0.030 Ra: 1.6000 Rg: 14.90 Vtot: 17000.\n";
  for (const auto& row : data_rows(curve)) {
    char line[120];
    std::snprintf(line, sizeof line, "%14.6E%14.6E%14.6E%14.6E%14.6E\n", row[0],
                  row[1] * (row[0] > end ? 0.9 : 1), row[2], row[3], row[4]);
    text += line;
  }
  return text;
}

}  // namespace

TEST_CASE("compare: what is printed by default says all at once") {
  const Workplace place;
  put_curve(place, "a.dat");
  put_curve(place, "b.dat", "-q 0:4:81 --units 1/nm --shell-contrast 0.02");
  const ProgramResult result = place.run("debye compare a.dat b.dat");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  for (const std::string part :
       {"# debye 0.1.0: comparison of curves, differences (k A - B)/B",
        "# command: debye compare a.dat b.dat", "# A: a.dat (debye profile, sha256 ",
        "#    101 points, q 0 to 0.5 1/A; q of the file in 1/A: the header says",
        "#    columns 1 q, 2 I; compared: 2 I",
        "#    81 points, q 0 to 0.4 1/A; q of the file in 1/nm: the header says",
        "#    compared at 81 points, q 0 to 0.4 1/A, those of both; outside the common range: 20 "
        "of A, 0 of B",
        "mean of ln(B/A), equal relative weights, from 81 points",
        "B      q_min  q_max  points  k ", "q [1/A]      points  mean ", "0 to 0.05    10 ",
        "0.35 to 0.4  11 ", "all          81 "}) {
    CAPTURE(part, result.out);
    CHECK(mentions(result.out, part));
  }
  // Into a file, the same.
  CHECK(place.run("debye compare a.dat b.dat -o c.txt").out.empty());
  CHECK(lines_of(place.read("c.txt")).size() == lines_of(result.out).size());
}

TEST_CASE("compare: figures of files whose difference is known") {
  const Workplace place;
  std::string a, b;
  for (int i = 0; i <= 50; ++i) {
    char line[80];
    const double q = 0.01 * i, intensity = std::exp(-75 * q * q) + 0.01;
    std::snprintf(line, sizeof line, "%.4f %.9e\n", q, intensity);
    a += line;
    std::snprintf(line, sizeof line, "%.4f %.9e %.9e\n", q, 3 * intensity * (i == 20 ? 1.1 : 1.0),
                  0.03 * intensity);
    b += line;
  }
  place.write("a.dat", a);
  place.write("b.dat", b);
  const Json found = pair_of(place, "a.dat b.dat");
  // One point of 51 is 10 % off, at 1 % of sigma.
  const double k = found["scale"].number;
  CHECK_THAT(k, WithinAbs(3.006, 0.0005));
  CHECK(found["scaled_by"].string == "sigma");
  CHECK_THAT(found["overall"]["largest"].number, WithinRel(k / 3.3 - 1, 1e-6));
  CHECK(found["overall"]["q_of_largest"].number == 0.2);
  CHECK(found["a_scaled"].array.size() == 51);
  const double chi2 = std::pow((k - 3.3) / 0.03, 2) + 50 * std::pow((k - 3) / 0.03, 2);
  CHECK_THAT(found["chi2_reduced"].number, WithinRel(chi2 / 50, 1e-3));
  CHECK(pair_of(place, "a.dat b.dat --absolute")["scale"].number == 1);
  const Json cut = pair_of(place, "a.dat b.dat --qmax 0.15");
  CHECK(cut["overall"]["points"].number == 16);
  CHECK_THAT(cut["scale"].number, WithinRel(3.0, 1e-7));
  CHECK(cut["outside_a"].number == 35);
}

TEST_CASE("compare: a structure is computed at the q of the curve") {
  const Workplace place;
  put_curve(place, "a.dat", "-q 0.013,0.02,0.1,0.2345,0.4,0.5");
  put_curve(place, "parts.dat", "--partials --absolute --c1 1.01 --shell-contrast 0.02");
  for (const std::string arguments :
       {"lysozyme.pdb a.dat", "a.dat lysozyme.pdb",
        "lysozyme.pdb parts.dat --c1 1.01 --shell-contrast 0.02",
        "lysozyme.pdb:vacuum parts.dat:vacuum", "lysozyme.pdb:solvent parts.dat:solvent --c1 1.01",
        "lysozyme.pdb:shell parts.dat:shell --shell-contrast 0.02",
        "lysozyme.pdb:absolute parts.dat:absolute --c1 1.01 --shell-contrast 0.02"}) {
    CAPTURE(arguments);
    const Json found = pair_of(place, arguments + " --absolute --device cpu");
    CHECK(found["q_of"].string == "both");
    CHECK(std::abs(found["overall"]["largest"].number) < 3e-4);  // the tolerance of both
    CHECK(found["flags"].array.empty());
  }
  CHECK(std::abs(pair_of(place, "lysozyme.pdb parts.dat")["overall"]["largest"].number) > 1e-2);
  const ProgramResult note = place.run("debye compare lysozyme.pdb a.dat");
  CHECK(mentions(note.err, "debye: note: lysozyme.pdb: computed in solution"));
}

TEST_CASE("compare: two structures, on a grid of their own") {
  const Workplace place;
  copy_lysozyme(place);
  const Json plain = pair_of(place, "lysozyme.pdb lysozyme.pdb:vacuum --device cpu");
  CHECK(plain["overall"]["points"].number == 101);
  CHECK(plain["flags"].array.size() == 1);
  CHECK(mentions(plain["flags"].array[0].string, "not the same thing"));
  CHECK(pair_of(place, "lysozyme.pdb lysozyme.pdb -q 0:0.2:11")["overall"]["points"].number == 11);
  const Json foxs = pair_of(place, "lysozyme.pdb lysozyme.pdb --emulate foxs");
  CHECK(foxs["overall"]["points"].number == 501);
  CHECK(foxs["overall"]["rms"].number == 0);
}

TEST_CASE("compare: several B make one table") {
  const Workplace place;
  put_curve(place, "a.dat");
  put_curve(place, "b.dat", "--c1 1.02");
  put_curve(place, "c.dat", "-q 0:0.3:31");
  const ProgramResult result = place.run("debye compare a.dat b.dat c.dat lysozyme.pdb --quiet");
  CHECK(result.exit_code == 0);
  for (const std::string part : {"\nb.dat         0 ", "\nc.dat         0 ", "\nlysozyme.pdb  0 ",
                                 "A and b.dat:\n", "A and lysozyme.pdb:\n"}) {
    CAPTURE(part, result.out);
    CHECK(mentions(result.out, part));
  }
  CHECK(json_of(place, "a.dat b.dat c.dat")["comparisons"].array.size() == 2);
  // One that fails does not stop the others.
  const ProgramResult some = place.run("debye compare a.dat b.dat gone.dat");
  CHECK(some.exit_code == 1);
  CHECK(mentions(some.out, "\nb.dat  0 "));
  CHECK(mentions(some.err, "debye: gone.dat: cannot be opened"));
}

TEST_CASE("compare: the log beside a curve of CRYSOL tells where its harmonics end") {
  const Workplace place;
  put_curve(place, "a.dat", "-q 0:0.5:51 --partials");
  const std::string text = crysol_int(place.read("a.dat"), 0.3);
  place.write("b.int", text);
  // Without a log the order is that of the version; the size is the structure's.
  const Json none = pair_of(place, "a.dat b.int");
  REQUIRE(none["flags"].array.size() == 1);
  CHECK(mentions(none["flags"].array[0].string, "largest radius is not known"));
  CHECK(none["within_harmonics"].kind == Json::Kind::Null);
  place.write("b.log",
              "   C R Y S O L    Version 2.8  -- 16/02/11 \n"
              "  Maximum order of harmonics ............................ : 9\n"
              " Shell      Rg   :  64.34       Envelope  radius   :  30.0    \n"
              " Shell    width  :  3.000       Envelope  diameter :  49.8    \n");
  const Json found = pair_of(place, "a.dat b.int");
  REQUIRE(found["flags"].array.size() == 1);
  CHECK(mentions(found["flags"].array[0].string,
                 "lacks intensity above q = 0.3 1/A: harmonics up to 9 (by b.log), largest radius "
                 "30 A (of the envelope, by b.log)"));
  CHECK_THAT(found["scale"].number, WithinRel(1.0, 1e-5));
  CHECK(found["within_harmonics"]["rms"].number < 1e-5);
  CHECK_THAT(found["overall"]["largest"].number, WithinRel(1 / 0.9 - 1, 1e-4));
  place.write("b.log", "Number of spherical harmonics ..... : 5\n");
  const Json structure = pair_of(place, "lysozyme.pdb b.int");
  CHECK(mentions(structure["flags"].array.at(0).string,
                 "harmonics up to 5 (by b.log), largest radius"));
  CHECK(mentions(structure["flags"].array.at(0).string, "of the atoms of lysozyme.pdb"));
  // The data of a fit have no harmonics; neither has what debye writes itself.
  place.write("own.int",
              " Dif/Atom/Shape/Bord              Dro:  0.010 Ra: 1.5699 Rg: 14.87 Vtot: 17385\n" +
                  text.substr(text.find('\n') + 1));
  CHECK(pair_of(place, "a.dat own.int")["flags"].array.empty());
}

TEST_CASE("compare: emulation of CRYSOL gives the shell as many electrons") {
  const Workplace place;
  put_curve(place, "a.dat", "-q 0:0.5:51 --partials --shell-contrast 0.017");
  place.write("b.int", crysol_int(place.read("a.dat")));
  const Json found = pair_of(place, "lysozyme.pdb b.int --emulate crysol --absolute --device cpu");
  CHECK(std::abs(found["overall"]["largest"].number) < 3e-4);
  CHECK(
      mentions(found["notes"].array.at(0).string, "shell contrast 0.017 e/A^3, as many electrons"));
  const Json no_shell = pair_of(place, "lysozyme.pdb a.dat --emulate crysol");
  CHECK(mentions(no_shell["notes"].array.at(0).string, "shell contrast 0.0132"));
}

TEST_CASE("compare: errors are one line, and no option is without effect") {
  const Workplace place;
  put_curve(place, "a.dat");
  put_curve(place, "b.dat");
  place.write("letter.txt", "Dear editor,\nplease find enclosed\n");
  place.write("models.pdb", two_models);
  check_error(place.run("debye compare"), {"needs two curves or structures"});
  check_error(place.run("debye compare a.dat"), {"needs two curves or structures"});
  check_error(place.run("debye compare a.dat gone.dat"), {"gone.dat", "No such file"});
  check_error(place.run("debye compare gone.dat a.dat b.dat"), {"gone.dat", "No such file"});
  check_error(place.run("debye compare a.dat letter.txt"),
              {"letter.txt", "no rows of two numbers", "no structure either"});
  check_error(place.run("debye compare a.dat b.dat:vacuum"),
              {"b.dat:vacuum", "its columns are 1 q, 2 I"});
  check_error(place.run("debye compare a.dat b.dat:"), {"no column after the colon"});
  check_error(place.run("debye compare a.dat lysozyme.pdb:model --quiet"),
              {"lysozyme.pdb:model", "vacuum, solvent, shell"});
  check_error(place.run("debye compare a.dat models.pdb --model all --quiet"),
              {"models.pdb", "2 models", "--average"});
  check_error(place.run("debye compare a.dat b.dat -o a.dat"), {"a.dat"});
  check_error(place.run("debye compare a.dat b.dat --qmin 0.6"),
              {"a.dat and b.dat", "points in common"});
  check_error(place.run("debye compare a.dat b.dat --qmin 0.3 --qmax 0.2"), {"--qmin", "--qmax"});
  check_error(place.run("debye compare a.dat b.dat --units x"), {"--units"});
  check_error(place.run("debye compare a.dat b.dat --volumes foxs"),
              {"--volumes", "all inputs are curves"});
  check_error(place.run("debye compare a.dat b.dat --emulate foxs"),
              {"--emulate", "all inputs are curves"});
  check_error(place.run("debye compare a.dat lysozyme.pdb --emulate foxs --c1 1.02"),
              {"--c1", "--emulate foxs"});
  check_error(place.run("debye compare a.dat lysozyme.pdb -q 0:1:11 --quiet"),
              {"-q", "two structures"});
  check_error(place.run("debye compare lysozyme.pdb lysozyme.pdb --units 1/nm"),
              {"--units", "all inputs are structures"});
  CHECK(place.run("debye lysozyme.pdb --json -o a.json --quiet").exit_code == 0);
  check_error(place.run("debye compare a.json a.dat"), {"a.json", "without --json"});
  check_error(place.run("debye --json compare a.dat b.dat"), {"--json", "compare"});
}

TEST_CASE("compare: names of files may hold colons, and standard input may be one") {
  const Workplace place;
  put_curve(place, "a.dat");
  std::filesystem::copy_file(place / "a.dat", place / "c:1.dat");
  CHECK(pair_of(place, "c:1.dat a.dat")["overall"]["rms"].number == 0);
  CHECK(pair_of(place, "c:1.dat:I a.dat")["a"]["name"].string == "c:1.dat:I");
  const ProgramResult piped = place.run("cat a.dat | debye compare - a.dat --json");
  CHECK(piped.exit_code == 0);
  CHECK(JsonReader(piped.out).read_document()["comparisons"].array.at(0)["overall"]["rms"].number ==
        0);
}
