// Atoms → types and their form factors.

#include "debye/scattering_model.hpp"

#include "atom_types.hpp"
#include "form_factor.hpp"

namespace debye {

ScatteringModel make_model(const Atoms& atoms, const QGrid& q) {
  const AtomTypes found = find_types(atoms);
  ScatteringModel model;
  model.position = atoms.position;
  model.type = found.of_atom;
  Channel vacuum{"vacuum", {}};
  vacuum.form.resize(static_cast<Eigen::Index>(found.types.size()),
                     static_cast<Eigen::Index>(q.size()));
  for (const AtomType& type : found.types) {
    vacuum.form.row(static_cast<Eigen::Index>(model.type_name.size())) =
        type.occupancy * united_form_factor(type.atomic_number, type.hydrogens, q).transpose();
    model.type_name.push_back(group_name(type.atomic_number, type.hydrogens));
  }
  model.channels.push_back(std::move(vacuum));
  return model;
}

}  // namespace debye
