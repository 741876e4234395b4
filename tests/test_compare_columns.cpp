// Which columns the files of each program have, which of them is compared, and by what words others
// are chosen. Layouts as the programs write them, with numbers made here.

#include <string>
#include <vector>

#include "catch.hpp"
#include "measured_text.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinRel;

namespace {

using Words = std::vector<std::string>;

/// Three rows: q, then for each further column 10, 20, 30, … with a fall from row to row that
/// differs from column to column.
std::string rows(std::size_t width) {
  std::string text;
  for (int row = 0; row < 3; ++row) {
    text += "0.0" + std::to_string(row + 1);
    for (std::size_t k = 1; k < width; ++k)
      text += " " + std::to_string(10 * static_cast<int>(k) - row * static_cast<int>(k + k % 3));
    text += "\n";
  }
  return text;
}

MeasuredProfile curve(const std::string& text, const std::string& column = "") {
  return read_curve(data_text(text), column, DataUnit{});
}

std::string column_error(const std::string& text, const std::string& column) {
  return error_of([&] { curve(text, column); });
}

const std::string int_header =
    " Dif/Atom/Shape/Bord 1XIB_4mer.pd Dro:  0.030 Ra: 1.6099 Rg: 33.04 Vtot: 194335.\n";

struct Layout {
  const char* program;
  std::string text;
  Words words;
  std::size_t column;  ///< that is compared, from 1
  bool has_sigma;
};

/// q, data, sigma, fit in the order of the letters q, i, s, f; "c": another version of the data.
std::string fit_rows(const std::string& columns) {
  std::string text;
  for (int row = 0; row < 3; ++row) {
    const std::string digit = std::to_string(5 - row);
    for (const char column : columns) {
      if (column == 'q') text += " 0.0" + std::to_string(row + 1);
      if (column == 'i') text += " " + digit + ".0";
      if (column == 'c') text += " " + digit + ".05";
      if (column == 's') text += " 0." + digit;
      if (column == 'f') text += " " + digit + ".1";
    }
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("compare: columns of each program's files by meaning", "[compare]") {
  const Words fit = {"q", "data", "sigma", "model"};
  const Words parts = {"q", "I", "vacuum", "solvent", "shell"};
  const std::vector<Layout> layouts = {
      {"debye",
       "# debye 0.1.0: X-ray scattering in solution\n# columns: q [1/A], I [electrons^2]\n" +
           rows(2),
       {"q", "I"},
       2,
       false},
      {"debye --absolute --partials",
       "# debye 0.1.0: X-ray scattering in solution\n# columns: q [1/A], I [electrons^2], I [1/cm "
       "per mg/ml]; terms of I [electrons^2]: molecule displaced_solvent shell "
       "molecule_displaced molecule_shell displaced_shell\n" +
           rows(9),
       {"q", "I", "absolute", "vacuum", "solvent", "shell", "molecule_displaced", "molecule_shell",
        "displaced_shell"},
       2,
       false},
      {"debye fit",
       "# debye 0.1.0: fit of a curve in solution to measured data\n# columns: q [1/A], I_exp, "
       "sigma, I_model\n" +
           fit_rows("qisf"),
       fit, 4, false},
      {"debye fit without sigma",
       "# debye 0.1.0: fit of a curve in solution to measured data\n# columns: q [1/A], I_exp, "
       "I_model\n" +
           fit_rows("qif"),
       {"q", "data", "model"},
       3,
       false},
      {"debye fit --int",
       " Dif/Atom/Shape/Bord              Dro:  0.010 Ra: 1.5699 Rg: 14.87 Vtot: 17385\n" + rows(5),
       parts, 2, false},
      {"CRYSOL 2 .int", int_header + rows(5), parts, 2, false},
      {"CRYSOL 3 .int",
       " Dif/Atom/Shape/Bord              Dro:  0.030 Rg: 33.22 Vtot: 213838.\n" + rows(5), parts,
       2, false},
      {"CRYSOL, water shell",
       " Dif/Atom/Shape/Bord              Dro:  0.030 Rg: 33.22 Vtot: 213838.\n" + rows(7),
       {"q", "I", "vacuum", "solvent", "convex", "concave", "cavities"},
       2,
       false},
      {"CRYSOL .abs", "a line of text, and I in 1/cm\n" + rows(2), {"q", "I"}, 2, false},
      {"CRYSOL 2 .fit",
       "2POL.pdb  Dro:0.052  Ra:1.800  RGT:32.92  Vol: 93680.  Chi^2: 1.468\n" + fit_rows("qisf"),
       fit, 4, false},
      {"CRYSOL .fit without errors",
       "2POL.pdb  Dro:0.052  Ra:1.800  RGT:32.92  Vol: 93680.  Chi^2: 1.468\n" + fit_rows("qif"),
       {"q", "data", "model"},
       3,
       false},
      {"DAMMIF .fir",
       "   sExp  |  iExp |  Err | iFit(+Const) | Chi^2=   1.234\n" + fit_rows("qisf"), fit, 4,
       false},
      {"old .fir",
       "a title\n" + fit_rows("qiscf"),
       {"q", "data", "sigma", "corrected", "model"},
       5,
       false},
      {"DAMMIF .fit", fit_rows("qif"), {"q", "data", "model"}, 3, false},
      {"FoXS .dat",
       "# SAXS profile: number of points = 3, q_min = 0, q_max = 0.5, delta_q = 0.001\n#    q    "
       "intensity    error\n" +
           fit_rows("qis"),
       {"q", "I", "sigma"},
       2,
       true},
      {"FoXS .fit",
       "# SAXS profile: number of points = 3\n# offset = 0, scaling c = 1, Chi^2 = 1.2\n#  q       "
       "exp_intensity   error model_intensity\n" +
           fit_rows("qisf"),
       fit, 4, false},
      {"FoXS .fit, old",
       "# SAXS profile: number of points = 3\n# offset = 0, scaling c = 1, Chi = 1.2\n#  q       "
       "exp_intensity   model_intensity error\n" +
           fit_rows("qifs"),
       {"q", "data", "model", "sigma"},
       3,
       false},
      {"Pepsi-SAXS",
       "# Pepsi-SAXS\n# a\n# b\n# c\n# Chi2: 1.2\n#   q       Iexp      sigma      Ifit\n" +
           fit_rows("qisf"),
       fit, 4, false},
      {"AUSAXS", "# chi2=1.2 dof=70\n# q(1/A)  I  Ierr  Imodel\n" + fit_rows("qisf"), fit, 4,
       false},
      {"WAXSiS",
       "# This scattering intensity file was created by WAXSiS\n# q[A-1] I(q) sigma(q)\n" +
           fit_rows("qis"),
       {"q", "I", "sigma"},
       2,
       true},
      {"DENSS", fit_rows("qis"), {"q", "I", "sigma"}, 2, true},
      {"GNOM",
       "           ####      G N O M             Version 5.0 (r12593)      ####\n\n      S         "
       " J "
       "EXP       ERROR       J REG       I REG\n\n" +
           fit_rows("qisff"),
       {"q", "data", "sigma", "model", "i_reg"},
       2,
       true},
      {"GROMACS",
       "# Created by GROMACS\n@    xaxis  label \"q (nm\\S-1\\N)\"\n@TYPE xy\n" + rows(2),
       {"q", "I"},
       2,
       false},
      {"sascalc",
       "0.0 1.000000 0.000000 3659004.5 3533498.8 14383911.7\n"
       "0.01 0.878196 0.000000 3213324.7 3086979.8 12599292.8\n"
       "0.02 0.621793 0.000000 2275145.0 2156578.2 8861384.9\n",
       {"q", "normalised", "constant", "I", "vacuum", "solvent"},
       4,
       false},
      {"columns with a flag",
       "0.01 5 0.5 1\n0.02 4 0.4 1\n0.03 3 0.3 1\n",
       {"q", "I", "sigma", "constant"},
       2,
       true},
      {"columns with weights",
       "0.01 5 1.0\n0.02 4 1.0\n0.03 3 1.0\n",
       {"q", "I", "weight"},
       2,
       false}};
  for (const Layout& layout : layouts) {
    CAPTURE(layout.program);
    const MeasuredProfile found = curve(layout.text);
    CHECK(found.audit.column_words == layout.words);
    CHECK(found.audit.column == layout.column);
    CHECK(found.sigma.empty() != layout.has_sigma);
    CHECK(found.size() == 3);
    // A number reads the same column.
    CHECK(curve(layout.text, std::to_string(layout.column)).intensity == found.intensity);
    // And every word its own.
    for (std::size_t k = 1; k < layout.words.size(); ++k)
      CHECK(curve(layout.text, layout.words[k]).audit.column == k + 1);
  }
}

TEST_CASE("compare: names of columns that others use mean the same", "[compare]") {
  const std::string text = int_header + rows(5);
  for (const std::string word : {"vacuum", "Vacuum", "atoms", "molecule", "3"}) {
    CAPTURE(word);
    CHECK(curve(text, word).audit.column == 3);
  }
  for (const std::string word : {"solvent", "shape", "excluded", "displaced_solvent"})
    CHECK(curve(text, word).audit.column == 4);
  for (const std::string word : {"shell", "border"}) CHECK(curve(text, word).audit.column == 5);
  for (const std::string word : {"net", "I", "data", "total"})
    CHECK(curve(text, word).audit.column == 2);
  CHECK(curve(text).audit.shell_contrast == 0.03);
  const std::string fit =
      "x.pdb  Dro:0.052  Ra:1.800  RGT:32.92  Vol: 93680.  Chi^2: 1.468\n" + fit_rows("qisf");
  CHECK(curve(fit, "fit").audit.column == 4);
  CHECK(curve(fit, "exp").audit.column == 2);
  CHECK(curve(fit, "I").audit.column == 2);
  CHECK(curve(fit, "data").sigma.size() == 3);
  CHECK(curve(fit, "model").sigma.empty());
  CHECK(curve(fit).audit.shell_contrast == 0.052);
}

TEST_CASE("compare: rows where CRYSOL has no data still have a model", "[compare]") {
  const std::string text =
      "x.pdb  Dro:0.052  Ra:1.800  RGT:32.92  Vol: 93680.  Chi^2: 1.468\n0.0 0 0 5.3\n0.005 0 0 "
      "5.2\n" +
      fit_rows("qisf");
  CHECK(curve(text).size() == 5);
  CHECK(curve(text).intensity.front() == 5.3);
  CHECK(curve(text, "data").size() == 3);
}

TEST_CASE("compare: columns that are not there are named", "[compare]") {
  const std::string text = int_header + rows(5);
  CHECK(mentions(column_error(text, "model"),
                 "data.dat:model: the file has no such column; its columns are 1 q, 2 I, 3 vacuum, "
                 "4 solvent, 5 shell"));
  for (const std::string number : {"0", "1", "6", "99999999999"})
    CHECK(mentions(column_error(text, number), "no such column of intensities"));
  const std::string partial =
      "# SAXS profile: number of points = 3, q_min = 0, q_max = 0.5, delta_q = 0.001\n#    q    "
      "intensity \n" +
      rows(7);
  CHECK(mentions(column_error(partial, ""), "holds partial profiles, not a curve"));
  CHECK(curve(partial, "vacuum").audit.column == 2);
  CHECK(curve(partial, "shell").audit.column == 5);
}

TEST_CASE("compare: the unit of debye's own curves is that of their columns", "[compare]") {
  // 1/A stands in the header of a curve in 1/nm too: that of the Guinier fit.
  const std::string text =
      "# debye 0.1.0: X-ray scattering in solution\n# Guinier fit: Rg 14.95 A, 35 points, q 0 to "
      "0.08543 1/A (q Rg <= 1.28)\n# columns: q [1/nm], I [electrons^2]\n0.1 5\n0.2 4\n0.3 3\n";
  const MeasuredProfile found = read_curve(data_text(text));
  CHECK(found.audit.unit == QUnit::InverseNanometre);
  CHECK_THAT(found.q[0], WithinRel(0.01, 1e-12));
  CHECK(found.audit.warnings.empty());
  CHECK(found.audit.format == "debye profile");
}
