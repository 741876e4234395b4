// What was found in an input file and what was decided about it. Every decision that changes the
// curve is counted here, so that nothing is guessed in silence.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace debye {

/// Record of one model on its way from file to scatterers. Counts are atoms unless said otherwise.
struct Audit {
  std::string format;  ///< "PDB", "mmCIF", "mmJSON", "PQR", "XYZ"
  std::string model;   ///< name of the model in the file
  std::size_t models_in_file = 0;

  std::map<std::string, std::size_t> elements;  ///< kept atoms (explicit H included) by symbol
  std::map<std::string, std::size_t>
      guessed;  ///< "CA in residue CA: Ca (component dictionary)" -> count

  std::string hydrogen_mode;               ///< "explicit" or "implicit", after `auto` decided
  std::size_t explicit_hydrogens = 0;      ///< hydrogens of the file that scatter as atoms
  std::size_t discarded_hydrogens = 0;     ///< hydrogens of the file replaced by implicit ones
  std::size_t implicit_by_dictionary = 0;  ///< hydrogens added from the component dictionary
  std::size_t implicit_by_valence = 0;     ///< hydrogens added from bonds and valence

  std::size_t altlocs_skipped = 0;    ///< atoms of alternative locations not used
  std::size_t waters_dropped = 0;     ///< atoms of water residues not used
  std::size_t dummies_dropped = 0;    ///< virtual sites and dummy atoms
  std::size_t zero_occupancy = 0;     ///< kept atoms with occupancy 0 in the file
  std::size_t partial_occupancy = 0;  ///< kept atoms with 0 < occupancy < 1 counted as 1

  std::map<std::string, std::size_t> unknown_components;  ///< residue name -> residues

  double electrons = 0;           ///< Σ (Z + hydrogens) · weight
  double molecular_weight = 0;    ///< [g/mol], hydrogens included
  double radius_of_gyration = 0;  ///< electron-weighted [Å]
  double d_max = 0;               ///< largest distance of two atom centres [Å]

  std::vector<std::string> notes;     ///< decisions worth a line under -v
  std::vector<std::string> warnings;  ///< one line each; errors under --strict
};

/// Many lines, for people (-v).
std::string describe(const Audit& audit);

/// A few lines without leading '#', for the header of an output file.
std::vector<std::string> summarize(const Audit& audit);

}  // namespace debye
