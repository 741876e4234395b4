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

/// The sum is cut up by pairs of types, 10⁷ of them at this number.
constexpr std::size_t max_types = 4096;

}  // namespace

ScatteringModel make_model(const Atoms& atoms, const QGrid& q) {
  if (atoms.size() == 0) fail("there are no atoms to scatter");
  std::map<TypeKey, std::uint16_t> types;
  for (std::size_t i = 0; i < atoms.size(); ++i)
    types.try_emplace({atoms.atomic_number[i], atoms.bonded_hydrogens[i], atoms.occupancy[i]}, 0);
  if (types.size() > max_types)
    fail(
        "more than ", max_types,
        " kinds of atoms (element, hydrogens, occupancy); without --altloc weighted occupancies do "
        "not count");

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

  model.position = atoms.position;
  model.type.reserve(atoms.size());
  for (std::size_t i = 0; i < atoms.size(); ++i)
    model.type.push_back(
        types.at({atoms.atomic_number[i], atoms.bonded_hydrogens[i], atoms.occupancy[i]}));
  return model;
}

}  // namespace debye
