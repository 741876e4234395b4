// What the tests of the command line share: small inputs, reading of curves, and the form that
// every error message has.
#pragma once

#include <zlib.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "errors.hpp"
#include "run_program.hpp"

namespace debye::test {

using Names = std::vector<std::string>;
using Rows = std::vector<std::vector<double>>;

inline const std::string two_models =
    "MODEL        1\n"
    "ATOM      1  N   GLY A   1       0.000   0.000   0.000  1.00 10.00           N\n"
    "ATOM      2  CA  GLY A   1       1.450   0.000   0.000  1.00 10.00           C\n"
    "ENDMDL\n"
    "MODEL        2\n"
    "ATOM      1  N   GLY A   1       0.000   0.000   0.000  1.00 10.00           N\n"
    "ATOM      2  CA  GLY A   1       0.000   1.650   0.000  1.00 10.00           C\n"
    "ENDMDL\n";

/// A residue that is in no dictionary, which is worth a warning.
inline const std::string with_warning =
    "ATOM      1  N   QZX A   1       0.000   0.000   0.000  1.00 10.00           N\n"
    "ATOM      2  CA  QZX A   1       1.450   0.000   0.000  1.00 10.00           C\n";

/// Iron takes no implicit hydrogens: I(0) = 4 f(0)².
inline const std::string two_irons = "2\ntwo irons\nFe 0 0 0\nFe 3 0 0\n";

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines that are no comments.
inline std::vector<std::string> data_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(text))
    if (!line.starts_with('#')) lines.push_back(line);
  return lines;
}

/// Their numbers; a word that is none becomes NaN.
inline Rows data_rows(const std::string& text) {
  Rows rows;
  for (const std::string& line : data_lines(text)) {
    rows.emplace_back();
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      double value = std::numeric_limits<double>::quiet_NaN();
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      const bool whole = error == std::errc() && end == word.data() + word.size();
      rows.back().push_back(whole ? value : std::numeric_limits<double>::quiet_NaN());
    }
  }
  return rows;
}

/// Only comments, then only rows of `columns` finite numbers.
inline bool is_pure_data(const std::string& text, std::size_t columns) {
  bool in_data = false;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with('#') && in_data) return false;
    in_data = !line.starts_with('#');
  }
  const Rows rows = data_rows(text);
  for (const auto& row : rows) {
    if (row.size() != columns) return false;
    for (const double value : row)
      if (!std::isfinite(value)) return false;
  }
  return !rows.empty();
}

inline double largest_relative_difference(const Rows& a, const Rows& b, std::size_t column) {
  if (a.size() != b.size() || a.empty()) return std::numeric_limits<double>::quiet_NaN();
  double largest = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    if (a[n].size() <= column || b[n].size() <= column)
      return std::numeric_limits<double>::quiet_NaN();
    if (a[n][column] == b[n][column]) continue;
    const double difference = std::abs(a[n][column] / b[n][column] - 1);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

inline void copy_lysozyme(const Workplace& place, const std::string& name = "lysozyme.pdb") {
  std::filesystem::copy_file(std::filesystem::path(DEBYE_DATA_DIR) / "lysozyme.pdb", place / name);
}

inline std::string gzipped(const std::string& text) {
  z_stream stream = {};
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string input = text, bytes(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

/// Exit code 2 (or `code`), nothing on standard output, one line on standard error with all
/// `parts`.
inline void check_error(const ProgramResult& result, const std::vector<std::string>& parts,
                        int code = 2) {
  CAPTURE(result.err);
  CHECK(result.exit_code == code);
  CHECK(result.out.empty());
  CHECK(result.err.starts_with("debye: "));
  CHECK(lines_of(result.err).size() == 1);
  for (const std::string& part : parts) {
    CAPTURE(part);
    CHECK(mentions(result.err, part));
  }
}

}  // namespace debye::test
