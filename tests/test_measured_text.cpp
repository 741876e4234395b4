// Protects the reading of columns: whatever stands around the numbers and however they are written,
// the points are those of the file, and every row left out is counted with its line.

#include <chrono>
#include <string>
#include <vector>

#include "catch.hpp"
#include "measured/number_words.hpp"
#include "measured_text.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinRel;

namespace {

using Values = std::vector<double>;
using Lines = std::vector<std::size_t>;

const Values three_q = {0.01, 0.02, 0.03}, three_i = {5.5, 4.25, 3}, three_sigma = {0.5, 0.4, 0.3};

/// The three points above, in 1/Å, from any way to write them.
void check_three(const std::string& content) {
  CAPTURE(content);
  const MeasuredProfile data = read_data(content);
  CHECK(data.q == three_q);
  CHECK(data.intensity == three_i);
  CHECK(data.sigma == three_sigma);
  CHECK(data.dq.empty());
  CHECK(data.audit.unit == QUnit::InverseAngstrom);
  CHECK(is_data(content));
}

Values numbers_of(const std::string& line) {
  Values numbers;
  leading_numbers(line, numbers);
  return numbers;
}

}  // namespace

TEST_CASE("columns are found whatever separates them", "[measured]") {
  check_three("0.01 5.5 0.5\n0.02 4.25 0.4\n0.03 3 0.3\n");
  check_three("0.01\t5.5\t0.5\n0.02\t4.25\t0.4\n0.03\t3\t0.3\n");
  check_three("0.01,5.5,0.5\n0.02,4.25,0.4\n0.03,3,0.3\n");
  check_three("0.01, 5.5, 0.5\n0.02 ,4.25 ,0.4\n0.03,\t3,\t0.3\n");
  check_three("0.01;5.5;0.5\n0.02;4.25;0.4\n0.03;3;0.3\n");
  check_three("\"0.01\",\"5.5\",\"0.5\"\n\"0.02\",\"4.25\",\"0.4\"\n\"0.03\",\"3\",\"0.3\"\n");
  check_three("0.01,5.5,0.5,\n0.02,4.25,0.4,\n0.03,3,0.3,\n");
}

TEST_CASE("decimal commas are read where blanks or semicolons separate", "[measured]") {
  check_three("0,01;5,5;0,5\n0,02;4,25;0,4\n0,03;3;0,3\n");
  check_three("0,01 5,5 0,5\n0,02 4,25 0,4\n0,03 3 0,3\n");
  check_three("0,01\t5,5\t0,5\n0,02\t4,25\t0,4\n0,03\t3,0\t0,3\n");
  check_three("1,0E-2;5,5;0,5\n2,0E-2;4,25;0,4\n3,0D-2;3;0,3\n");
}

TEST_CASE("lines may end in any way and the file too", "[measured]") {
  check_three("0.01 5.5 0.5\r\n0.02 4.25 0.4\r\n0.03 3 0.3\r\n");
  check_three("0.01 5.5 0.5\r0.02 4.25 0.4\r0.03 3 0.3\r");
  check_three("0.01 5.5 0.5\n0.02 4.25 0.4\n0.03 3 0.3");
  check_three("0.01 5.5 0.5\n0.02 4.25 0.4\n0.03 3 0.3\x1A");
  check_three("0.01 5.5 0.5\r\n0.02 4.25 0.4\r\n0.03 3 0.3\r\n\x1A");
  check_three(
      "\xEF\xBB\xBF"
      "0.01 5.5 0.5\n0.02 4.25 0.4\n0.03 3 0.3\n");
  check_three("\n\n0.01 5.5 0.5\n\n0.02 4.25 0.4\n\n0.03 3 0.3\n\n \t\n");
}

TEST_CASE("numbers as Fortran and others write them", "[measured]") {
  check_three("1.0D-02 5.5D0 0.5\n2.0d-02 4.25d+00 0.4\n+3.0E-02 +3. .3\n");
  CHECK(data_number("1.0-103") == 1.0e-103);
  CHECK(data_number("-2.5+10") == -2.5e10);
  CHECK(data_number("1.0D-03") == 1e-3);
  CHECK(data_number("+1.0Q+03") == 1e3);
  CHECK(data_number("1e-400") == 0.0);
  CHECK(std::isinf(data_number("1e400").value()));
  CHECK(std::isinf(data_number("+inf").value()));
  for (const char* word : {"NaN", "nan", "-nan", "*****", "1.#QNAN", "-1.#IND", "N/A", "--"}) {
    CAPTURE(word);
    CHECK(std::isnan(data_number(word).value()));
  }
  for (const char* word : {"", "1.0-", "-", "1e", "1D5D5", "0x10", "1.2.3", "nm", "D5", "1-2-3",
                           "#", "+-5", "--5", "1e+-5", "+"}) {
    CAPTURE(word);
    CHECK_FALSE(data_number(word).has_value());
  }
  CHECK(numbers_of("0.1 2 three 4") == Values{0.1, 2});
  CHECK(numbers_of("# 0.1 2").empty());
  CHECK(numbers_of("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19").size() == max_columns);
  CHECK(numbers_of("1,,3").size() == 3);
  CHECK(std::isnan(numbers_of("1,,3")[1]));
}

