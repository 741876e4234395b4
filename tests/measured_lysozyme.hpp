// Measurements of lysozyme in solution, made by the program itself with known parameters and known
// noise, for the tests of `debye fit`.
#pragma once

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "solution_models.hpp"

namespace debye::test {

/// How a measurement is made.
struct Making {
  std::string model = "lysozyme.pdb", options = "";
  std::string grid = "0.01:0.4:200";
  std::uint64_t seed = 1;  ///< 0: no noise
  double c1 = 1.02, shell_contrast = 0.03, scale = 2e-6, constant = 0;
};

/// Columns q [1/Å], I, sigma; sigma is 0.5 % of I and 1e-4 of the first I.
inline Rows measure(const Workplace& place, const Making& making = {}) {
  const ProgramResult curve =
      place.run("debye " + making.model + " --quiet --device cpu -q " + making.grid + " --c1 " +
                std::to_string(making.c1) + " --shell-contrast " +
                std::to_string(making.shell_contrast) + " " + making.options);
  Rows rows = data_rows(curve.out);
  REQUIRE(rows.size() > 1);
  std::mt19937_64 random(making.seed);
  const double first = rows[0][1];
  for (auto& row : rows) {
    const double sigma = making.scale * (0.005 * row[1] + 1e-4 * first);
    const double noise = making.seed > 0 ? sigma * normal(random) : 0.0;
    row = {row[0], making.scale * row[1] + making.constant + noise, sigma};
  }
  return rows;
}

/// @param q_factor  from 1/Å to the unit of the file
inline std::string as_text(const Rows& rows, double q_factor = 1) {
  std::string text;
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) {
      char word[32];
      std::snprintf(word, sizeof word, "%.12e", k == 0 ? q_factor * row[k] : row[k]);
      text += word + std::string(k + 1 < row.size() ? " " : "\n");
    }
  return text;
}

/// lysozyme.pdb, and data.dat measured from it.
inline void put_pair(const Workplace& place) {
  copy_lysozyme(place);
  place.write("data.dat", as_text(measure(place)));
}

/// ATOM records of lysozyme with x `stretch` times as large, without the first `left_out` atoms.
inline std::string changed_lysozyme(const Workplace& place, double stretch,
                                    std::size_t left_out = 0) {
  std::string text;
  std::size_t atom = 0;
  for (std::string line : lines_of(place.read("lysozyme.pdb"))) {
    if (!line.starts_with("ATOM") || atom++ < left_out) continue;
    char x[16];
    std::snprintf(x, sizeof x, "%8.3f", stretch * std::stod(line.substr(30, 8)));
    text += line.replace(30, 8, x) + '\n';
  }
  return text;
}

/// The JSON of a fit that must succeed and say nothing on standard error.
inline Json fit_of(const Workplace& place, const std::string& arguments) {
  const ProgramResult result = place.run("debye fit --quiet --json " + arguments);
  CAPTURE(arguments, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return parse_json(result.out);
}

inline double value_of(const Json& fit, const std::string& parameter) {
  return fit["parameters"][parameter]["value"].number;
}

/// Largest difference of two fits in a parameter, in stated errors of the first.
inline double difference_in_errors(const Json& a, const Json& b) {
  double largest = 0;
  for (const auto& [name, parameter] : a["parameters"].object)
    largest = std::max(largest, std::abs(parameter["value"].number - value_of(b, name)) /
                                    parameter["error"].number);
  return largest;
}

}  // namespace debye::test
