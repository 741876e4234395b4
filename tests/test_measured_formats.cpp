// Protects the reading of the files of other programs: from each layout come the measured
// intensities and their errors, never a fit, a part of a model or a flag in their place.

#include <string>
#include <vector>

#include "catch.hpp"
#include "measured_text.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinRel;

namespace {

using Values = std::vector<double>;

/// Rows with I = 5, 4, 3, sigma = 0.5, 0.4, 0.3 and a fit of 5.1, 4.1, 3.1, in the order of
/// `columns` (letters q, i, s, f, 1).
std::string rows_of(const std::string& columns) {
  std::string text;
  for (int row = 0; row < 3; ++row) {
    for (const char column : columns) {
      const std::string digit = std::to_string(5 - row);
      if (column == 'q') text += "  0.0" + std::to_string(row + 1);
      if (column == 'i') text += "  " + digit + ".0";
      if (column == 's') text += "  0." + digit;
      if (column == 'f') text += "  " + digit + ".1";
      if (column == '1') text += "  1.0";
    }
    text += "\n";
  }
  return text;
}

void check_data(const MeasuredProfile& data, bool has_sigma) {
  CHECK(data.q == Values{0.01, 0.02, 0.03});
  CHECK(data.intensity == Values{5, 4, 3});
  CHECK(data.sigma == (has_sigma ? Values{0.5, 0.4, 0.3} : Values{}));
  CHECK(data.audit.warnings.empty());
}

struct Layout {
  const char* program;
  const char* header;
  const char* columns;
  bool has_sigma;
  const char* audit;
};

}  // namespace