TEST_CASE("headers and footers of any kind are passed over", "[measured]") {
  const std::string rows = "0.01 5.5 0.5\n0.02 4.25 0.4\n0.03 3 0.3\n";
  check_three("Sample: BSA 5 mg/ml\nT = 293 K\n" + rows + "creator: almerge\nversion 1.1 2\n");
  check_three("104\n" + rows);
  check_three(" TIME \n 1.0 \n 3\n" + rows);
  check_three("3 0 0 0 1 395 0\n 0 0 0 0\n 3 (F12.5,2E16.6)\n" + rows);
  check_three("1 2 3\n4 5 6\nend of the head\n" + rows);
  check_three("REMARK 265 10.0 mg/ml\nREMARK\n" + rows + "REMARK 265\n");
  check_three("17-Sep-2012 1 2\n2017 03 29 14:43\n" + rows + " =====\n");
  check_three("# 1 2 3\n# 2 3 4\n# 3 4 5\n# 4 5 6\n" + rows + "# 5 6 7\n");
  check_three(
      "### HEADER:\n#\n#{\n# \"Conc\": 4.27,\n# \"list\": [\n#  1, 2, 3,\n#  4, 5, 6\n# ]\n#}\n" +
      rows);
  check_three(rows + "{\n \"Conc\": 4.27\n}\n");
  check_three("data_001.dat Conc = 1.0\n" + rows);
}

TEST_CASE("the longest table whose first column behaves like q is the curve", "[measured]") {
  const std::string curve = gaussian_rows(20, 0.01, 0.01, 15);
  std::string distances = "# R P(R) Error\n", image, index;
  for (int i = 0; i < 50; ++i) distances += std::to_string(i) + ".5 1.0 0.1\n";
  for (int i = 0; i < 100; ++i) image += std::to_string(i % 4) + " 0.5 1.0 0.1\n";
  for (int i = 1; i < 60; ++i) index += std::to_string(i) + " 0.5 0.7\n";
  for (const std::string& other : {distances, image, index}) {
    CAPTURE(other);
    const MeasuredProfile after = read_data(other + "\n#  Q  I(Q)  Error\n" + curve);
    CHECK(after.size() == 20);
    CHECK(after.q[0] == 0.01);
    CHECK(read_data("q I err\n" + curve + "\n\nanother table\nand its head\n" + other).size() ==
          20);
  }
}

TEST_CASE("of several curves in a file the longest is read, with a warning", "[measured]") {
  const std::string text = "File 1 Chi: 1.2\n" + gaussian_rows(10, 0.01, 0.01, 15) +
                           "File 2 Chi: 1.3\n" + gaussian_rows(20, 0.02, 0.01, 15);
  const MeasuredProfile data = read_data(text);
  CHECK(data.size() == 20);
  CHECK(data.q[0] == 0.02);
  CHECK(any_mentions(data.audit.warnings,
                     "2 tables of 3 columns; the longest was read (lines 13-32)"));
  CHECK(read_data(gaussian_rows(10, 0.01, 0.01, 15)).audit.warnings.empty());
}

TEST_CASE("a line that cannot be read does not cut the curve", "[measured]") {
  const std::string half = gaussian_rows(10, 0.01, 0.01, 15);
  const std::string rest = gaussian_rows(10, 0.12, 0.01, 15);
  const MeasuredProfile damaged = read_data(half + "0.11 what? 1\n" + rest);
  CHECK(damaged.size() == 20);
  CHECK(dropped_lines(damaged, "not a row of 3 numbers") == Lines{11});
  const MeasuredProfile ragged = read_data(half + "0.11 5.0\n" + rest);
  CHECK(ragged.size() == 20);
  CHECK(dropped_lines(ragged, "not a row of 3 numbers") == Lines{11});
  const MeasuredProfile commented = read_data(half + "# 0.11 5.0 1\n#0.115 1 2\n#\n#\n" + rest);
  CHECK(commented.size() == 20);
  CHECK(commented.audit.dropped.empty());
}

