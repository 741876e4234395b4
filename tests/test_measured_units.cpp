// Protects the unit of q: what the user says counts first, then the header, then the numbers; the
// reason is told, and words that only look like a unit count for nothing.

#include <string>
#include <vector>

#include "catch.hpp"
#include "measured/guinier.hpp"
#include "measured/q_unit.hpp"
#include "measured_text.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinRel;

namespace {

constexpr QUnit angstrom = QUnit::InverseAngstrom, nanometre = QUnit::InverseNanometre;

/// Rows that are 1/Å by their numbers, and rows that are 1/nm.
const std::string protein_rows = gaussian_rows(50, 0.01, 0.01, 20);
const std::string nanometre_rows = gaussian_rows(50, 0.1, 0.1, 2);

struct Word {
  const char* line;
  bool angstrom, nanometre;
};

}  // namespace

TEST_CASE("units of the data by name and by CRYSOL's codes", "[measured]") {
  const auto check = [](const std::string& text, QUnit unit, bool sin_theta) {
    CAPTURE(text);
    const auto parsed = parse_data_unit(text);
    REQUIRE(parsed.has_value());
    CHECK(parsed->unit == unit);
    CHECK(parsed->sin_theta == sin_theta);
  };
  check("1/A", angstrom, false);
  check("1/nm", nanometre, false);
  check("2sin/A", angstrom, true);
  check("2sin/nm", nanometre, true);
  check("1", angstrom, false);
  check("2", nanometre, false);
  check("3", angstrom, true);
  check("4", nanometre, true);
  check("1/a", angstrom, false);
  check("1/NM", nanometre, false);
  for (const char* text : {"auto", "u", "AUTO"}) CHECK_FALSE(parse_data_unit(text).has_value());
  for (const char* text : {"", "5", "0", "nm", "1/cm", "1/A ", "A"}) {
    CAPTURE(text);
    const std::string message = error_of([&] { parse_data_unit(text); });
    CHECK(mentions(message, "'" + std::string(text) + "' is not known; give auto, 1/A, 1/nm,"));
  }
}

TEST_CASE("the unit given counts before header and numbers", "[measured]") {
  const std::string text = "# q (1/nm) I err\n" + protein_rows;
  const MeasuredProfile data = read_data(text, DataUnit{angstrom, false});
  CHECK(data.q[0] == 0.01);
  CHECK(data.audit.unit == angstrom);
  CHECK(data.audit.unit_reason == "1/A: as asked");
  CHECK_THAT(read_data(text, DataUnit{nanometre, false}).q[0], WithinRel(0.001, 1e-12));
  const MeasuredProfile sine = read_data(text, DataUnit{nanometre, true});
  CHECK_THAT(sine.q[0], WithinRel(0.001 * 6.283185307179586, 1e-12));
  CHECK(sine.audit.sin_theta);
  CHECK(sine.audit.unit_reason == "2 sin(theta)/lambda in 1/nm: as asked");
  CHECK_THAT(read_data(text, DataUnit{angstrom, true}).q[49], WithinRel(3.141592653589793, 1e-9));
}

TEST_CASE("words of a header that name a unit, and words that do not", "[measured]") {
  const std::vector<Word> words = {{"# q (1/nm) I err", false, true},
                                   {"lysozyme 46 mg/ml - 1/nm file", false, true},
                                   {"# q[nm-1] I", false, true},
                                   {"q in nm^-1", false, true},
                                   {"s, nm^{-1}", false, true},
                                   {"q (nm\xE2\x81\xBB\xC2\xB9)", false, true},
                                   {"@ xaxis label \"q (nm\\S-1\\N)\"", false, true},
                                   {"q_nm^-1 I err", false, true},
                                   {"# q(nm) I", false, true},
                                   {"q is in inverse nanometers.", false, true},
                                   {"Units: 1/NM", false, true},
                                   {"# q (1/A) I err", true, false},
                                   {"q[A-1] I(q) sigma(q)", true, false},
                                   {"# q(A^-1), I", true, false},
                                   {"q : defined in inverse Angstroms", true, false},
                                   {"q (1/Angstrom)\tIntensity (a.u.)", true, false},
                                   {"q (\xC3\x85^-1)", true, false},
                                   {"q [1/\xC3\x85]", true, false},
                                   {"q (\xC3\x85\xE2\x81\xBB\xC2\xB9)", true, false},
                                   {"q [1/\xC5]", true, false},
                                   {"s (A-1)", true, false},
                                   {"q_A^-1 I", true, false},
                                   {"converted from 1/nm to 1/A", true, true},
                                   {"Sample name: enm1", false, false},
                                   {"nm", false, false},
                                   {"wavelength 0.154 nm", false, false},
                                   {"Wavelength (A): 1.0", false, false},
                                   {"Rg = 3.5 nm", false, false},
                                   {"/data/visitor/1/nm/run.dat", false, false},
                                   {"/data/1/A/run.dat", false, false},
                                   {"C:\\data\\nm-1.dat", false, false},
                                   {"sample_1/A.dat", false, false},
                                   {"bsa_nm-1_002.dat", false, false},
                                   {"Sample A-1 in buffer B-2", false, false},
                                   {"sld 6.3e-6 1/A^2", false, false},
                                   {"contrast in A^-2", false, false},
                                   {"dilution 1/aliquot", false, false},
                                   {"parameters (a, b)", false, false},
                                   {"values (nm)", false, false},
                                   {"I (1/cm)", false, false}};
  for (const Word& word : words) {
    CAPTURE(word.line);
    const UnitWords found = unit_words(word.line);
    CHECK(found.angstrom == word.angstrom);
    CHECK(found.nanometre == word.nanometre);
    CHECK(found.word.empty() == !(word.angstrom || word.nanometre));
  }
}

