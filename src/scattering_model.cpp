// Atoms → types and their form factors.

#include "debye/scattering_model.hpp"

#include <map>
#include <tuple>

#include "debye/error.hpp"
#include "form_factor.hpp"

namespace debye {
namespace {

/// What makes two atoms scatter alike.
using TypeKey = std::tuple<int, int, float>;  // atomic number, folded hydrogens, occupancy

/// Middle of the bounding box: enough to keep the digits of single precision.
Position centre(const std::vector<Position>& points) {
  Position low = points.front(), high = points.front(), middle{};
  for (const Position& p : points)
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  for (std::size_t k = 0; k < 3; ++k) middle[k] = 0.5 * (low[k] + high[k]);
  return middle;
}

}  // namespace

ScatteringModel make_model(const Atoms& atoms, const QGrid& q) {
  if (atoms.size() == 0) fail("there are no atoms to scatter");
  std::map<TypeKey, std::uint16_t> types;
  for (std::size_t i = 0; i < atoms.size(); ++i)
    types.try_emplace({atoms.atomic_number[i], atoms.bonded_hydrogens[i], atoms.occupancy[i]}, 0);
  if (types.size() > 0xffff) fail("more than 65535 kinds of atoms (element, hydrogens, occupancy)");

  ScatteringModel model;
  Channel vacuum{"vacuum", {}};
  vacuum.form.resize(static_cast<Eigen::Index>(types.size()), static_cast<Eigen::Index>(q.size()));
  for (auto& [key, index] : types) {
    const auto& [atomic_number, hydrogens, occupancy] = key;
    index = static_cast<std::uint16_t>(model.type_name.size());
    model.type_name.push_back(group_name(atomic_number, hydrogens));
    vacuum.form.row(index) = static_cast<double>(occupancy) *
                             united_form_factor(atomic_number, hydrogens, q).transpose();
  }
  model.channels.push_back(std::move(vacuum));

  const Position origin = centre(atoms.position);
  model.position.reserve(atoms.size());
  model.type.reserve(atoms.size());
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const Position& p = atoms.position[i];
    model.position.push_back({p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]});
    model.type.push_back(
        types.at({atoms.atomic_number[i], atoms.bonded_hydrogens[i], atoms.occupancy[i]}));
  }
  return model;
}

}  // namespace debye