TEST_CASE("a count or scale in two numbers before two columns is no point", "[measured]") {
  std::string rows;
  for (int i = 0; i < 8; ++i)
    rows += "0.0" + std::to_string(i + 1) + " " + std::to_string(9 - i) + "\n";
  const MeasuredProfile data = read_data("8 1.25\n" + rows);
  CHECK(data.size() == 8);
  CHECK(data.q[0] == 0.01);
  CHECK(dropped_lines(data, "line of numbers before the table") == Lines{1});
}

TEST_CASE("rows that are no points are dropped by reason and line", "[measured]") {
  const MeasuredProfile data = read_data(
      "head\n"
      "0.01 nan 0.1\n"
      "0.02 inf 0.1\n"
      "0.03 ****** 0.1\n"
      "0.04 1.0 0.0\n"
      "0.05 1.0 -0.1\n"
      "0.06 1.0 nan\n"
      "0.07 1e999 0.1\n"
      "-0.08 1.0 0.1\n"
      "0.09 2.0 0.1\n"
      "0.10 0.0 0.1\n"
      "0.11 -3.0 0.1\n"
      "nan 1.0 0.1\n"
      "0.12 1.0 0.1\n");
  CHECK(data.q == Values{0.09, 0.10, 0.11, 0.12});
  CHECK(data.intensity == Values{2, 0, -3, 1});
  CHECK(dropped_lines(data, "intensity is not a finite number") == Lines{2, 3, 4, 8});
  CHECK(dropped_lines(data, "sigma is not positive") == Lines{5, 6});
  CHECK(dropped_lines(data, "sigma is not a finite number") == Lines{7});
  CHECK(dropped_lines(data, "q is negative") == Lines{9});
  CHECK(dropped_lines(data, "q is not a finite number") == Lines{13});
  CHECK(data.audit.dropped.size() == 5);
}

TEST_CASE("q = 0 is a point if the rest of the row is good", "[measured]") {
  const MeasuredProfile data = read_data("0 6 0.1\n0.01 5 0.1\n0.02 4 0.1\n");
  CHECK(data.q == Values{0, 0.01, 0.02});
  CHECK(data.audit.dropped.empty());
}

TEST_CASE("rows are put in order, repeated q are kept in the order of the file", "[measured]") {
  const MeasuredProfile data =
      read_data("0.02 4 0.4\n0.01 5 0.5\n0.03 3 0.3\n0.02 4.5 0.45\n0.02 4.6 0.46\n");
  CHECK(data.q == Values{0.01, 0.02, 0.02, 0.02, 0.03});
  CHECK(data.intensity == Values{5, 4, 4.5, 4.6, 3});
  CHECK(data.sigma == Values{0.5, 0.4, 0.45, 0.46, 0.3});
  CHECK(data.audit.repeated_q == 2);
  CHECK_FALSE(data.audit.sorted);
  CHECK(any_mentions(data.audit.notes, "were sorted"));
  const MeasuredProfile falling = read_data("0.03 3 0.3\n0.02 4 0.4\n0.01 5 0.5\n");
  CHECK(falling.q == three_q);
  CHECK(falling.audit.repeated_q == 0);
  CHECK(read_data("0.01 5 1\n0.02 4 1\n0.03 3 2\n").audit.sorted);
}

TEST_CASE("a sigma is never invented", "[measured]") {
  const MeasuredProfile two = read_data("0.01 5\n0.02 4\n0.03 3\n");
  CHECK(two.sigma.empty());
  CHECK(two.audit.columns == "q, I (by place)");
  CHECK(any_mentions(two.audit.notes, "gives no sigma"));
  CHECK(two.audit.warnings.empty());
  const MeasuredProfile zero = read_data("0.01 5 0\n0.02 4 0.0\n0.03 3 0.\n");
  CHECK(zero.size() == 3);
  CHECK(zero.sigma.empty());
  CHECK(zero.audit.dropped.empty());
  CHECK(any_mentions(zero.audit.warnings, "sigma is 0 at every point"));
  const MeasuredProfile missing = read_data("0.01 5 nan\n0.02 4 nan\n0.03 3 -1\n");
  CHECK(missing.size() == 3);
  CHECK(missing.sigma.empty());
  CHECK(any_mentions(missing.audit.warnings, "no positive number"));
  const MeasuredProfile same = read_data("0.01 5 1\n0.02 4 1\n0.03 3 1\n");
  CHECK(same.sigma == Values{1, 1, 1});
  CHECK(any_mentions(same.audit.warnings, "sigma is the same at every point"));
}

