// The element of one atom, from what the file says and what its residue is. No coordinates are
// used.
#pragma once

#include <cstdint>
#include <string>

#include "structure/residue_names.hpp"
#include "structure/source_model.hpp"

namespace debye {

enum class ElementSource : std::uint8_t {
  Column,      ///< the file's element entry
  Dictionary,  ///< residue and atom name
  Name,        ///< the letters and the position of the atom name
  Undecided
};

struct ElementDecision {
  std::uint8_t atomic_number = 0;  ///< 0 if undecided
  bool deuterium = false;
  ElementSource source = ElementSource::Undecided;
  bool overruled = false;  ///< the file's entry is an element, but another one
};

/// @param residue  what the atom's residue is; its component may be nullptr.
/// @param aligned  whether atom names of this file keep to columns 13-16, so that a name that
///                 starts in column 13 tells of an element symbol of two letters.
ElementDecision decide_element(const SourceAtom& atom, const ResidueTemplate& residue,
                               bool aligned);

/// Atomic number of a symbol in any case ("Ca", "CA"), D included as 1; 0 if it is none.
std::uint8_t atomic_number_of(std::string_view symbol);

/// "C", "Ca", ...
std::string element_symbol(std::uint8_t atomic_number);

}  // namespace debye
