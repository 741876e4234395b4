// Atoms of a structure file, and how they are read. gemmi stops behind this header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
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

/// The models of a structure file (PDB, mmCIF, mmJSON, PQR or XYZ, recognised by content), read
/// when asked for: those of an ensemble need not be in memory at once.
class StructureModels {
 public:
  /// @param input  must outlive this object, unless only one model is chosen
  /// @param threads  that look for the models; 0: all the process may use
  /// @throws InputError as read_atoms(), as far as it is not about a single model
  explicit StructureModels(const InputText& input, ReadOptions options = {}, int threads = 0);
  ~StructureModels();

  std::size_t size() const;  ///< number of models chosen, at least 1

  /// One of the models, each once. May be called by several threads at once.
  /// @param threads  that share the work; 0: all the process may use
  /// @throws InputError as read_atoms()
  Atoms read(std::size_t i, int threads = 0);

 private:
  struct File;
  std::unique_ptr<File> file_;
};

/// All models chosen of a structure file. threads as above; the result does not depend on them.
/// @throws InputError naming the file, and line or atom, if the text is no structure, has no such
///         model, is left without atoms, holds coordinates that are not numbers, or an element that
///         cannot be decided while options.unknown_element is not set.
std::vector<Atoms> read_atoms(const InputText& input, const ReadOptions& options = {},
                              int threads = 0);

}  // namespace debye