TEST_CASE("the header counts before the numbers", "[measured]") {
  const MeasuredProfile nm = read_data("# q in 1/nm\n" + gaussian_rows(50, 0.01, 0.01, 4));
  CHECK(nm.audit.unit == nanometre);
  CHECK_THAT(nm.q[0], WithinRel(0.001, 1e-12));
  CHECK(nm.audit.unit_reason == "1/nm: the header says \"1/nm\" (line 1)");
  CHECK(nm.audit.warnings.empty());
  const MeasuredProfile names = read_data("converted to 1/nm\nq[A-1] I err\n" + protein_rows);
  CHECK(names.audit.unit == angstrom);
  CHECK(names.audit.unit_reason == "1/A: the header says \"a-1\"");
  const MeasuredProfile footer = read_data(gaussian_rows(50, 0.1, 0.03, 2) + "angular unit: 1/A\n");
  CHECK(footer.audit.unit == angstrom);
  CHECK(any_mentions(footer.audit.warnings, "gives a particle with Rg 2 A; is the unit right?"));
}

TEST_CASE("a header that names both units is warned of and does not count", "[measured]") {
  const MeasuredProfile data = read_data("q in 1/A\nformerly 1/nm\n" + protein_rows);
  CHECK(data.audit.unit == angstrom);
  CHECK(mentions(data.audit.unit_reason, "Rg is then about 20 A"));
  CHECK(any_mentions(data.audit.warnings, "names both 1/A and 1/nm"));
}

TEST_CASE("q of 2 sin(theta)/lambda is recognised by name", "[measured]") {
  const MeasuredProfile data =
      read_data("s = 2*sin(theta)/lambda [1/A]\n" + gaussian_rows(50, 0.002, 0.002, 125));
  CHECK(data.audit.sin_theta);
  CHECK_THAT(data.q[0], WithinRel(0.002 * 6.283185307179586, 1e-12));
  CHECK(mentions(data.audit.unit_reason, "q is 2 sin(theta)/lambda"));
  CHECK(data.audit.warnings.empty());
  for (const char* line : {"q = 4*pi*sin(theta)/lambda\n",
                           "s=4 pi sin(theta)/lambda, 2theta = 2 sin\n", "theta = 2 sin^-1(x)\n"}) {
    CAPTURE(line);
    CHECK_FALSE(read_data(line + protein_rows).audit.sin_theta);
  }
}

TEST_CASE("the size of the particle tells the unit", "[measured]") {
  const MeasuredProfile a = read_data(protein_rows);
  CHECK(a.audit.unit == angstrom);
  CHECK(mentions(a.audit.unit_reason, "1/A: Rg is then about 20 A, and the last q is 0.5"));
  const MeasuredProfile nm = read_data(nanometre_rows);
  CHECK(nm.audit.unit == nanometre);
  CHECK_THAT(nm.q[49], WithinRel(0.5, 1e-12));
  CHECK(mentions(nm.audit.unit_reason, "1/nm: Rg is then about 20 A, and the last q is 5"));
  // Ends below 2, but no particle has Rg = 2 Å.
  CHECK(read_data(gaussian_rows(60, 0.1, 0.03, 2)).audit.unit == nanometre);
  // Wide-angle data of a protein in 1/Å, and a large complex in 1/nm.
  CHECK(read_data(gaussian_rows(300, 0.01, 0.01, 15)).audit.unit == angstrom);
  CHECK(read_data(gaussian_rows(100, 0.05, 0.03, 9)).audit.unit == nanometre);
  CHECK(read_data(gaussian_rows(100, 0.002, 0.0005, 300)).audit.unit == angstrom);
}

TEST_CASE("where the particle has no size the range of q tells the unit", "[measured]") {
  const auto flat = [](double step) {
    std::string text;
    for (int i = 1; i <= 40; ++i) text += std::to_string(i * step) + " 0.6 0.01\n";
    return text;
  };
  CHECK(read_data(flat(0.01)).audit.unit_reason == "1/A: the last q is 0.4");
  CHECK(read_data(flat(0.1)).audit.unit_reason == "1/nm: the last q is 4");
}

TEST_CASE("Guinier's radius from good and bad beginnings", "[measured]") {
  const auto radius = [](const std::string& text) {
    const MeasuredProfile data = read_data(text, DataUnit{});
    return guinier_radius(data.q, data.intensity, data.sigma);
  };
  CHECK_THAT(radius(protein_rows).value(), WithinRel(20, 0.01));
  CHECK_THAT(radius(gaussian_rows(200, 0, 0.002, 35)).value(), WithinRel(35, 0.01));
  // Shadow of the beam stop, and a bright pixel.
  CHECK_THAT(radius("0.001 5 1\n0.002 20 1\n0.003 -4 1\n0.004 900 1\n" + protein_rows).value(),
             WithinRel(20, 0.02));
  CHECK_FALSE(radius(gaussian_rows(50, 0.1, 0.01, 20)).has_value());   // starts at q Rg = 2
  CHECK_FALSE(radius(gaussian_rows(50, 0.01, 0.001, 5)).has_value());  // does not fall enough
  CHECK_FALSE(radius("0.01 -5 1\n0.02 -4 1\n0.03 -3 1\n0.04 -2 1\n0.05 -2 1\n").has_value());
}
