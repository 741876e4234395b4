// See displaced_volume.hpp. Values as tabulated in the papers named there.

#include "solvent/displaced_volume.hpp"

#include <array>
#include <cmath>
#include <gemmi/elem.hpp>
#include <numbers>
#include <optional>
#include <span>

namespace debye {
namespace {

struct ElementVolume {
  int atomic_number;
  double value;  // [Å³]
};

/// An atom with 0, 1, 2 and 3 hydrogens; 0 where the table has no such group.
struct GroupVolumes {
  int atomic_number;
  std::array<double, 4> value;  // [Å³]
};

constexpr double hydrogen = 5.15;

constexpr ElementVolume svergun[] = {
    {1, hydrogen}, {6, 16.44},  {7, 2.49},  {8, 9.13},  {12, 17.16}, {15, 5.73},
    {16, 19.86},   {20, 31.89}, {25, 9.20}, {26, 7.99}, {29, 8.78},  {30, 9.85},
};

constexpr ElementVolume foxs[] = {
    {1, hydrogen}, {6, 16.44}, {7, 2.49}, {8, 9.13}, {9, 4.19}, {12, 9.0}, {15, 5.73},
    {16, 19.86},   {20, 9.0},  {25, 9.0}, {26, 9.0}, {29, 9.0}, {30, 9.0}, {79, 19.86},
};

constexpr ElementVolume capp[] = {
    {1, hydrogen}, {6, 16.44},  {7, 2.49},   {8, 9.13},   {9, 12.04},  {11, 59.00},
    {12, 45.09},   {15, 5.81},  {16, 25.31}, {17, 24.49}, {20, 59.07}, {25, 37.05},
    {26, 35.88},   {29, 35.13}, {30, 37.79}, {79, 12.41},
};

constexpr GroupVolumes voronoi[] = {
    {6, {8.895, 12.430, 22.033, 34.092}},
    {7, {9.558, 14.944, 22.129, 20.641}},
    {8, {22.315, 23.266, 29.8, 0}},
    {16, {26.356, 34.192, 0, 0}},
};

constexpr GroupVolumes mean_field[] = {
    {6, {12.352, 11.640, 34.583, 41.851}},
    {7, {0.027, 2.181, 20.562, 20.722}},
    {8, {14.238, 20.911, 29.8, 0}},
    {16, {15.413, 28.529, 0, 0}},
};

std::optional<double> find(std::span<const ElementVolume> table, int atomic_number) {
  for (const ElementVolume& row : table)
    if (row.atomic_number == atomic_number) return row.value;
  return std::nullopt;
}

std::optional<double> find(std::span<const GroupVolumes> table, int atomic_number, int hydrogens) {
  for (const GroupVolumes& row : table)
    if (row.atomic_number == atomic_number && hydrogens < 4 &&
        row.value[static_cast<std::size_t>(hydrogens)] > 0)
      return row.value[static_cast<std::size_t>(hydrogens)];
  return std::nullopt;
}

double sphere_of(int atomic_number) {
  const auto element = static_cast<gemmi::El>(atomic_number);
  const double radius = gemmi::is_metal(element) ? double{gemmi::covalent_radius(element)}
                                                 : double{gemmi::vdw_radius(element)};
  return 4 * std::numbers::pi / 3 * radius * radius * radius;
}

std::span<const ElementVolume> element_table(VolumeTable table) {
  switch (table) {
    case VolumeTable::Foxs:
      return foxs;
    case VolumeTable::Capp:
      return capp;
    default:
      return svergun;
  }
}

}  // namespace

DisplacedVolume displaced_volume(VolumeTable table, int atomic_number, int hydrogens) {
  std::optional<double> group;
  if (table == VolumeTable::Voronoi) group = find(voronoi, atomic_number, hydrogens);
  if (table == VolumeTable::MeanField) group = find(mean_field, atomic_number, hydrogens);
  if (group) return {*group, true};
  const std::optional<double> bare = find(element_table(table), atomic_number);
  return {bare.value_or(sphere_of(atomic_number)) + hydrogens * hydrogen, bare.has_value()};
}

Eigen::ArrayXd displaced_form_factor(double volume, double density, const QGrid& q) {
  const Eigen::Map<const Eigen::ArrayXd> values(q.values().data(),
                                                static_cast<Eigen::Index>(q.size()));
  const double width = std::pow(volume, 2.0 / 3.0) / (4 * std::numbers::pi);
  return density * volume * (-width * values.square()).exp();
}

const char* volume_table_name(VolumeTable table) {
  switch (table) {
    case VolumeTable::Svergun:
      return "svergun";
    case VolumeTable::Foxs:
      return "foxs";
    case VolumeTable::Voronoi:
      return "voronoi";
    case VolumeTable::MeanField:
      return "mean-field";
    case VolumeTable::Capp:
      return "capp";
  }
  return "";
}

double surface_radius(int atomic_number) {
  return double{gemmi::vdw_radius(static_cast<gemmi::El>(atomic_number))};
}

}  // namespace debye