TEST_CASE("layouts of fit files", "[measured]") {
  const std::vector<Layout> layouts = {
      {"FoXS, new",
       "# SAXS profile: number of points = 3\n# offset = 0, scaling c = 1, Chi^2 = 1.2\n#  q  "
       "exp_intensity   error model_intensity\n",
       "qisf", true, "q, I, sigma (header line 3)"},
      {"FoXS, old",
       "# offset = 0, scaling c = 1, Chi = 1.1\n#  q  exp_intensity   model_intensity error\n",
       "qifs", true, "q, I, sigma (column 4) (header line 2)"},
      {"FoXS, old, short names", "# q exp model err\n", "qifs", true,
       "q, I, sigma (column 4) (header line 1)"},
      {"MultiFoXS", "# q exp_intensity   model_intensity\n", "qif", false, "q, I (header line 1)"},
      {"FoXS .dat",
       "# SAXS profile: number of points = 3, q_min = 0\n#    q    intensity    error\n", "qis",
       true, "q, I, sigma (header line 2)"},
      {"CRYSOL, old", "2POL.pdb  Dro:0.052  Ra:1.800  RGT:32.92  Vol: 93680.  Chi^2:******\n",
       "qisf", true, "q, I, sigma (by place)"},
      {"CRYSOL, new", "         Dro:  0.019 Rg: 33.22 Vol: 213838. Chi^2: 1.089\n", "qisf", true,
       "q, I, sigma (by place)"},
      {"CRYSOL, three columns",
       "x.pdb  Dro:0.052  Ra:1.800  RGT:32.92  Vol: 93680.  Chi^2: 1.468\n", "qif", false,
       "q, I (by place)"},
      {"CRYSON", "tr.pdb    Dro: 0.390 Bck:0.50  RgE:27.43  RgT:25.43  Vol: 78035.  Chi^2: 7.612\n",
       "qisf", true, "q, I, sigma (by place)"},
      {"DAMMIF .fir", "   sExp  |  iExp |  Err | iFit(+Const) | Chi^2=   1.234\n", "qisf", true,
       "q, I, sigma (header line 1)"},
      {"GASBOR .fir", " sExp iExp Err iFit // Chi^2 = ******\n", "qisf", true,
       "q, I, sigma (header line 1)"},
      {"old .fir", "some title\n", "qisif", true, "q, I, sigma (by place)"},
      {"DAMMIF .fit", "", "qif", false, "q, I (by place)"},
      {"OLIGOMER", " OLIGOMER fit: s, Iexp, sigma, Ifit. Chi^2 =  594.97\n", "qisf", true,
       "q, I, sigma (header line 1)"},
      {"GAJOE", "CYCLE:    1  Chi^2:20.157  GENER.:1000  ENSEMBLES: 50  CURVES:  6\n", "qisf", true,
       "q, I, sigma (by place)"},
      {"GAJOE, three columns", "CYCLE:    1  Chi^2:20.157  GENER.:1000\n", "qif", false,
       "q, I (by place)"},
      {"AUSAXS", "# chi2=1.2 dof=70\n# q(1/A)  I  Ierr  Imodel\n", "qisf", true,
       "q, I, sigma (header line 2)"},
      {"Pepsi-SAXS", "# Pepsi-SAXS\n# Chi2: 1.2\n#   q       Iexp      sigma      Ifit\n", "qisf",
       true, "q, I, sigma (header line 3)"},
      {"WAXSiS", "# This scattering intensity file was created by WAXSiS\n# q[A-1] I(q) sigma(q)\n",
       "qis", true, "q, I, sigma (header line 2)"},
      {"SasView", "<X> <Y> <dY> <dX>\n", "qis1", true, "q, I, sigma (header line 1)"},
      {"SANS2D",
       " SANS2D Wed 28-AUG-2019 15:35\n Ferritin\n  3    0    0    0    1  3    0\n         0      "
       "   0         0         0\n 3 (F12.5,2E16.6)\n",
       "qis1", true, "q, I, sigma (by place)"},
      {"EMBL",
       "Sample:  bsa  c= 25.6 mg/ml Code: x\n Chi(from original file)=     0.949068596265111\n",
       "qis", true, "q, I, sigma (by place)"},
      {"NIST",
       "The 4 columns are | Q (1/A) | I(Q) (1/cm) | std. dev. I(Q) (1/cm) | ShadowFactor|\n",
       "qis1", true, "q, I, sigma (header line 1)"},
      {"BM29", "# q_A^-1 I err\n", "qis", true, "q, I, sigma (header line 1)"},
      {"Mantid", "# X , Y , E\n", "qis", true, "q, I, sigma (header line 1)"},
      {"names of two columns of three", "# q I\n", "qis", true, "q, I, sigma (by place)"},
      {"a name that is not known", "q  I  transmission  sigma\n", "qi1s", true,
       "q, I, sigma (column 4) (header line 1)"},
      {"another order", "# q sigma Iexp\n", "qsi", true,
       "q, I (column 3), sigma (column 2) (header line 1)"},
      {"csv", "Q,I(Q),Error\n", "qis", true, "q, I, sigma (header line 1)"}};
  for (const Layout& layout : layouts) {
    CAPTURE(layout.program);
    const std::string text = layout.header + rows_of(layout.columns);
    CHECK(is_data(text));
    const MeasuredProfile data = read_data(text, DataUnit{});
    if (std::string(layout.program) == "SasView") {
      // 1.0 is no resolution of q = 0.01.
      CHECK(data.sigma == Values{0.5, 0.4, 0.3});
      CHECK(data.dq.empty());
    } else {
      check_data(data, layout.has_sigma);
    }
    CHECK(data.audit.columns == layout.audit);
  }
}

TEST_CASE("the fit and the rest of the columns are named among the notes", "[measured]") {
  const auto notes = [](const std::string& text) {
    return read_data(text, DataUnit{}).audit.notes;
  };
  CHECK(any_mentions(notes("# q I err model_intensity\n" + rows_of("qisf")),
                     "not used: column 4 (model_intensity)"));
  CHECK(any_mentions(notes(rows_of("qif")), "column 3 follows the intensity like a fit"));
  CHECK(any_mentions(notes(rows_of("qis1")), "not used: column 4 (1 in every row)"));
}

TEST_CASE("a sigma near the intensity is still a sigma", "[measured]") {
  // Weak data: errors of 100 %, but not the same as the intensities all along.
  const MeasuredProfile data =
      read_data("0.01 5 2.0\n0.02 2 2.1\n0.03 -1 1.8\n0.04 1 1.9\n0.05 0.5 2.2\n");
  CHECK(data.sigma == Values{2.0, 2.1, 1.8, 1.9, 2.2});
}

