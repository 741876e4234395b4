// See atom_site.hpp.

#include "structure/atom_site.hpp"

#include "debye/error.hpp"
#include "structure/residue_names.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

constexpr std::array<std::string_view, column_count> tags = {
    "Cartn_x",           "Cartn_y",      "Cartn_z",       "type_symbol",
    "label_atom_id",     "auth_atom_id", "label_comp_id", "auth_comp_id",
    "label_asym_id",     "auth_asym_id", "label_seq_id",  "auth_seq_id",
    "pdbx_PDB_ins_code", "label_alt_id", "occupancy",     "pdbx_PDB_model_num"};

std::string_view first_of(std::string_view a, std::string_view b) { return a.empty() ? b : a; }

// CIF writes standard uncertainties in parentheses: 12.345(6).
std::optional<double> without_uncertainty(std::string_view text) {
  if (text.ends_with(')')) text = text.substr(0, text.find('('));
  return to_number(text);
}

}  // namespace

std::size_t column_of(std::string_view tag) {
  const std::string upper = to_upper(tag);
  if (!upper.starts_with(atom_site_category)) return column_count;
  for (std::size_t i = 0; i < column_count; ++i)
    if (std::string_view(upper).substr(atom_site_category.size()) == to_upper(tags[i])) return i;
  return column_count;
}

void AtomSite::add(const AtomSiteRow& row, std::size_t line) {
  builder_.select_model(row[model_num].empty() ? "1" : std::string(row[model_num]));
  ++rows_;
  if (!builder_.keeps_atoms()) return;
  SourceAtom atom;
  atom.line = static_cast<std::uint32_t>(line);
  for (std::size_t i = 0; i < 3; ++i) atom.position[i] = coordinate(row, i, line);
  atom.name = normal_atom_name(first_of(row[label_atom_id], row[auth_atom_id]));
  if (atom.name.empty()) fail(name_, ":", line, ": the atom has no name");
  atom.element = row[type_symbol];
  if (!row[label_alt_id].empty()) atom.altloc = row[label_alt_id].front();
  if (!row[occupancy].empty()) {
    const auto value = without_uncertainty(row[occupancy]);
    if (!value) ++bad_occupancies_;
    atom.occupancy = static_cast<float>(value.value_or(1));
  }
  residue_ = to_upper(first_of(row[label_comp_id], row[auth_comp_id]));
  sequence_ = first_of(row[auth_seq_id], row[label_seq_id]);
  sequence_ += row[ins_code];
  // Under one auth chain name come a polymer, its ligands and its waters; label names keep them
  // apart, like segments of a PDB file.
  builder_.add(
      {first_of(row[auth_asym_id], row[label_asym_id]), row[label_asym_id], residue_, sequence_},
      std::move(atom));
}

SourceFile AtomSite::take(const std::string& format) {
  SourceFile file{format, builder_.take(), {}, {}};
  if (bad_occupancies_ != 0)
    file.notes.push_back(std::to_string(bad_occupancies_) + " unreadable occupancies count as 1");
  return file;
}

double AtomSite::coordinate(const AtomSiteRow& row, std::size_t axis, std::size_t line) const {
  if (const auto value = without_uncertainty(row[axis])) return *value;
  fail(name_, ":", line, ": _atom_site.", tags[axis],
       row[axis].empty() ? std::string(" has no value")
                         : " '" + std::string(row[axis]) + "' is not a number");
}

}  // namespace debye
