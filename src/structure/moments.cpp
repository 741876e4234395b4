// Electron-weighted moments: an atom counts Z plus one for each hydrogen folded into it, times its
// weight, at the place of its nucleus.

#include "structure/moments.hpp"

#include <gemmi/elem.hpp>

#include <cmath>

#include "structure/diameter.hpp"

namespace debye {

void measure(Atoms& atoms, double deuterium) {
  const double hydrogen_weight = gemmi::molecular_weight(gemmi::El::H);
  double electrons = 0, weight = 0;
  Position centre = {};
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const double w = atoms.occupancy[i], hydrogens = atoms.bonded_hydrogens[i];
    const double z = (atoms.atomic_number[i] + hydrogens) * w;
    electrons += z;
    weight += w * (gemmi::molecular_weight(static_cast<gemmi::El>(atoms.atomic_number[i])) +
                   hydrogens * hydrogen_weight);
    for (std::size_t k = 0; k < 3; ++k) centre[k] += z * atoms.position[i][k];
  }
  weight += deuterium * (gemmi::molecular_weight(gemmi::El::D) - hydrogen_weight);
  for (double& x : centre) x /= electrons;
  double square = 0;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const double z =
        (atoms.atomic_number[i] + atoms.bonded_hydrogens[i]) * double{atoms.occupancy[i]};
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = atoms.position[i][k] - centre[k];
      square += z * x * x;
    }
  }
  atoms.audit.electrons = electrons;
  atoms.audit.molecular_weight = weight;
  atoms.audit.radius_of_gyration = std::sqrt(square / electrons);
  atoms.audit.d_max = largest_distance(atoms.position);
}

}  // namespace debye
