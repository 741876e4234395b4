// Protects every row of the tables of displaced volumes against the published numbers, which are
// written out here by group as papers and programs print them.

#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "form_factor.hpp"
#include "shared_data.hpp"
#include "solution_fixtures.hpp"
#include "solvent/displaced_volume.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

struct Row {
  int atomic_number, hydrogens;
  double volume;  ///< [Å³]
};

/// Svergun, Barberato & Koch 1995. Their SH is 25.10, but S 19.86 and H 5.15 add up to
/// 25.01, which is what is used.
const std::vector<Row> svergun_rows = {
    {1, 0, 5.15},   {6, 0, 16.44},  {6, 1, 21.59},  {6, 2, 26.74}, {6, 3, 31.89},
    {7, 0, 2.49},   {7, 1, 7.64},   {7, 2, 12.79},  {7, 3, 17.94}, {8, 0, 9.13},
    {8, 1, 14.28},  {16, 0, 19.86}, {16, 1, 25.01}, {15, 0, 5.73}, {12, 0, 17.16},
    {20, 0, 31.89}, {25, 0, 9.20},  {26, 0, 7.99},  {29, 0, 8.78}, {30, 0, 9.85},
};

/// Radii [Å] of the same rows as the paper prints them.
const std::vector<Row> svergun_radii = {
    {1, 0, 1.07},  {6, 0, 1.58},  {6, 1, 1.73},  {6, 2, 1.85},  {6, 3, 1.97},
    {7, 0, 0.84},  {7, 1, 1.22},  {7, 2, 1.45},  {7, 3, 1.62},  {8, 0, 1.30},
    {8, 1, 1.50},  {16, 0, 1.68}, {16, 1, 1.81}, {15, 0, 1.11}, {12, 0, 1.60},
    {20, 0, 1.97}, {25, 0, 1.30}, {26, 0, 1.24}, {29, 0, 1.28}, {30, 0, 1.33},
};

/// FoXS: form factors of dummy atoms at q = 0 over 0.334 e/Å³.
const std::vector<Row> foxs_rows = {
    {1, 0, 5.15},   {6, 0, 16.44}, {6, 1, 21.59}, {6, 2, 26.74},  {6, 3, 31.89}, {7, 0, 2.49},
    {7, 1, 7.64},   {7, 2, 12.79}, {7, 3, 17.94}, {8, 0, 9.13},   {8, 1, 14.28}, {16, 0, 19.86},
    {16, 1, 25.01}, {15, 0, 5.73}, {12, 0, 9.0},  {20, 0, 9.0},   {25, 0, 9.0},  {26, 0, 9.0},
    {29, 0, 9.0},   {30, 0, 9.0},  {9, 0, 4.19},  {79, 0, 19.86},
};

/// Voronoi volumes of groups (AUSAXS, implicit hydrogens).
const std::vector<Row> voronoi_rows = {
    {6, 0, 8.895},   {6, 1, 12.430}, {6, 2, 22.033},  {6, 3, 34.092}, {7, 0, 9.558},
    {7, 1, 14.944},  {7, 2, 22.129}, {7, 3, 20.641},  {8, 0, 22.315}, {8, 1, 23.266},
    {16, 0, 26.356}, {8, 2, 29.8},   {16, 1, 34.192},
};

/// Mean-field volumes of groups (AUSAXS, implicit hydrogens; water as in the other table).
const std::vector<Row> mean_field_rows = {
    {6, 0, 12.352},  {6, 1, 11.640}, {6, 2, 34.583},  {6, 3, 41.851}, {7, 0, 0.027},
    {7, 1, 2.181},   {7, 2, 20.562}, {7, 3, 20.722},  {8, 0, 14.238}, {8, 1, 20.911},
    {16, 0, 15.413}, {8, 2, 29.8},   {16, 1, 28.529},
};