TEST_CASE("rows that CRYSOL extrapolates to q = 0 are no data", "[measured]") {
  const MeasuredProfile data = read_data(
      "x.pdb  Dro:0.052  Ra:1.800  RGT:32.92  Vol: 93680.  Chi^2: 1.468\n"
      "0.0 0.0 0.0 5.3\n0.005 0.0 0.0 5.2\n" +
      rows_of("qisf") + "0.04 0.0 0.0 2.0\n0.05 2 0.2 2\n");
  CHECK(data.q == Values{0.01, 0.02, 0.03, 0.05});
  CHECK(dropped_lines(data, "extrapolated") == std::vector<std::size_t>{2, 3});
  CHECK(dropped_lines(data, "sigma is not positive") == std::vector<std::size_t>{7});
  CHECK(data.audit.format == "CRYSOL fit");
}

TEST_CASE("computed curves of CRYSOL have no sigma", "[measured]") {
  const std::string rows =
      "  0.000000E+00  0.503777E+09  0.850158E+10  0.507950E+10  0.228490E+07\n"
      "  0.100000E-01  0.485775E+09  0.821645E+10  0.490999E+10  0.215288E+07\n"
      "  0.200000E-01  0.435161E+09  0.741170E+10  0.443141E+10  0.179337E+07\n";
  const std::string head =
      " Dif/Atom/Shape/Bord 1XIB_4mer.pd Dro:  0.030 Ra: 1.6099 Rg: 33.04 Vtot: 194335.\n";
  for (const std::string& text : {head + rows, "some other head of an .abs file\n" + rows, rows}) {
    CAPTURE(text);
    const MeasuredProfile data = read_data(text);
    CHECK(data.intensity == Values{0.503777e9, 0.485775e9, 0.435161e9});
    CHECK(data.sigma.empty());
    CHECK(any_mentions(data.audit.notes, "parts of a computed curve"));
    CHECK(data.audit.warnings.empty());
  }
  CHECK(read_data(head + rows).audit.format == "CRYSOL intensities");
}

TEST_CASE("sascalc's columns of zeros are no sigma", "[measured]") {
  const MeasuredProfile data = read_data(
      "0.000000  1.000000  0.000000    3659004.5   3533498.8  14383911.7\n"
      "0.010000  0.878196  0.000000    3213324.7   3086979.8  12599292.8\n"
      "0.020000  0.621793  0.000000    2275145.0   2156578.2   8861384.9\n");
  CHECK(data.intensity == Values{1, 0.878196, 0.621793});
  CHECK(data.sigma.empty());
  CHECK(any_mentions(data.audit.warnings, "sigma is 0 at every point"));
}

TEST_CASE("GNOM's output: J EXP and ERROR of the rows that have them", "[measured]") {
  const std::string old_head =
      "\n           ####    G N O M   ---   Version 4.5a revised 09/02/02     ####\n\n"
      "     Alpha    Discrp  Oscill  Stabil  Sysdev  Positv  Valcen    Total   \n"
      "  0.3147E+04 12.5650  1.1327  0.8696  0.0000  1.0000  0.8714  0.38686\n"
      "  0.6293E+03  9.4213  1.0850  0.6353  0.2256  1.0000  0.8881  0.39702\n"
      "  0.1259E+03  5.0345  1.0744  0.3274  0.4718  1.0000  0.9110  0.40799\n"
      "  0.2517E+02  2.0137  1.1544  0.1156  0.4103  1.0000  0.9268  0.51042\n";
  const std::string new_head =
      "\n           ####      G N O M             Version 5.0 (r12593)      ####\n"
      "    Angular range:                       0.0101 to       0.2830\n";
  const std::string table =
      "\n      S          J EXP       ERROR       J REG       I REG\n\n"
      "  0.0000E+00                                      0.6565E+01\n"
      "  0.2434E-02                                      0.6562E+01\n"
      "  0.4869E-02                                      0.6553E+01\n"
      "  0.7303E-02                                      0.6538E+01\n"
      "  0.9738E-02                                      0.6516E+01\n"
      "  0.1000E-01  0.5000E+01  0.5000E+00  0.5733E+01  0.5733E+01\n"
      "  0.2000E-01  0.4000E+01  0.4000E+00  0.5644E+01  0.5644E+01\n"
      "  0.3000E-01  0.3000E+01  0.3000E+00  0.5551E+01  0.5551E+01\n\n"
      "           Distance distribution  function of particle  \n\n"
      "      R          P(R)      ERROR\n\n"
      "  0.0000E+00  0.0000E+00  0.0000E+00\n"
      "  0.5838E+00  0.2316E-06  0.7291E-07\n"
      "  0.1168E+01  0.2316E-06  0.7291E-07\n"
      "  0.1751E+01  0.2316E-06  0.7291E-07\n"
      "  0.2335E+01  0.2316E-06  0.7291E-07\n"
      "  0.2919E+01  0.2316E-06  0.7291E-07\n";
  for (const std::string& head : {old_head, new_head}) {
    CAPTURE(head);
    CHECK(is_data(head + table));
    const MeasuredProfile data = read_data(head + table, DataUnit{});
    check_data(data, true);
    CHECK(data.audit.format == "GNOM output");
    CHECK(mentions(data.audit.columns, "q, I, sigma (header line"));
    CHECK(data.audit.dropped.empty());
  }
}