TEST_CASE("only a column that the header names is a resolution", "[measured]") {
  const std::string rows = "0.01 5 0.5 0.001\n0.02 4 0.4 0.0015\n0.03 3 0.3 0.002\n";
  const MeasuredProfile plain = read_data(rows);
  CHECK(plain.dq.empty());
  CHECK(any_mentions(plain.audit.notes, "not used: column 4"));
  for (const char* names : {"# q I err dQ\n", "<X> <Y> <dY> <dX>\n", "Q,I,dI,SigmaQ\n",
                            "# q(A-1) I(cm-1) sigma sigma_q\n", "q I sigma resolution\n"}) {
    CAPTURE(names);
    const MeasuredProfile named = read_data(names + rows);
    CHECK(named.dq == Values{0.001, 0.0015, 0.002});
    CHECK(named.audit.columns == "q, I, sigma, dQ (header line 1)");
  }
  const MeasuredProfile width = read_data("q I err FWHM\n" + rows);
  REQUIRE(width.dq.size() == 3);
  CHECK_THAT(width.dq[0], WithinRel(0.001 / 2.354820045, 1e-9));
  const MeasuredProfile nanometres =
      read_data("q I err dQ\n" + rows, DataUnit{QUnit::InverseNanometre, false});
  CHECK_THAT(nanometres.dq[2], WithinRel(0.0002, 1e-12));
}

TEST_CASE("columns that cannot be a resolution are left out and said", "[measured]") {
  for (const char* value : {"1", "0", "9.9999997E-05"}) {
    std::string text;
    for (const char* q : {"0.01", "0.02", "0.03"})
      text += std::string(q) + " 5 0.5 " + value + "\n";
    CAPTURE(text);
    CHECK(read_data(text).dq.empty());
    CHECK(any_mentions(read_data(text).audit.notes, "in every row)"));
  }
  const MeasuredProfile zero = read_data("q I e_ dQ\n0.01 5 1 0\n0.02 4 1 0\n0.03 3 2 0\n");
  CHECK(zero.dq.empty());
  const MeasuredProfile bad = read_data("q I err dQ\n0.01 5 1 0.1\n0.02 4 1 -0.1\n0.03 3 2 0.1\n");
  CHECK(bad.size() == 3);
  CHECK(bad.dq.empty());
  CHECK(any_mentions(bad.audit.warnings, "1 of its values are not positive"));
  CHECK(bad.audit.columns == "q, I, sigma (header line 1)");
  const MeasuredProfile wide = read_data("q I err dQ\n0.01 5 1 1\n0.02 4 1 1\n0.03 3 2 1\n");
  CHECK(wide.dq.empty());
  CHECK(any_mentions(wide.audit.warnings, "larger than q"));
}

TEST_CASE("the name and the checksum are those of the input", "[measured]") {
  const MeasuredProfile data = read_data("0.01 5 1\n0.02 4 1\n0.03 3 2\n");
  CHECK(data.name == "data.dat");
  CHECK(data.sha256 == "abc");
  CHECK(data.audit.format == "columns");
}

