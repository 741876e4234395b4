// `debye fit` with one structure and one measured curve of known truth: what it finds, what it
// prints, and what its options do.

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "measured_lysozyme.hpp"
#include "run_program.hpp"

using namespace debye::test;

TEST_CASE("a fit finds the parameters that its data were made with, within the stated errors") {
  const Workplace place;
  copy_lysozyme(place);
  Making making;
  making.constant = 0.01;
  const std::map<std::string, double> truth = {{"scale", making.scale},
                                               {"constant", making.constant},
                                               {"c1", making.c1},
                                               {"shell_contrast", making.shell_contrast}};
  std::string files;
  const int seeds = 40;
  for (int seed = 1; seed <= seeds; ++seed) {
    making.seed = static_cast<std::uint64_t>(seed);
    const std::string name = "data" + std::to_string(seed) + ".dat";
    place.write(name, as_text(measure(place, making)));
    files += ' ' + name;
  }
  const Json fits = fit_of(place, "--constant lysozyme.pdb" + files);
  REQUIRE(fits.array.size() == seeds);
  std::map<std::string, double> squares;
  double chi2 = 0;
  for (const Json& fit : fits.array) {
    CHECK(fit["free_parameters"].number == 4);
    chi2 += fit["chi2_reduced"].number / seeds;
    for (const auto& [name, value] : truth) {
      const Json& parameter = fit["parameters"][name];
      const double errors = (parameter["value"].number - value) / parameter["error"].number;
      CAPTURE(name, errors);
      CHECK(std::abs(errors) <= 4.5);
      squares[name] += errors * errors / seeds;
    }
  }
  CHECK(std::abs(chi2 - 1) <= 0.06);  // 4 times sqrt(2/(196 · 40))
  for (const auto& [name, square] : squares) {
    CAPTURE(name, square);
    CHECK(std::sqrt(square) > 0.65);  // 1 ± 0.11 by chance
    CHECK(std::sqrt(square) < 1.45);
  }
}

TEST_CASE("one fit is columns under a header on standard output, and a summary beside it") {
  const Workplace place;
  put_pair(place);
  const ProgramResult result = place.run("debye fit lysozyme.pdb data.dat");
  CHECK(result.exit_code == 0);
  CHECK(is_pure_data(result.out, 4));
  for (const std::string part : {": fit of a curve in solution to measured data\n",
                                 "# command: debye fit lysozyme.pdb data.dat\n",
                                 "# model: lysozyme.pdb (PDB, sha256 ",
                                 "), model 1 of 1\n",
                                 "# data: data.dat (columns, sha256 ",
                                 "), 200 points, q 0.01 to 0.4 1/A; q of the file in 1/A",
                                 "# engine: ",
                                 "# numerical error: at most ",
                                 "# displaced solvent: 17384.8 A^3 (volumes svergun",
                                 "# hydration shell: 0.0",
                                 "# Guinier fit: Rg ",
                                 "# of the data, Guinier fit: Rg ",
                                 "# Chi^2: ",
                                 "# scale = ",
                                 "# c1 = 1.0",
                                 "# shell_contrast = 0.0",
                                 "# correlation scale/c1: ",
                                 "# CorMap: longest run",
                                 "# residuals at q 0.01 to ",
                                 "# columns: q [1/A], I_exp, sigma, I_model\n"}) {
    CAPTURE(part);
    CHECK(mentions(result.out, part));
  }
  const Rows rows = data_rows(result.out), data = data_rows(place.read("data.dat"));
  REQUIRE(rows.size() == data.size());
  double chi2 = 0;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    CHECK(std::vector<double>(rows[n].begin(), rows[n].begin() + 3) == data[n]);
    chi2 += std::pow((rows[n][1] - rows[n][3]) / rows[n][2], 2);
  }
  const Json fit = fit_of(place, "lysozyme.pdb data.dat");
  CHECK(std::abs(fit["chi2_reduced"].number / (chi2 / 197) - 1) <= 1e-9);
  CHECK(std::abs(fit["chi2_per_point"].number / (chi2 / 200) - 1) <= 1e-9);

  const Names messages = lines_of(result.err);
  REQUIRE(messages.size() >= 3);
  CHECK(messages[0].starts_with("debye: note: data.dat: 200 points, q 0.01 to 0.4 1/A"));
  CHECK(messages[1].starts_with("debye: note: lysozyme.pdb to data.dat: Chi^2: "));
  CHECK(mentions(messages[2], "c1 = 1.0"));
  for (const std::string& line : messages) CHECK_FALSE(line.empty());
  const ProgramResult quiet = place.run("debye fit --quiet lysozyme.pdb data.dat");
  CHECK(quiet.err.empty());
  CHECK(data_lines(quiet.out) == data_lines(result.out));
  CHECK(place.names() == Names{"data.dat", "lysozyme.pdb"});
}