TEST_CASE("GROMACS .xvg", "[measured]") {
  const std::string head =
      "# Created by GROMACS\n@    title \"Scattering\"\n"
      "@    xaxis  label \"q (nm\\S-1\\N)\"\n@    yaxis  label \"I(q)\"\n@TYPE xy\n";
  const MeasuredProfile data = read_data(head + "0.1 5\n0.2 4\n0.3 3\n&\n");
  CHECK_THAT(data.q[2], WithinRel(0.03, 1e-12));
  CHECK(data.sigma.empty());
  CHECK(data.audit.format == "GROMACS xvg");
  CHECK(data.audit.unit == QUnit::InverseNanometre);
}

TEST_CASE("sasCIF", "[measured]") {
  const std::string head = "data_SASDXX1\n_sas_scan.id 1\n_sas_scan.unit '1/nm'\n";
  const std::string loop =
      "loop_\n_sas_scan_intensity.id\n_sas_scan_intensity.scan_id\n"
      "_sas_scan_intensity.momentum_transfer\n_sas_scan_intensity.intensity\n"
      "_sas_scan_intensity.intensity_su_counting\n";
  const std::string rows = "1 1 0.1 5.0 0.5\n2 1 0.2 4.0(3) 0.4\n3 1 0.3 3.0 0.3\n";
  CHECK(is_data(head + loop + rows));
  const MeasuredProfile data = read_data(head + loop + rows);
  REQUIRE(data.size() == 3);
  CHECK_THAT(data.q[1], WithinRel(0.02, 1e-12));
  CHECK(data.intensity == Values{5, 4, 3});
  CHECK(data.sigma == Values{0.5, 0.4, 0.3});
  CHECK(data.audit.format == "sasCIF");
  CHECK(data.audit.columns == "q, I, sigma (_sas_scan_intensity)");
  CHECK(mentions(data.audit.unit_reason, "1/nm: the header says \"1/nm\""));
  CHECK(data.audit.warnings.empty());

  const MeasuredProfile holes = read_data(head + loop + "1 1 0.1 ? 0.5\n" + "2 1 0.2 4 .\n" + rows);
  CHECK(holes.size() == 3);
  CHECK(dropped_lines(holes, "intensity is not a finite number") == std::vector<std::size_t>{10});
  CHECK(dropped_lines(holes, "sigma is not a finite number") == std::vector<std::size_t>{11});

  const MeasuredProfile two = read_data(head + loop + rows + "1 2 0.1 7 0.5\n2 2 0.2 6 0.4\n");
  CHECK(two.size() == 3);
  CHECK(any_mentions(two.audit.warnings, "more than one scan"));

  CHECK(mentions(data_error(head + loop + rows + "4 1 0.4"),
                 "data.dat:13: the last row of the _sas_scan_intensity loop of line 4 has 3 of 5"));
  CHECK(mentions(data_error("data_x\nloop_\n_sas_scan_intensity.id\n1\n2\n"), "has no rows of"));
  const std::string no_sigma =
      "data_x\nloop_\n_sas_scan_intensity.momentum_transfer\n_sas_scan_intensity.intensity\n"
      "0.01 5\n0.02 4\n0.03 3\n";
  CHECK(read_data(no_sigma).sigma.empty());
}
