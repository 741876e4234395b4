// Atoms of a structure file, and how they are read. gemmi stops behind this header.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "debye/audit.hpp"

namespace debye {

using Position = std::array<double, 3>;  ///< orthogonal coordinates [Å]

/// The N scattering atoms of one model, as parallel arrays (all of length size()).
struct Atoms {
  std::vector<Position> position;
  std::vector<std::uint8_t> atomic_number;     ///< 1..98; deuterium is 1
  std::vector<std::uint8_t> bonded_hydrogens;  ///< hydrogens folded into this atom
  std::vector<float> occupancy;                ///< weight of the atom, 0 < w <= 1
  Audit audit;
  std::size_t size() const { return position.size(); }
};

enum class HydrogenMode { Auto, Implicit, Explicit };

struct ReadOptions {
  std::optional<int> model = 1;    ///< 1-based, in file order; nullopt: all models
  std::string altloc = "highest";  ///< highest | first | weighted | a single letter or digit
  std::string select;              ///< gemmi selection, e.g. "A,B" or "//A/10-50"; empty: all
  bool keep_waters = false;
  HydrogenMode hydrogens = HydrogenMode::Auto;
  std::optional<int> unknown_element;  ///< atomic number given to atoms whose element is unknown
};

/// The content of an input file, decompressed, with its checksum.
struct InputText {
  std::string name;  ///< as the user gave it; "-" is standard input
  std::string content;
  std::string sha256;  ///< of the bytes as stored (compressed or not), hexadecimal
};

/// Reads a file, or standard input for "-"; gzip is recognised by its content.
/// @throws InputError if it cannot be read or decompressed.
InputText read_input(const std::string& name);

/// PDB, mmCIF, mmJSON, PQR or XYZ (recognised by content) → one Atoms per chosen model.
/// @throws InputError naming the file, and line or atom, if the text is no structure, has no such
///         model, is left without atoms, holds coordinates that are not numbers, or an element that
///         cannot be decided while options.unknown_element is not set.
std::vector<Atoms> read_atoms(const InputText& input, const ReadOptions& options = {});

}  // namespace debye
