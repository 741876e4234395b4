// Reader of mmCIF and mmJSON. Only the _atom_site category of the first data block that has one is
// looked at. The text is walked through once and never stored as a document (cif_tokens.hpp says
// why). Syntax: Hall, Allen & Brown, Acta Cryst. A47 (1991) 655, as far as version 1.1 files need
// it.

#include <array>
#include <gemmi/json.hpp>  // for read_mmjson_insitu

#include "debye/error.hpp"
#include "structure/cif_tokens.hpp"
#include "structure/residue_names.hpp"
#include "structure/structure_text.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

enum Column : std::size_t {
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

constexpr std::array<std::string_view, column_count> tags = {
    "Cartn_x",           "Cartn_y",      "Cartn_z",       "type_symbol",
    "label_atom_id",     "auth_atom_id", "label_comp_id", "auth_comp_id",
    "label_asym_id",     "auth_asym_id", "label_seq_id",  "auth_seq_id",
    "pdbx_PDB_ins_code", "label_alt_id", "occupancy",     "pdbx_PDB_model_num"};

constexpr std::string_view category = "_ATOM_SITE.";

/// The columns of one row; empty where the file has no such column or says '.' or '?'.
using Row = std::array<std::string_view, column_count>;

/// Index of the column that a tag names; column_count if the reader needs no such column.
std::size_t column_of(std::string_view tag) {
  const std::string upper = to_upper(tag);
  if (!upper.starts_with(category)) return column_count;
  for (std::size_t i = 0; i < column_count; ++i)
    if (std::string_view(upper).substr(category.size()) == to_upper(tags[i])) return i;
  return column_count;
}

/// Turns rows into atoms of a ModelBuilder.
class AtomSite {
 public:
  AtomSite(const std::string& name, std::optional<int> model) : name_(name), builder_(model) {}

  /// @param line  for messages; the line in which the row ends.
  void add(const Row& row, std::size_t line) {
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

  std::size_t rows() const { return rows_; }

  SourceFile take(const std::string& format) {
    SourceFile file{format, builder_.take(), {}, {}};
    if (bad_occupancies_ != 0)
      file.notes.push_back(std::to_string(bad_occupancies_) + " unreadable occupancies count as 1");
    return file;
  }

 private:
  static std::string_view first_of(std::string_view a, std::string_view b) {
    return a.empty() ? b : a;
  }

  // CIF writes standard uncertainties in parentheses: 12.345(6).
  static std::optional<double> without_uncertainty(std::string_view text) {
    if (text.ends_with(')')) text = text.substr(0, text.find('('));
    return to_number(text);
  }

  double coordinate(const Row& row, std::size_t axis, std::size_t line) const {
    if (const auto value = without_uncertainty(row[axis])) return *value;
    fail(name_, ":", line, ": _atom_site.", tags[axis],
         row[axis].empty() ? std::string(" has no value")
                           : " '" + std::string(row[axis]) + "' is not a number");
  }

  const std::string& name_;
  ModelBuilder builder_;
  std::size_t rows_ = 0, bad_occupancies_ = 0;
  std::string residue_, sequence_;
};

bool is_keyword(const Token& token, std::string_view capitals) {
  if (token.quoted || token.text.size() < capitals.size()) return false;
  for (std::size_t i = 0; i < capitals.size(); ++i)
    if (to_upper(token.text[i]) != capitals[i]) return false;
  return true;
}

bool is_tag(const Token& token) { return !token.quoted && token.text.starts_with('_'); }

bool ends_loop(const Token& token) {
  return is_tag(token) || is_keyword(token, "LOOP_") || is_keyword(token, "DATA_") ||
         is_keyword(token, "SAVE_") || is_keyword(token, "STOP_") || is_keyword(token, "GLOBAL_");
}

std::string_view value_of(const Token& token) {
  const bool null = !token.quoted && (token.text == "." || token.text == "?");
  return null ? std::string_view() : token.text;
}

class CifReader {
 public:
  CifReader(std::string_view text, const std::string& name, std::optional<int> model)
      : name_(name), tokens_(text, name), atoms_(name, model) {}