TEST_CASE("the JSON of a fit holds what its columns hold") {
  const Workplace place;
  put_pair(place);
  const Json fit = fit_of(place, "lysozyme.pdb data.dat");
  CHECK(fit["program"].string.starts_with("debye "));
  CHECK(fit["model"].string == "lysozyme.pdb");
  CHECK(fit["data"].string == "data.dat");
  CHECK(fit["points"].number == 200);
  CHECK(fit["free_parameters"].number == 3);
  CHECK(fit["correlation"]["parameters"].array.size() == 3);
  CHECK(fit["correlation"]["matrix"].array.size() == 3);
  CHECK(fit["correlation"]["matrix"].array.at(1).array.at(1).number == 1);
  CHECK(fit["residual_bands"].array.size() >= 5);
  CHECK(fit["solution"]["c1"].number == value_of(fit, "c1"));
  CHECK(fit["solution"]["shell_contrast"].number == value_of(fit, "shell_contrast"));
  CHECK(fit["audit"]["electrons"].number == 7628);
  CHECK(fit["sizes"]["radius_of_gyration"].number > 15);
  CHECK(fit["sizes_of_data"]["guinier"]["radius_of_gyration"].number > 15);
  CHECK(fit["error_bound"].number <= 3.3e-5);  // 3 × 1e-5 + interpolation
  CHECK(fit["q_unit"].string == "1/A");
  const Rows rows = data_rows(place.run("debye fit lysozyme.pdb data.dat --quiet").out);
  REQUIRE(rows.size() == 200);
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const std::vector<double> row = {
        fit["q"].array.at(n).number, fit["intensity"].array.at(n).number,
        fit["sigma"].array.at(n).number, fit["fit"].array.at(n).number};
    CHECK(row == rows[n]);
  }
}

TEST_CASE("the fitted curve is the curve that the program computes with these parameters") {
  const Workplace place;
  put_pair(place);
  const Json fit = fit_of(place, "lysozyme.pdb data.dat --c1 1.015 --shell-contrast 0.035");
  const Rows curve = data_rows(
      place.run("debye lysozyme.pdb --quiet -q data.dat --c1 1.015 --shell-contrast 0.035").out);
  REQUIRE(curve.size() == 200);
  const double scale = value_of(fit, "scale");
  for (std::size_t n = 0; n < curve.size(); ++n)
    CHECK(std::abs(fit["fit"].array.at(n).number / (scale * curve[n][1]) - 1) <=
          fit["error_bound"].number + 1e-9);
}

TEST_CASE("parameters are fixed by a value and searched between two") {
  const Workplace place;
  put_pair(place);
  const Json free = fit_of(place, "lysozyme.pdb data.dat");
  const Json fixed = fit_of(place, "lysozyme.pdb data.dat --c1 1.02");
  CHECK(value_of(fixed, "c1") == 1.02);
  CHECK(fixed["parameters"]["c1"]["fixed"].boolean);
  CHECK(fixed["parameters"]["c1"]["error"].kind == Json::Kind::Null);
  CHECK(fixed["free_parameters"].number == 2);
  CHECK(fixed["chi2_per_point"].number >= free["chi2_per_point"].number);
  const Json both = fit_of(place, "lysozyme.pdb data.dat --c1 1 --dro 0.01");
  CHECK(both["free_parameters"].number == 1);
  CHECK(value_of(both, "shell_contrast") == 0.01);
  CHECK(both["chi2_reduced"].number > 100);

  const Json bounded = fit_of(place, "lysozyme.pdb data.dat --c1 0.98:1.01");
  CHECK(value_of(bounded, "c1") == 1.01);
  CHECK(bounded["parameters"]["c1"]["at_bound"].boolean);
  REQUIRE_FALSE(bounded["flags"].array.empty());
  CHECK(mentions(bounded["flags"].array[0].string, "c1 is at its upper bound 1.01"));
  CHECK(mentions(place.run("debye fit lysozyme.pdb data.dat --c1 0.98:1.01").out,
                 "# c1 = 1.01 (at its bound)\n"));
  CHECK(difference_in_errors(free, fit_of(place,
                                          "lysozyme.pdb data.dat --c1 0.9:1.1 "
                                          "--shell-contrast -1:1")) <= 1e-3);
}

TEST_CASE("options --qmin and --qmax cut the data") {
  const Workplace place;
  put_pair(place);
  const Rows data = data_rows(place.read("data.dat"));
  const ProgramResult result =
      place.run("debye fit lysozyme.pdb data.dat --qmin 0.02 --qmax 0.3 --constant");
  const Rows rows = data_rows(result.out);
  std::size_t inside = 0;
  for (const auto& row : data) inside += row[0] >= 0.02 && row[0] <= 0.3;
  CHECK(rows.size() == inside);
  CHECK(rows.front()[0] >= 0.02);
  CHECK(rows.back()[0] <= 0.3);
  const std::string note = std::to_string(data.size() - inside) + " points outside q = 0.02 to 0.3";
  CHECK(mentions(result.out, note));
  CHECK(mentions(result.err, note));
  // The bounds belong to the range, as the file writes them.
  const Json exact = fit_of(place, "lysozyme.pdb data.dat --qmin 0.01 --qmax 0.4");
  CHECK(exact["points"].number == 200);
}