/// CaPP, ReadPDB.h.
const std::vector<Row> capp_rows = {
    {1, 0, 5.15},   {6, 0, 16.44},  {7, 0, 2.49},   {8, 0, 9.13},   {16, 0, 25.31}, {15, 0, 5.81},
    {12, 0, 45.09}, {20, 0, 59.07}, {25, 0, 37.05}, {26, 0, 35.88}, {29, 0, 35.13}, {30, 0, 37.79},
    {9, 0, 12.04},  {11, 0, 59.00}, {17, 0, 24.49}, {79, 0, 12.41}, {6, 2, 26.74},  {16, 1, 30.46},
};

void check_rows(VolumeTable table, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(volume_table_name(table), group_name(row.atomic_number, row.hydrogens));
    const DisplacedVolume found = displaced_volume(table, row.atomic_number, row.hydrogens);
    CHECK_THAT(found.value, WithinAbs(row.volume, 1e-9));
    CHECK(found.from_table);
  }
}

double sphere(double radius) { return 4 * M_PI / 3 * radius * radius * radius; }

/// Σ occupancy · f(0) of atoms and groups.
double electrons(const SolutionModel& model) {
  double sum = 0;
  for (const std::uint16_t type : model.scattering.type) sum += model.electrons(type, 0);
  return sum;
}

}  // namespace

TEST_CASE("volumes are those of Svergun, Barberato and Koch", "[solvent]") {
  check_rows(VolumeTable::Svergun, svergun_rows);
  REQUIRE(svergun_rows.size() == svergun_radii.size());
  for (const Row& row : svergun_radii) {
    CAPTURE(group_name(row.atomic_number, row.hydrogens));
    const double volume =
        displaced_volume(VolumeTable::Svergun, row.atomic_number, row.hydrogens).value;
    CHECK_THAT(std::cbrt(0.75 * volume / M_PI), WithinAbs(row.volume, 0.0055));
  }
}

TEST_CASE("volumes are those of FoXS", "[solvent]") { check_rows(VolumeTable::Foxs, foxs_rows); }

TEST_CASE("volumes are the Voronoi ones", "[solvent]") {
  check_rows(VolumeTable::Voronoi, voronoi_rows);
}

TEST_CASE("volumes are those of the mean field", "[solvent]") {
  check_rows(VolumeTable::MeanField, mean_field_rows);
}

TEST_CASE("volumes are those of CaPP", "[solvent]") { check_rows(VolumeTable::Capp, capp_rows); }

TEST_CASE("elements that a table lacks are spheres, and this is known", "[solvent]") {
  struct Lacking {
    VolumeTable table;
    int atomic_number;
    double radius;
  };
  // Metals: covalent radii of Cordero et al., Dalton Trans. (2008) 2832. Others: van der Waals
  // radii of Bondi, J. Phys. Chem. 68 (1964) 441, and Mantina et al., J. Phys. Chem. A 113 (2009)
  // 5806.
  for (const Lacking& lacking :
       {Lacking{VolumeTable::Svergun, 11, 1.66}, Lacking{VolumeTable::Svergun, 19, 2.03},
        Lacking{VolumeTable::Svergun, 28, 1.24}, Lacking{VolumeTable::Svergun, 79, 1.36},
        Lacking{VolumeTable::Svergun, 92, 1.96}, Lacking{VolumeTable::Svergun, 9, 1.47},
        Lacking{VolumeTable::Svergun, 17, 1.75}, Lacking{VolumeTable::Svergun, 34, 1.90},
        Lacking{VolumeTable::Svergun, 53, 1.98}, Lacking{VolumeTable::Foxs, 11, 1.66},
        Lacking{VolumeTable::Foxs, 17, 1.75}, Lacking{VolumeTable::Capp, 19, 2.03},
        Lacking{VolumeTable::Capp, 35, 1.85}, Lacking{VolumeTable::Voronoi, 11, 1.66},
        Lacking{VolumeTable::MeanField, 17, 1.75}}) {
    CAPTURE(volume_table_name(lacking.table), lacking.atomic_number);
    const DisplacedVolume found = displaced_volume(lacking.table, lacking.atomic_number, 0);
    CHECK_THAT(found.value, WithinRel(sphere(lacking.radius), 1e-6));
    CHECK_FALSE(found.from_table);
  }
  // With hydrogens, as in a selenol: the sphere and the hydrogen.
  const DisplacedVolume selenol = displaced_volume(VolumeTable::Svergun, 34, 1);
  CHECK_THAT(selenol.value, WithinRel(sphere(1.90) + 5.15, 1e-6));
  CHECK_FALSE(selenol.from_table);
  for (int z = 1; z <= 98; ++z) {
    CAPTURE(z);
    const double volume = displaced_volume(VolumeTable::Svergun, z, 0).value;
    CHECK(volume > 0);
    CHECK(volume < 80);
  }
}

