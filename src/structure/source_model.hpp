// A structure as its file states it: models, residues and atoms with the place of every atom in the
// file, before anything is chosen, dropped or guessed. All readers fill it through ModelBuilder, so
// that one set of rules decides what a residue is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "debye/atoms.hpp"

namespace debye {

/// In which column of a PDB line the atom name starts. Two-letter element symbols start in column
/// 13, one-letter symbols in column 14, if the writer kept to the format.
enum class NameColumn : std::uint8_t { Unknown, Column13, Column14 };

struct SourceAtom {
  std::string name;     ///< capitals, without blanks; '*' is written as '\''
  std::string element;  ///< the file's element entry without blanks, as it stands
  Position position = {};
  float occupancy = 1;
  std::uint32_t line = 0;  ///< line of the file, from 1
  char altloc = ' ';       ///< ' ' if the atom has no alternative location
  NameColumn name_column = NameColumn::Unknown;
  std::uint8_t atomic_number = 0;  ///< 0 as long as the element is not decided
  bool deuterium = false;
};

/// What makes two atoms members of one residue.
struct ResidueKey {
  std::string_view chain, segment, name;
  std::string_view sequence;  ///< residue number and insertion code as written, no blanks
};

struct SourceResidue {
  std::string chain, segment, name, sequence;
  int number = 0;  ///< 0 if the sequence text holds no number
  char insertion_code = ' ';
  std::uint32_t part = 0;  ///< counts the TER records before the residue
  std::vector<SourceAtom> atoms;
};

struct SourceModel {
  std::string name;
  std::vector<SourceResidue> residues;
};

/// Everything a reader found. Models that were not asked for are present without residues.
struct SourceFile {
  std::string format;
  std::vector<SourceModel> models;
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

/// Sorts atoms into models and residues. Residues need not be contiguous; a residue that starts
/// again (its numbers wrapped around, or all molecules share one number) is a new one.
class ModelBuilder {
 public:
  /// @param wanted  1-based index of the only model to keep; nullopt keeps all.
  explicit ModelBuilder(std::optional<int> wanted) : wanted_(wanted) {}

  /// Makes the model with this name the current one, new if there is none.
  void select_model(const std::string& name);
  /// A new current model, named by its index.
  void start_model();
  /// False if atoms of the current model are not kept.
  bool keeps_atoms() const;
  void end_chain() { ++part_; }
  void add(const ResidueKey& key, SourceAtom atom);

  std::vector<SourceModel> take() { return std::move(models_); }

 private:
  void enter(std::size_t model);
  SourceResidue& residue_for(const ResidueKey& key, const SourceAtom& atom);

  std::optional<int> wanted_;
  std::vector<SourceModel> models_;
  std::size_t current_ = 0;
  std::size_t residue_ = 0;  ///< the residue of the last atom
  std::uint32_t part_ = 0;
  std::unordered_map<std::string, std::size_t> index_;  ///< residues of the current model by key
  std::unordered_map<std::string, std::size_t> model_index_;  ///< models of select_model by name
};

}  // namespace debye
