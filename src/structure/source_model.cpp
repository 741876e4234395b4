// Grouping of atoms into residues and models.

#include "structure/source_model.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "structure/residue_names.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

double squared_distance(const Position& a, const Position& b) {
  const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return x * x + y * y + z * z;
}

bool same(const SourceAtom& a, const SourceAtom& b) {
  return a.name == b.name && a.altloc == b.altloc;
}

bool has_unique_names(const SourceResidue& residue) {
  std::set<std::pair<std::string_view, char>> seen;
  return std::all_of(residue.atoms.begin(), residue.atoms.end(), [&](const SourceAtom& atom) {
    return seen.emplace(atom.name, atom.altloc).second;
  });
}

// Waters and ions: one heavy atom, and hydrogens at most.
bool has_one_heavy_atom(const SourceResidue& residue) {
  if (is_water_name(residue.name)) return true;
  const std::string& name = residue.atoms.front().name;
  return std::all_of(residue.atoms.begin() + 1, residue.atoms.end(),
                     [](const SourceAtom& atom) { return is_hydrogen_like(atom.name); }) &&
         (residue.atoms.size() > 1 || residue.name == name);
}

// True if the atom cannot belong to the residue that was just read, although the key is the same:
// it repeats the residue's first atom somewhere else. Where names are not unique (all carbons are
// called C) that means nothing. Molecules of one heavy atom, all waters numbered 1 for instance,
// are told apart at any distance at which two atoms fit, others where the distance is no slip.
bool restarts(const SourceResidue& residue, const SourceAtom& atom) {
  const SourceAtom& first = residue.atoms.front();
  if (!same(first, atom) || !has_unique_names(residue)) return false;
  const double slip = has_one_heavy_atom(residue) ? 1.5 : 3.0;
  return squared_distance(first.position, atom.position) > slip * slip;
}

void set_number(SourceResidue& residue) {
  std::string_view digits = residue.sequence;
  if (!digits.empty() && !is_digit(digits.back())) {
    residue.insertion_code = digits.back();
    digits.remove_suffix(1);
  }
  residue.number = to_integer(digits).value_or(0);
}

}  // namespace

void ModelBuilder::enter(std::size_t model) {
  current_ = model;
  part_ = 0;
  residue_ = 0;
  index_.clear();
}

void ModelBuilder::start_model() {
  models_.push_back({std::to_string(models_.size() + 1), {}});
  enter(models_.size() - 1);
}

void ModelBuilder::select_model(const std::string& name) {
  if (!models_.empty() && models_[current_].name == name) return;
  const auto [entry, is_new] = model_index_.try_emplace(name, models_.size());
  if (!is_new) return enter(entry->second);
  start_model();
  models_.back().name = name;
}

bool ModelBuilder::keeps_atoms() const {
  return !wanted_ || static_cast<int>(current_) + 1 == *wanted_;
}

SourceResidue& ModelBuilder::residue_for(const ResidueKey& key, const SourceAtom& atom) {
  auto& residues = models_[current_].residues;
  if (!residues.empty()) {
    SourceResidue& last = residues[residue_];
    if (last.sequence == key.sequence && last.name == key.name && last.chain == key.chain &&
        last.segment == key.segment && !restarts(last, atom))
      return last;
  }
  std::string text;
  for (const std::string_view part : {key.chain, key.segment, key.sequence, key.name}) {
    text += part;
    text += '\n';
  }
  const auto [entry, is_new] = index_.try_emplace(std::move(text), residues.size());
  if (!is_new) {
    const auto& atoms = residues[entry->second].atoms;
    // The same atom at the same place is a line listed twice, for drop_duplicates() to deal with.
    const bool repeats = std::any_of(atoms.begin(), atoms.end(), [&](const SourceAtom& other) {
      return same(other, atom) && other.position != atom.position;
    });
    residue_ = entry->second;
    if (!repeats) return residues[residue_];
    entry->second = residues.size();
  }
  residue_ = residues.size();
  SourceResidue& residue = residues.emplace_back();
  residue.chain = key.chain;
  residue.segment = key.segment;
  residue.name = key.name;
  residue.sequence = key.sequence;
  residue.part = part_;
  set_number(residue);
  return residue;
}

void ModelBuilder::add(const ResidueKey& key, SourceAtom atom) {
  if (models_.empty()) start_model();
  if (!keeps_atoms()) return;
  residue_for(key, atom).atoms.push_back(std::move(atom));
}

}  // namespace debye
