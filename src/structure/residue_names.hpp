// Names that are not those of the chemical component dictionary: residues, atoms and waters as
// molecular dynamics programs and older files call them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "structure/chemical_components.hpp"

namespace debye {

/// Hydrogens of one atom where they differ from the dictionary's.
struct HydrogenChange {
  std::string_view atom;
  std::uint8_t hydrogens;
};

/// A residue under another name. Protonation is what most of these names are about.
struct ResidueAlias {
  std::string_view name;
  std::string_view component;
  std::span<const HydrogenChange> changes;
};

/// What is known about one residue: its component in the dictionary, nullptr if there is none, and
/// how the hydrogens of this form differ from it.
struct ResidueTemplate {
  const Component* component = nullptr;
  std::span<const HydrogenChange> changes = {};
  /// False for a ligand of which so much is missing or different that the name may be a coincidence
  /// (LIG, INH and most other three-letter names are taken): good for elements, not for hydrogens.
  bool has_hydrogens = true;

  /// The component's atom with this name, its alternative name or a name that molecular dynamics
  /// programs use for it; nullptr if there is none.
  const ComponentAtom* find(std::string_view atom_name) const;
  /// Hydrogens of that atom in this form.
  std::uint8_t hydrogens(const ComponentAtom& atom) const;
};

/// The template for a residue of this name (in capitals) with these atom names. A name that means
/// one thing in the dictionary and another in an MD file is decided by the atom names; a component
/// that has fewer than half of the heavy atoms present is not taken.
ResidueTemplate find_template(std::string_view residue_name,
                              std::span<const std::string_view> atoms);

/// True if the name is in the tables of MD names: an alias, a terminal residue (NALA) or a water.
bool is_md_residue_name(std::string_view name);

/// True for the twenty amino acids, MSE and HOH.
bool is_standard_residue_name(std::string_view name);

/// True if the name is one that waters have. Some are other things in the dictionary, so a caller
/// must also look at the atoms.
bool is_water_name(std::string_view name);

/// Capitals, no blanks, primes instead of asterisks (C5* -> C5').
std::string normal_atom_name(std::string_view name);

/// True for names like H, HA, 1HB, HO5', D2: after leading digits an H or a D.
bool is_hydrogen_like(std::string_view atom_name);

}  // namespace debye