TEST_CASE("a million rows take about a second, and so do a million lines of anything",
          "[measured]") {
  const auto seconds = [](const std::string& text) {
    const auto start = std::chrono::steady_clock::now();
    error_of([&] { read_data(text); });
    is_data(text);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  std::string rows, mixed, words;
  for (int i = 0; i < 1'000'000; ++i) {
    rows += std::to_string(i * 1e-6) + " 5.123456 0.123456\n";
    mixed += i % 2 == 0 ? "0.1 2 3\n" : "word 1 2 3\n";
    words += "1/nm name 4 pi\n";
  }
  // Ten times what an optimised build takes, so that only a change of order is found.
  CHECK(read_data(rows).size() == 1'000'000);
  CHECK(seconds(rows) < 20);
  CHECK(seconds(mixed) < 20);
  CHECK(seconds(words + "0.1 2 3\n0.2 2 3\n0.3 2 3\n") < 20);
}

TEST_CASE("what is no curve is refused with file, line and remedy", "[measured]") {
  CHECK(data_error("") == "data.dat: is empty; columns of q, intensity and sigma are expected");
  CHECK(mentions(data_error(" \n\r\n\t\n"), "data.dat: is empty"));
  CHECK(mentions(data_error("no numbers\nat all\n"), "data.dat: holds no rows of two numbers"));
  CHECK(mentions(data_error("1\n2\n3\n4\n"), "data.dat: holds no rows of two numbers"));
  CHECK(mentions(data_error("head\n0.1 2 3\n0.2 3 4\n"), "data.dat:2: no curve: only 2 rows"));
  CHECK(mentions(data_error("0.1 2 0\n0.2 nan 1\n0.3 1 1\n0.4 1 1\n"),
                 "data.dat:1: only 2 usable points"));
  CHECK(
      mentions(data_error("0.1 2 0\n0.2 nan 1\n0.3 1 1\n0.4 1 1\n"), "1 x sigma is not positive"));
  const std::string binary("\x01\x02\x00\x03\x04 abc \x05", 12);
  CHECK(mentions(data_error(binary), "data.dat: is a binary file"));
  CHECK(mentions(data_error("\xFF\xFE"
                            "0"),
                 "UTF-16"));
  CHECK(mentions(data_error("{\"a\": [1, 2]}"), "is JSON"));
  CHECK(mentions(data_error("<!DOCTYPE html><html></html>"), "web page"));
  CHECK(
      mentions(data_error("ATOM      1  N   ALA A   1      11.1  12.2  13.3\n"), "is a structure"));
  std::string image, qx_qy, radii;
  for (int i = 0; i < 100; ++i) {
    for (int k = 0; k < 30; ++k) image += "0." + std::to_string(i) + " ";
    image += "\n";
    qx_qy += "0.0" + std::to_string(i % 10) + " 0.0" + std::to_string(i / 10) + " 5.0\n";
    radii += std::to_string(2 * i) + ".5 1.0 0.1\n";
  }
  CHECK(mentions(data_error("head\n" + image), "data.dat:2: no curve: the table has more columns"));
  CHECK(mentions(data_error(qx_qy), "data.dat:1: no curve: column 1 takes only 10 values"));
  CHECK(mentions(data_error(radii), "data.dat:1: no curve: column 1 goes to 198.5"));
  CHECK(read_data(radii, DataUnit{QUnit::InverseNanometre, false}).size() == 100);
  CHECK(mentions(data_error("r P(r) err\n0 0 0.1\n1 2 0.1\n2 1 0.1\n"), "calls column 1 \"r\""));
  for (const std::string& text : {image, qx_qy, radii, binary, std::string("0.1 2\n")})
    CHECK_FALSE(is_data(text));
}

TEST_CASE("canSAS XML and HDF5 are recognised and refused with a remedy", "[measured]") {
  const std::string xml =
      "<?xml version=\"1.0\"?>\n<SASroot version=\"1.1\"><Q>0.1</Q></SASroot>\n";
  CHECK(mentions(data_error(xml),
                 "is a canSAS XML file, which debye does not read; export it as text"));
  CHECK(is_data(xml));
  const std::string hdf5("\x89HDF\r\n\x1A\n\0\0\0\0", 12);
  CHECK(mentions(data_error(hdf5), "is an HDF5 file (NXcanSAS?)"));
  CHECK(is_data(hdf5));
}

TEST_CASE("structures are no data", "[measured]") {
  CHECK_FALSE(is_data(""));
  CHECK_FALSE(is_data("ATOM      1  N   ALA A   1      11.104  13.207  10.000  1.00 20.00\n"));
  CHECK_FALSE(is_data("REMARK 265 q I\nHETATM    1  O   HOH A   1      11.104  13.207  10.000\n"));
  CHECK_FALSE(is_data("ATOM 1 N ALA 1 11.1 13.2 10.0 0.5 1.5\n"));
  CHECK_FALSE(
      is_data("data_1ABC\nloop_\n_atom_site.id\n_atom_site.Cartn_x\n1 0.1\n2 0.2\n3 0.3\n"));
  CHECK_FALSE(is_data("{\"1ABC\": {\"_atom_site\": {}}}"));
  CHECK_FALSE(is_data("3\nwater\nO 0.0 0.0 0.0\nH 0.1 0.2 0.3\nH 0.4 0.5 0.6\n"));
  CHECK_FALSE(is_data("\n4\n\n6 0.0 0.0 0.0\n6 0.1 0.2 0.3\n7 0.4 0.5 0.6\n8 0.4 0.5 0.6\n"));
  CHECK(is_data("3\n0.01 5 0.1\n0.02 4 0.1\n0.03 3 0.1\n"));
  CHECK(is_data("3\ncomment\n0.01 5 0.1\n0.02 4 0.1\n0.03 3 0.1\n"));
}
