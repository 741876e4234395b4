// Rows of the _atom_site category of mmCIF and mmJSON.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "structure/source_model.hpp"

namespace debye {

/// The columns that are read.
enum AtomSiteColumn : std::size_t {
  Cartn_x,
  Cartn_y,
  Cartn_z,
  type_symbol,
  label_atom_id,
  auth_atom_id,
  label_comp_id,
  auth_comp_id,
  label_asym_id,
  auth_asym_id,
  label_seq_id,
  auth_seq_id,
  ins_code,
  label_alt_id,
  occupancy,
  model_num,
  column_count
};

constexpr std::string_view atom_site_category = "_ATOM_SITE.";

/// The columns of one row; empty where the file has no such column or says '.' or '?'.
using AtomSiteRow = std::array<std::string_view, column_count>;

/// Index of the column that a tag names; column_count if the reader needs no such column.
std::size_t column_of(std::string_view tag);

/// Turns rows into atoms of a ModelBuilder.
class AtomSite {
 public:
  /// @param name  of the file, for messages
  AtomSite(const std::string& name, std::optional<int> model) : name_(name), builder_(model) {}

  /// @param line  for messages; the line in which the row ends.
  void add(const AtomSiteRow& row, std::size_t line);

  std::size_t rows() const { return rows_; }

  SourceFile take(const std::string& format);

 private:
  double coordinate(const AtomSiteRow& row, std::size_t axis, std::size_t line) const;

  const std::string& name_;
  ModelBuilder builder_;
  std::size_t rows_ = 0, bad_occupancies_ = 0;
  std::string residue_, sequence_;
};

}  // namespace debye
