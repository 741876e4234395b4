// Whole curves, from file to intensity, against curves computed by other programs. They are not
// part of the project: without them these tests say so and pass.

#include <cmath>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "debye/pair_sum.hpp"
#include "form_factor.hpp"
#include "reference.hpp"
#include "shared_data.hpp"
#include "solution_fixtures.hpp"

using namespace debye;
using namespace debye::test;

namespace {

QGrid first_column(const std::vector<std::vector<double>>& rows) {
  std::vector<double> q;
  for (const auto& row : rows) q.push_back(row[0]);
  return QGrid(q);
}

Eigen::ArrayXd vacuum_curve(const std::string& path, const QGrid& q) {
  const Atoms atoms = read_atoms(read_input(path)).front();
  return make_cpu_engine(Precision::Double, 0)
      ->compute(make_model(atoms, q), q)
      .combine({1.0})
      .intensity;
}

}  // namespace

TEST_CASE("the vacuum column of CRYSOL for the 1XIB tetramer is met within 1 % up to q = 0.3") {
  const auto structure = shared_data("structures/1XIB_4mer.pdb.gz");
  const auto peer = shared_data("computed/gi_crysol3.int");
  if (!structure || !peer) return;
  const auto rows = table_rows(*peer, 5);  // q, total, vacuum, excluded volume, shell
  REQUIRE(rows.size() == 101);
  const Eigen::ArrayXd found = vacuum_curve(*structure, first_column(rows));
  double largest = 0;
  for (std::size_t n = 0; n < rows.size() && rows[n][0] <= 0.3; ++n) {
    const double error = std::abs(found[static_cast<Eigen::Index>(n)] / rows[n][2] - 1);
    largest = error <= largest ? largest : std::isnan(error) ? HUGE_VAL : error;
  }
  CHECK(largest <= 0.01);
}

TEST_CASE("the Debye curve of a carbon sphere is met to q = 20") {
  const auto structure = shared_data("structures/carbon_sphere.xyz");
  const auto peer = shared_data("computed/carbon_sphere_waxs_ausaxs.dat.gz");
  if (!structure || !peer) return;
  const auto rows = table_rows(*peer, 2);
  REQUIRE(rows.size() == 20000);
  const QGrid q = first_column(rows);
  const Eigen::ArrayXd found = vacuum_curve(*structure, q);
  // AUSAXS summed unit form factors, with errors of its own that show where I falls below a tenth
  // of N: at q = 0.544 (I = 15.5, N = 1985) it is 5.5e-4 off the double sum, which the next test
  // takes as the measure. Elsewhere both agree to 1e-4.
  const double n_atoms = 1985;
  double largest = 0;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const double f = form_factor(6, q[n]);
    const double unit = found[static_cast<Eigen::Index>(n)] / (f * f);
    const double error = std::abs(unit - rows[n][1]) / std::max(rows[n][1], 0.1 * n_atoms);
    largest = error <= largest ? largest : std::isnan(error) ? HUGE_VAL : error;
  }
  CHECK(largest <= 1e-4);
}

TEST_CASE("the curve of the carbon sphere is the double sum also at its deepest minima") {
  const auto structure = shared_data("structures/carbon_sphere.xyz");
  if (!structure) return;
  const QGrid q({0.225, 0.544, 1.5, 12.345});
  const ScatteringModel model = make_model(read_atoms(read_input(*structure)).front(), q);
  const Eigen::ArrayXd expected = reference_sum(model, q).combine({1.0}).intensity;
  const Eigen::ArrayXd found =
      make_cpu_engine(Precision::Double, 0)->compute(model, q).combine({1.0}).intensity;
  CHECK(((found - expected) / expected).abs().maxCoeff() <= 1e-9);
}
