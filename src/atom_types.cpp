// See atom_types.hpp.

#include "atom_types.hpp"

#include <map>
#include <tuple>

#include "debye/error.hpp"

namespace debye {

AtomTypes find_types(const Atoms& atoms) {
  // The sum is cut up by pairs of types, 10⁷ of them at this number.
  constexpr std::size_t max_types = 4096;
  if (atoms.size() == 0) fail("there are no atoms to scatter");
  const auto key = [&atoms](std::size_t i) {
    return std::tuple(atoms.atomic_number[i], atoms.bonded_hydrogens[i], atoms.occupancy[i]);
  };
  std::map<decltype(key(0)), std::uint16_t> number;
  for (std::size_t i = 0; i < atoms.size(); ++i) number.try_emplace(key(i), 0);
  if (number.size() > max_types)
    fail(
        "more than ", max_types,
        " kinds of atoms (element, hydrogens, occupancy); without --altloc weighted occupancies do "
        "not count");
  AtomTypes found;
  for (auto& [type, index] : number) {
    index = static_cast<std::uint16_t>(found.types.size());
    const auto& [atomic_number, hydrogens, occupancy] = type;
    found.types.push_back({atomic_number, hydrogens, occupancy});
  }
  found.of_atom.reserve(atoms.size());
  for (std::size_t i = 0; i < atoms.size(); ++i) found.of_atom.push_back(number.at(key(i)));
  return found;
}

}  // namespace debye
