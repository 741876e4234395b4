// See read_model.hpp. read_model() is the table of contents: select, decide elements, choose among
// alternatives, drop what does not scatter or is not wanted, count hydrogens. Every step says in
// the audit what it did.

#include "structure/read_model.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "debye/error.hpp"
#include "structure/altlocs.hpp"
#include "structure/chemical_residue.hpp"
#include "structure/element.hpp"
#include "structure/hydrogens.hpp"
#include "structure/model_checks.hpp"
#include "structure/moments.hpp"
#include "structure/selection.hpp"

namespace debye {
namespace {

using Residues = std::vector<ChemicalResidue>;

/// The same residue occurs thousands of times; its template is looked up once per set of names.
class TemplateCache {
 public:
  ResidueTemplate find(const SourceResidue& residue) {
    std::vector<std::string_view> names;
    key_ = residue.name;
    for (const SourceAtom& atom : residue.atoms) {
      key_ += '\n';
      key_ += atom.name;
      names.push_back(atom.name);
    }
    const auto [entry, is_new] = templates_.try_emplace(key_);
    if (is_new) entry->second = find_template(residue.name, names);
    return entry->second;
  }

 private:
  std::string key_;
  std::unordered_map<std::string, ResidueTemplate> templates_;
};

void keep_selected(SourceModel& model, const Selection& selection) {
  std::erase_if(model.residues, [&](const auto& residue) { return !selection.has(residue); });
}

void drop_empty(Residues& residues) {
  std::erase_if(residues, [](const auto& residue) { return residue.source.atoms.empty(); });
}

void keep_selected_atoms(Residues& residues, const Selection& selection) {
  if (selection.has_all_atoms()) return;
  for (ChemicalResidue& residue : residues)
    std::erase_if(residue.source.atoms, [&](const auto& atom) { return !selection.has(atom); });
  drop_empty(residues);
}

Residues find_templates(std::vector<SourceResidue>&& source) {
  TemplateCache cache;
  Residues residues(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    residues[i].chemistry = cache.find(source[i]);
    residues[i].water = is_water(source[i]);
    residues[i].source = std::move(source[i]);
  }
  return residues;
}

/// A file keeps to the columns of atom names if names that start in column 14 prevail among those
/// that could start in either.
bool has_aligned_names(const std::vector<SourceResidue>& residues) {
  std::size_t column13 = 0, column14 = 0;
  for (const SourceResidue& residue : residues)
    for (const SourceAtom& atom : residue.atoms) {
      if (atom.name.size() >= 4) continue;
      column13 += atom.name_column == NameColumn::Column13;
      column14 += atom.name_column == NameColumn::Column14;
    }
  return column14 > 0 && column14 >= column13;
}

std::string place(const std::string& file, const SourceResidue& residue, const SourceAtom& atom) {
  return file + ":" + std::to_string(atom.line) + ": atom '" + atom.name + "'" +
         (residue.name.empty() ? std::string()
                               : " of residue " + residue.name + " " + residue.chain +
                                     (residue.chain.empty() ? "" : "/") + residue.sequence);
}

/// Text under which a guess is counted. Guesses like "C alpha is carbon" are counted by element,
/// those that could have gone wrong by atom and residue.
std::string describe_guess(const SourceAtom& atom, const SourceResidue& residue,
                           const ElementDecision& decision) {
  const std::string symbol = decision.deuterium ? "D" : element_symbol(decision.atomic_number);
  const std::string how =
      decision.source == ElementSource::Dictionary ? " (residue and atom name)" : " (atom name)";
  const std::string entry = decision.overruled ? ", not " + atom.element + " as in the file" : "";
  if (symbol.size() == 1 && !decision.overruled) return symbol + how;
  return atom.name + " in residue " + residue.name + ": " + symbol + how + entry;
}

/// Decides all elements; atoms for which that fails keep 0 until require_elements().
void decide_elements(Residues& residues, bool aligned, Audit& audit) {
  std::size_t overruled = 0;
  for (ChemicalResidue& residue : residues)
    for (SourceAtom& atom : residue.source.atoms) {
      const ElementDecision decision = decide_element(atom, residue.chemistry, aligned);
      atom.atomic_number = decision.atomic_number;
      atom.deuterium = decision.deuterium;
      if (decision.source == ElementSource::Column || decision.atomic_number == 0) continue;
      ++audit.guessed[describe_guess(atom, residue.source, decision)];
      overruled += decision.overruled;
    }
  if (overruled != 0)
    audit.warnings.push_back(std::to_string(overruled) +
                             " elements of the file contradict residue and atom name and were"
                             " overruled (-v lists them)");
}

void require_elements(Residues& residues, const ReadOptions& options, const std::string& file,
                      Audit& audit) {
  std::size_t replaced = 0;
  for (ChemicalResidue& residue : residues)
    for (SourceAtom& atom : residue.source.atoms) {
      if (atom.atomic_number != 0) continue;
      if (!options.unknown_element)
        fail(place(file, residue.source, atom), ": the element is unknown (element entry '",
             atom.element,
             "'); correct the file, or give all such atoms one with --unknown-element");
      atom.atomic_number = static_cast<std::uint8_t>(*options.unknown_element);
      ++replaced;
    }
  if (replaced != 0) {
    const auto z = static_cast<std::uint8_t>(*options.unknown_element);
    audit.guessed[element_symbol(z) + " (--unknown-element)"] += replaced;
    audit.warnings.push_back(std::to_string(replaced) + " atoms of unknown element count as " +
                             element_symbol(z));
  }
}

void drop_atoms(Residues& residues, const ReadOptions& options, Audit& audit) {
  for (ChemicalResidue& residue : residues) {
    auto& atoms = residue.source.atoms;
    if (residue.water && !options.keep_waters) {
      audit.waters_dropped += atoms.size();
      atoms.clear();
      continue;
    }
    audit.dummies_dropped +=
        std::erase_if(atoms, [&](const SourceAtom& atom) { return is_dummy(residue, atom); });
  }
  drop_empty(residues);
  if (audit.dummies_dropped != 0)
    audit.notes.push_back(std::to_string(audit.dummies_dropped) +
                          " virtual sites or dummy atoms scatter nothing and were dropped");
}

void drop_duplicates(Residues& residues, Audit& audit) {
  if (audit.format == "XYZ") return;
  std::size_t duplicates = 0;
  for (ChemicalResidue& residue : residues)
    drop_duplicates(residue.source, residue.chemistry.component != nullptr, duplicates);
  if (duplicates != 0)
    audit.warnings.push_back(std::to_string(duplicates) +
                             " atoms are listed twice (same residue,"
                             " name and alternative location); the first of each was kept");
}

/// Occupancies as weights for "weighted", 1 for everything else; counted in either case.
void settle_occupancies(Residues& residues, bool weighted, Audit& audit) {
  std::size_t all = 0, zero = 0;
  for (const ChemicalResidue& residue : residues)
    for (const SourceAtom& atom : residue.source.atoms) {
      ++all;
      zero += atom.occupancy <= 0;
      audit.partial_occupancy += !weighted && atom.occupancy > 0 && atom.occupancy < 1;
    }
  const bool none = zero == all;
  if (none)
    audit.notes.push_back("all occupancies are zero; every atom counts as one");
  else if (zero != 0 && weighted)
    audit.notes.push_back(std::to_string(zero) + " atoms of zero occupancy were left out");
  if (!weighted || none) audit.zero_occupancy = zero;
  for (ChemicalResidue& residue : residues) {
    if (weighted && !none)
      std::erase_if(residue.source.atoms,
                    [](const SourceAtom& atom) { return atom.occupancy <= 0; });
    for (SourceAtom& atom : residue.source.atoms)
      atom.occupancy = weighted && !none ? std::min(atom.occupancy, 1.0f) : 1.0f;
  }
  drop_empty(residues);
}

void note_unknown_components(const Residues& residues, Audit& audit) {
  if (audit.format == "XYZ") return;
  for (const ChemicalResidue& residue : residues)
    if (!residue.chemistry.component || !residue.chemistry.has_hydrogens)
      ++audit.unknown_components[residue.source.name];
  if (audit.unknown_components.empty() || audit.hydrogen_mode == "explicit") return;
  constexpr std::size_t shown = 10;
  std::string names;
  std::size_t listed = 0;
  for (const auto& [name, count] : audit.unknown_components)
    if (listed++ < shown) names += (names.empty() ? "" : ", ") + (name.empty() ? "(blank)" : name);
  if (listed > shown) names += " and " + std::to_string(listed - shown) + " others";
  audit.warnings.push_back("not in the component dictionary, or with other atoms: " + names + "; " +
                           std::to_string(audit.implicit_by_valence) +
                           " hydrogens were counted from bonds and valence");
}

Atoms assemble(const Residues& residues, const ExpectedHydrogens& expected, Audit&& audit) {
  Atoms atoms;
  double deuterium = 0;
  for (std::size_t r = 0; r < residues.size(); ++r)
    for (std::size_t a = 0; a < residues[r].source.atoms.size(); ++a) {
      const SourceAtom& atom = residues[r].source.atoms[a];
      atoms.position.push_back(atom.position);
      atoms.atomic_number.push_back(atom.atomic_number);
      atoms.bonded_hydrogens.push_back(expected.count[r][a]);
      atoms.occupancy.push_back(atom.occupancy);
      ++audit.elements[atom.deuterium ? "D" : element_symbol(atom.atomic_number)];
      if (atom.deuterium) deuterium += atom.occupancy;
    }
  atoms.audit = std::move(audit);
  measure(atoms, deuterium);
  return atoms;
}

}  // namespace

Atoms read_model(SourceModel&& model, Audit audit, const ReadOptions& options,
                 const std::string& name, int threads) {
  audit.model = model.name;

  const Selection selection(options.select);
  const std::string chains = list_chains(model);
  if (const std::string missing = selection.missing_chains(model); !missing.empty())
    audit.warnings.push_back("--select names chains that the model lacks: " + missing);
  keep_selected(model, selection);
  const bool aligned = has_aligned_names(model.residues);
  choose_altlocs(model, options.altloc, audit);
  Residues residues = find_templates(std::move(model.residues));
  refuse_bead_model(residues, name);
  drop_atoms(residues, options, audit);
  refuse_impossible_positions(residues, name);
  drop_duplicates(residues, audit);
  decide_elements(residues, aligned, audit);
  keep_selected_atoms(residues, selection);
  refuse_empty_model(residues, options, chains, name, audit);
  require_elements(residues, options, name, audit);
  settle_occupancies(residues, options.altloc == "weighted", audit);
  check_missing_atoms(residues, audit);
  check_overlaps(residues, name, audit, threads);
  ExpectedHydrogens expected = expect_hydrogens(residues, threads);
  apply_hydrogen_mode(options.hydrogens, audit.format == "XYZ", residues, expected, audit);
  note_unknown_components(residues, audit);
  return assemble(residues, expected, std::move(audit));
}

}  // namespace debye