TEST_CASE("data in 1/nm and as 2 sin/lambda give the fit of those in 1/A") {
  const Workplace place;
  put_pair(place);
  const Rows data = measure(place);
  const Json expected = fit_of(place, "lysozyme.pdb data.dat");
  place.write("nm.dat", as_text(data, 10));
  place.write("s.dat", as_text(data, 1 / (2 * M_PI)));
  place.write("s_nm.dat", as_text(data, 10 / (2 * M_PI)));
  for (const std::string arguments :
       {"nm.dat", "nm.dat --units 1/nm", "nm.dat --units 2", "nm.dat --units auto",
        "data.dat --units 1/A", "data.dat --units 1", "s.dat --units 2sin/A", "s.dat --units 3",
        "s_nm.dat --units 2sin/nm", "s_nm.dat --units 4"}) {
    CAPTURE(arguments);
    const Json fit = fit_of(place, "lysozyme.pdb " + arguments);
    CHECK(fit["points"].number == 200);
    CHECK(std::abs(fit["q_max"].number - 0.4) <= 1e-9);
    CHECK(difference_in_errors(expected, fit) <= 1e-3);
  }
  CHECK(mentions(place.run("debye fit lysozyme.pdb nm.dat").err, "1/nm"));
}

TEST_CASE("option --resolution smears the model as the data are smeared") {
  const Workplace place;
  copy_lysozyme(place);
  Making sharp;
  sharp.grid = "0:0.45:4501";
  sharp.seed = 0;
  Rows curve = measure(place, sharp);
  for (std::size_t n = curve.size(); n-- > 1;) curve.push_back({-curve[n][0], curve[n][1]});
  const Rows grid = measure(place);
  for (const bool relative : {true, false}) {
    Rows data = grid;
    for (auto& row : data) {
      const double sd = relative ? 0.03 * row[0] : 0.004;
      double sum = 0, weights = 0;
      for (const auto& point : curve) {  // I(-q) = I(q)
        const double weight = std::exp(-0.5 * std::pow((point[0] - row[0]) / sd, 2));
        sum += weight * point[1];
        weights += weight;
      }
      row[1] = sum / weights;
    }
    const std::string option = relative ? "--resolution 3%" : "--resolution 0.004";
    const std::string name = relative ? "relative.dat" : "constant.dat";
    place.write(name, as_text(data));
    CAPTURE(option);
    const Json smeared = fit_of(place, "lysozyme.pdb " + name + " " + option);
    const Json plain = fit_of(place, "lysozyme.pdb " + name);
    CHECK(smeared["chi2_reduced"].number <= 1e-3);  // there is no noise
    CHECK(std::abs(value_of(smeared, "c1") - 1.02) <= 3e-5);
    CHECK(std::abs(value_of(smeared, "shell_contrast") - 0.03) <= 3e-5);
    CHECK(std::abs(value_of(plain, "shell_contrast") - 0.03) >= 2e-4);
    CHECK(plain["chi2_reduced"].number > 10 * smeared["chi2_reduced"].number);
    CHECK(mentions(smeared["data_line"].string, "smeared by a resolution of "));
    CHECK_FALSE(mentions(plain["data_line"].string, "smeared"));
  }
}

TEST_CASE("data without sigma are fitted, without chi2 and errors") {
  const Workplace place;
  put_pair(place);
  Rows data = measure(place);
  for (auto& row : data) row.resize(2);
  place.write("bare.dat", as_text(data));
  const ProgramResult text = place.run("debye fit lysozyme.pdb bare.dat");
  CHECK(is_pure_data(text.out, 3));
  CHECK(mentions(text.out, "# columns: q [1/A], I_exp, I_model\n"));
  CHECK(mentions(text.out, "# Chi^2: not known without sigma; R-factor "));
  const Json fit = fit_of(place, "lysozyme.pdb bare.dat");
  CHECK(fit["chi2_reduced"].kind == Json::Kind::Null);
  CHECK(fit["sigma"].kind == Json::Kind::Null);
  CHECK(fit["parameters"]["c1"]["error"].kind == Json::Kind::Null);
  CHECK(fit["r_factor"].number < 0.01);
  CHECK(std::abs(value_of(fit, "c1") - 1.02) <= 0.005);
  CHECK(mentions(fit["flags"].array.at(0).string, "no sigma"));
}
