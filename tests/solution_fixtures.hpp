// Atoms in solution for the tests of displaced volume, hydration shell, model and fit: made-up
// bodies, structures turned at random, and tables of other programs.
#pragma once

#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "debye/atoms.hpp"
#include "debye/pair_sum.hpp"
#include "debye/solution.hpp"
#include "debye/solution_model.hpp"
#include "models.hpp"

namespace debye::test {

/// Atoms of one element, without hydrogens.
inline Atoms atoms_at(const std::vector<Position>& position, int atomic_number = 6) {
  Atoms atoms;
  atoms.position = position;
  atoms.atomic_number.assign(position.size(), static_cast<std::uint8_t>(atomic_number));
  atoms.bonded_hydrogens.assign(position.size(), 0);
  atoms.occupancy.assign(position.size(), 1);
  return atoms;
}

inline Atoms read_structure(const std::string& path, const ReadOptions& options = {}) {
  return read_atoms(read_input(path), options).front();
}

inline Atoms lysozyme() { return read_structure(DEBYE_DATA_DIR "/lysozyme.pdb"); }

/// Coordinates as multiples of 2^-10 Å, so that whole numbers can be added without rounding.
inline Atoms with_short_coordinates(Atoms atoms) {
  for (Position& p : atoms.position)
    for (double& x : p) x = std::round(x * 1024) / 1024;
  return atoms;
}

inline Atoms moved(Atoms atoms, const Position& shift) {
  for (Position& p : atoms.position)
    for (std::size_t k = 0; k < 3; ++k) p[k] += shift[k];
  return atoms;
}

/// Turned about the origin by a random rotation, all of them equally likely (Shoemake).
inline Atoms turned(Atoms atoms, std::mt19937_64& random) {
  const double u = uniform(random), a = 2 * M_PI * uniform(random), b = 2 * M_PI * uniform(random);
  const double x = std::sqrt(1 - u) * std::sin(a), y = std::sqrt(1 - u) * std::cos(a);
  const double z = std::sqrt(u) * std::sin(b), w = std::sqrt(u) * std::cos(b);
  for (Position& p : atoms.position)
    p = {
        (1 - 2 * (y * y + z * z)) * p[0] + 2 * (x * y - z * w) * p[1] + 2 * (x * z + y * w) * p[2],
        2 * (x * y + z * w) * p[0] + (1 - 2 * (x * x + z * z)) * p[1] + 2 * (y * z - x * w) * p[2],
        2 * (x * z - y * w) * p[0] + 2 * (y * z + x * w) * p[1] + (1 - 2 * (x * x + y * y)) * p[2]};
  return atoms;
}

/// About `spacing` apart on a sphere (a Fibonacci spiral), but for those within `hole` radians of
/// the z axis.
inline std::vector<Position> points_on_sphere(double radius, double spacing, double hole = 0) {
  const int n = static_cast<int>(std::ceil(4 * M_PI * radius * radius / (spacing * spacing)));
  std::vector<Position> points;
  for (int i = 0; i < n; ++i) {
    const double z = 1 - (2 * i + 1.0) / n, rho = std::sqrt(1 - z * z);
    const double angle = i * M_PI * (3 - std::sqrt(5.0));
    if (std::acos(z) < hole) continue;
    points.push_back({radius * rho * std::cos(angle), radius * rho * std::sin(angle), radius * z});
  }
  return points;
}

/// Partial profiles in double precision on the CPU.
inline SolutionProfiles sum_model(const SolutionModel& model, const QGrid& q) {
  return {make_cpu_engine(Precision::Double, 0)->compute(model.scattering, q), model.mean_radius};
}

/// max over q of |a/b − 1|; infinite if any ratio is not finite.
inline double largest_difference(const Eigen::ArrayXd& a, const Eigen::ArrayXd& b) {
  const Eigen::ArrayXd difference = (a / b - 1).abs();
  return a.size() == b.size() && difference.allFinite() ? difference.maxCoeff() : HUGE_VAL;
}

/// The rows of a text table that consist of at least `columns` numbers.
inline std::vector<std::vector<double>> table_rows(const std::string& path, std::size_t columns) {
  std::istringstream text(read_input(path).content);
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::vector<double> row;
    for (double value = 0; words >> value;) row.push_back(value);
    if (words.eof() && row.size() >= columns) rows.push_back(row);
  }
  return rows;
}

}  // namespace debye::test
