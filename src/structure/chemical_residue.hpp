// A residue of the chosen model together with what is known about its chemistry.
#pragma once

#include "structure/residue_names.hpp"
#include "structure/source_model.hpp"

namespace debye {

struct ChemicalResidue {
  SourceResidue source;
  ResidueTemplate chemistry;
  bool water = false;
};

}  // namespace debye
