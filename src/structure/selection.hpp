// Selection of chains, residues and atoms in the syntax of gemmi (and MMDB):
// /model/chains/residues/atoms, e.g. "A,B", "//A/10-50", "//*//CA,C,N,O".
#pragma once

#include <memory>
#include <string>

#include "structure/source_model.hpp"

namespace debye {

class Selection {
 public:
  /// @param text  empty selects everything.
  /// @throws InputError if the text is no selection or names a model.
  explicit Selection(const std::string& text);
  ~Selection();

  /// True if there is no atom part.
  bool has_all_atoms() const;
  /// "A, B": the chains that the selection names but the model lacks.
  std::string missing_chains(const SourceModel& model) const;
  /// Chain and residue part.
  bool has(const SourceResidue& residue) const;
  /// Atom part; the element must be decided if the selection names elements.
  bool has(const SourceAtom& atom) const;

 private:
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace debye