TEST_CASE("what the tables of groups lack is taken from the first table", "[solvent]") {
  // Methane, ammonium, phosphorus.
  for (const VolumeTable table : {VolumeTable::Voronoi, VolumeTable::MeanField}) {
    CHECK_THAT(displaced_volume(table, 6, 4).value, WithinAbs(16.44 + 4 * 5.15, 1e-9));
    CHECK_THAT(displaced_volume(table, 7, 4).value, WithinAbs(2.49 + 4 * 5.15, 1e-9));
    CHECK_THAT(displaced_volume(table, 15, 0).value, WithinAbs(5.73, 1e-9));
  }
}

TEST_CASE("displaced solvent is a Gaussian sphere with the divisor 4 pi", "[solvent]") {
  const QGrid q({0.0, 0.1, 0.3, 0.5, 1.0});
  // Carbon, 16.44 Å³: V^{2/3} = 6.465486, over 4π 0.514507 Å². With 16π, as one program has it, it
  // would be 5.3172 at q = 0.5.
  const Eigen::ArrayXd carbon = displaced_form_factor(16.44, 0.334, q);
  const std::vector<double> expected = {5.490960, 5.462781, 5.242495, 4.828213, 3.282470};
  REQUIRE(carbon.size() == 5);
  for (std::size_t n = 0; n < 5; ++n)
    CHECK_THAT(carbon[static_cast<Eigen::Index>(n)], WithinRel(expected[n], 1e-5));
  for (const double volume : {0.027, 5.15, 59.0}) {
    const Eigen::ArrayXd found = displaced_form_factor(volume, 0.4, q);
    const double radius = std::cbrt(0.75 * volume / M_PI);
    for (std::size_t n = 0; n < q.size(); ++n)  // by the radius, as FoXS writes it
      CHECK_THAT(found[static_cast<Eigen::Index>(n)],
                 WithinRel(0.4 * volume *
                               std::exp(-std::pow(4 * M_PI / 3, 2.0 / 3) * radius * radius * q[n] *
                                        q[n] / (4 * M_PI)),
                           1e-12));
  }
}

TEST_CASE("volume and electrons of glucose isomerase are those of CRYSOL", "[solvent]") {
  const auto structure = shared_data("structures/1XIB_4mer.pdb.gz");
  if (!structure) return;
  SolventOptions options;
  options.shell_width = 0;
  const SolutionModel model = make_solution_model(read_structure(*structure), QGrid({0}), options);
  CHECK_THAT(model.displaced_volume, WithinRel(213838, 0.003));
  CHECK_THAT(electrons(model), WithinRel(92208, 0.003));
  CHECK(model.without_volume.empty());
}

TEST_CASE("volume and mean radius of lysozyme are those of FoXS", "[solvent]") {
  const auto structure = shared_data("structures/6lyz.pdb");
  if (!structure) return;
  SolventOptions options;
  options.shell_width = 0;
  options.volumes = VolumeTable::Foxs;
  const SolutionModel model = make_solution_model(read_structure(*structure), QGrid({0}), options);
  CHECK_THAT(model.displaced_volume, WithinRel(17446.6, 0.005));
  CHECK_THAT(model.mean_radius, WithinRel(1.5713, 0.001));
  CHECK_THAT(electrons(model), WithinRel(7638.3, 0.005));
}