  SourceFile read() {
    more_ = tokens_.next(token_);
    while (more_) {
      if (is_keyword(token_, "DATA_") && atoms_.rows() != 0) break;
      if (is_keyword(token_, "LOOP_")) {
        read_loop();
      } else if (is_tag(token_)) {
        read_item();
      } else {
        more_ = tokens_.next(token_);
      }
    }
    if (single_[Cartn_x].data() != nullptr && atoms_.rows() == 0)
      atoms_.add(single_, tokens_.line());
    if (atoms_.rows() == 0)
      fail(name_,
           ": the CIF holds no _atom_site rows, so no atoms; a model file is needed (not"
           " structure factors, a dictionary or a chemical component)");
    SourceFile file = atoms_.take("mmCIF");
    if (more_) file.notes.push_back("only the first data block with atoms was read");
    return file;
  }

 private:
  // A category with a single row may be written as items: _atom_site.Cartn_x 1.0
  void read_item() {
    const std::size_t column = column_of(token_.text);
    more_ = tokens_.next(token_);
    if (!more_ || ends_loop(token_)) return;
    if (column != column_count) single_[column] = value_of(token_);
    more_ = tokens_.next(token_);
  }

  void read_loop() {
    const std::size_t first_line = tokens_.line();
    std::vector<std::size_t> order;
    bool is_atom_site = false;
    while ((more_ = tokens_.next(token_)) && is_tag(token_)) {
      order.push_back(column_of(token_.text));
      is_atom_site = is_atom_site || is_keyword(token_, category);
    }
    Row row = {};
    std::size_t place = 0;
    for (; more_ && !ends_loop(token_); more_ = tokens_.next(token_)) {
      if (!is_atom_site) continue;
      if (order[place] != column_count) row[order[place]] = value_of(token_);
      if (++place < order.size()) continue;
      place = 0;
      atoms_.add(row, tokens_.line());
    }
    if (place != 0)
      fail(name_, ":", tokens_.line(), ": the last row of the _atom_site loop of line ", first_line,
           " has ", place, " of ", order.size(), " values; the file is cut off or damaged");
  }

  const std::string& name_;
  CifTokens tokens_;
  Token token_;
  bool more_ = false;
  AtomSite atoms_;
  Row single_ = {};
};

}  // namespace

SourceFile read_cif_text(std::string_view text, const std::string& name, std::optional<int> model) {
  return CifReader(text, name, model).read();
}

SourceFile read_mmjson_text(std::string_view text, const std::string& name,
                            std::optional<int> model) {
  std::string buffer(text);  // the parser of gemmi writes into it
  gemmi::cif::Document document;
  try {
    document = gemmi::cif::read_mmjson_insitu(buffer.data(), buffer.size(), name);
  } catch (const std::exception& error) {
    const std::string_view what = error.what();
    fail(name, ": starts with '{' but cannot be read as mmJSON: ", what.substr(0, what.find('\n')));
  }
  AtomSite atoms(name, model);
  for (const gemmi::cif::Block& block : document.blocks) {
    const gemmi::cif::Column any =
        const_cast<gemmi::cif::Block&>(block).find_values("_atom_site.Cartn_x");
    const gemmi::cif::Loop* loop = any.get_loop();
    if (!loop) continue;
    for (std::size_t i = 0; i < loop->length(); ++i) {
      Row row = {};
      std::array<std::string, column_count> unquoted;
      for (std::size_t k = 0; k < loop->width(); ++k) {
        const std::size_t column = column_of(loop->tags[k]);
        if (column == column_count || gemmi::cif::is_null(loop->val(i, k))) continue;
        unquoted[column] = gemmi::cif::as_string(loop->val(i, k));
        row[column] = unquoted[column];
      }
      atoms.add(row, i + 1);
    }
    break;
  }
  if (atoms.rows() == 0) fail(name, ": the mmJSON holds no _atom_site rows, so no atoms");
  return atoms.take("mmJSON");
}

}  // namespace debye
