// See random_protein.hpp.

#include "random_protein.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "form_factor.hpp"

namespace debye {
namespace {

constexpr double volume_per_atom = 17.2;  // 134 Å³ a residue of 7.8 heavy atoms

struct Group {
  int atomic_number, hydrogens;
  double share;  ///< of the heavy atoms of an average protein
};

/// Shares counted by hand from hen egg-white lysozyme, rounded.
constexpr Group groups[] = {{6, 0, 0.24}, {6, 1, 0.16}, {6, 2, 0.14}, {6, 3, 0.08}, {7, 1, 0.13},
                            {7, 2, 0.05}, {7, 0, 0.01}, {8, 0, 0.15}, {8, 1, 0.03}, {16, 0, 0.01}};

/// The n cells (i, j, k) of a lattice that are nearest the middle of the shape.
std::vector<std::array<int, 3>> nearest_cells(ProteinShape shape, std::size_t n) {
  const double count = static_cast<double>(n), pi = std::numbers::pi;
  const double cell = std::cbrt(volume_per_atom);
  const double rod = 10.5 / cell, thickness = 25 / cell;  // [cells]
  double across = std::cbrt(0.75 * count / pi), along = across, middle = 0;
  if (shape == ProteinShape::Rod) {
    across = std::min(across, rod);
    along = 0.5 * count / (pi * across * across);
  } else if (shape == ProteinShape::Shell) {
    middle = std::sqrt(count / (4 * pi * thickness));
    across = along = middle + std::max(thickness, across);
  }
  const auto squared = [](double x) { return x * x; };
  const auto distance = [&](const std::array<int, 3>& c) {
    const double rho2 = squared(c[0]) + squared(c[1]), z = c[2];
    if (shape == ProteinShape::Rod) return rho2 < squared(across) ? std::abs(z) : along + rho2;
    return std::abs(std::sqrt(rho2 + squared(z)) - middle);
  };
  const int reach = static_cast<int>(across) + 2, reach_z = static_cast<int>(along) + 4;
  std::vector<std::pair<double, std::array<int, 3>>> cells;
  for (int i = -reach; i <= reach; ++i)
    for (int j = -reach; j <= reach; ++j)
      for (int k = -reach_z; k <= reach_z; ++k) cells.push_back({distance({i, j, k}), {i, j, k}});
  std::stable_sort(cells.begin(), cells.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::array<int, 3>> nearest;
  for (std::size_t i = 0; i < n; ++i) nearest.push_back(cells[i].second);
  return nearest;
}

}  // namespace

ScatteringModel shaped_protein(ProteinShape shape, std::size_t n, const QGrid& q) {
  ScatteringModel model;
  Channel vacuum{"vacuum", {}};
  vacuum.form.resize(static_cast<Eigen::Index>(std::size(groups)),
                     static_cast<Eigen::Index>(q.size()));
  std::vector<double> shares;
  for (const Group& group : groups) {
    vacuum.form.row(static_cast<Eigen::Index>(shares.size())) =
        united_form_factor(group.atomic_number, group.hydrogens, q).transpose();
    shares.push_back(group.share);
    model.type_name.push_back(group_name(group.atomic_number, group.hydrogens));
  }
  model.channels.push_back(std::move(vacuum));

  std::mt19937_64 random(n);
  // Plain arithmetic on the generator's output: the standard distributions differ between
  // libraries.
  const auto uniform = [&random] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const double cell = std::cbrt(volume_per_atom);
  for (const auto& [i, j, k] : nearest_cells(shape, n)) {
    model.position.push_back(
        {cell * (i + uniform()), cell * (j + uniform()), cell * (k + uniform())});
    double left = uniform();
    std::uint16_t type = 0;
    while (type + 1u < shares.size() && (left -= shares[type]) >= 0) ++type;
    model.type.push_back(type);
  }
  return model;
}

ScatteringModel random_protein(std::size_t n, const QGrid& q) {
  return shaped_protein(ProteinShape::Globule, n, q);
}

const char* shape_name(ProteinShape shape) {
  switch (shape) {
    case ProteinShape::Globule:
      return "globule";
    case ProteinShape::Rod:
      return "rod";
    case ProteinShape::Shell:
      return "shell";
  }
  return "";
}

}  // namespace debye
