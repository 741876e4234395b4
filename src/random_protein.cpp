// See random_protein.hpp.

#include "random_protein.hpp"

#include <algorithm>
#include <cmath>
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

/// Cells (i, j, k) of the lattice nearest the origin, n of them.
std::vector<std::array<int, 3>> nearest_cells(std::size_t n) {
  const int reach = static_cast<int>(std::cbrt(0.75 * static_cast<double>(n) / M_PI)) + 2;
  std::vector<std::array<int, 3>> cells;
  for (int i = -reach; i <= reach; ++i)
    for (int j = -reach; j <= reach; ++j)
      for (int k = -reach; k <= reach; ++k) cells.push_back({i, j, k});
  std::stable_sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) {
    return a[0] * a[0] + a[1] * a[1] + a[2] * a[2] < b[0] * b[0] + b[1] * b[1] + b[2] * b[2];
  });
  cells.resize(n);
  return cells;
}

}  // namespace

ScatteringModel random_protein(std::size_t n, const QGrid& q) {
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
  for (const auto& [i, j, k] : nearest_cells(n)) {
    model.position.push_back(
        {cell * (i + uniform()), cell * (j + uniform()), cell * (k + uniform())});
    double left = uniform();
    std::uint16_t type = 0;
    while (type + 1u < shares.size() && (left -= shares[type]) >= 0) ++type;
    model.type.push_back(type);
  }
  return model;
}

}  // namespace debye
