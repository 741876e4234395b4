// gemmi does the parsing and matching; its types stay in this file.

#include "structure/selection.hpp"

// gemmi 0.5 formats numbers with a library that Debian does not install along with it, unless told
// to use the standard one.
#define USE_STD_SNPRINTF
#include <gemmi/select.hpp>
#include <sstream>
#include <string_view>
#include <unordered_set>

#include "debye/error.hpp"

namespace debye {

struct Selection::Parsed {
  gemmi::Selection selection;
};

Selection::Selection(const std::string& text) {
  if (text.empty()) return;
  try {
    parsed_ = std::make_unique<Parsed>(Parsed{gemmi::Selection(text)});
  } catch (const std::exception& error) {
    fail("--select '", text, "': ", error.what(),
         "; expected e.g. 'A,B' (chains) or '//A/10-50' (residues of a chain)");
  }
  gemmi::Selection& selection = parsed_->selection;
  if (selection.mdl != 0) fail("--select '", text, "': names a model; choose models with --model");
  if (!selection.entity_types.all)
    fail("--select '", text, "': entity types (polymer, solvent) are not known here");
  for (const auto& inequality : selection.atom_inequalities)
    if (inequality.property != 'q')
      fail("--select '", text, "': only the occupancy (q) can be compared");
  // A lone residue number means that residue; gemmi 0.5 takes it for an open range.
  const bool has_range = text.find('-', text.find('/') + 1) != std::string::npos;
  if (!selection.from_seqid.empty() && selection.to_seqid.empty() && !has_range)
    selection.to_seqid = selection.from_seqid;
}

Selection::~Selection() = default;

bool Selection::has_all_atoms() const {
  if (!parsed_) return true;
  const gemmi::Selection& selection = parsed_->selection;
  return selection.atom_names.all && selection.elements.empty() && selection.altlocs.all &&
         selection.atom_inequalities.empty();
}

std::string Selection::missing_chains(const SourceModel& model) const {
  if (!parsed_ || parsed_->selection.chain_ids.all) return {};
  std::unordered_set<std::string_view> chains;
  for (const SourceResidue& residue : model.residues) chains.insert(residue.chain);
  std::string missing;
  std::istringstream names(parsed_->selection.chain_ids.list);
  for (std::string name; std::getline(names, name, ',');)
    if (!chains.contains(name)) missing += (missing.empty() ? "" : ", ") + name;
  return missing;
}

bool Selection::has(const SourceResidue& source) const {
  if (!parsed_) return true;
  gemmi::Residue residue;
  residue.name = source.name;
  residue.seqid = gemmi::SeqId(source.number, source.insertion_code);
  return parsed_->selection.matches(gemmi::Chain(source.chain)) &&
         parsed_->selection.matches(residue);
}

bool Selection::has(const SourceAtom& source) const {
  if (!parsed_) return true;
  gemmi::Atom atom;
  atom.name = source.name;
  atom.altloc = source.altloc == ' ' ? '\0' : source.altloc;
  atom.element = source.deuterium ? gemmi::El::D : static_cast<gemmi::El>(source.atomic_number);
  atom.occ = source.occupancy;
  return parsed_->selection.matches(atom);
}

}  // namespace debye
