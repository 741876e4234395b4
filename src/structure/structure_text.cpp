// Recognition of the file format by content.

#include "structure/structure_text.hpp"

#include "debye/error.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool starts_with_letters(std::string_view line, std::string_view capitals) {
  if (line.size() < capitals.size()) return false;
  for (std::size_t i = 0; i < capitals.size(); ++i)
    if (to_upper(line[i]) != capitals[i]) return false;
  return true;
}

// CIF starts with a data block, a loop or an item; comments and blank lines may come first.
bool is_cif(std::string_view text) {
  LineReader lines(text);
  while (lines.next()) {
    const std::string_view line = trim(lines.line());
    if (line.empty() || line.front() == '#') continue;
    return starts_with_letters(line, "DATA_") || starts_with_letters(line, "LOOP_") ||
           starts_with_letters(line, "_ATOM_SITE.");
  }
  return false;
}

bool is_xyz(std::string_view text) {
  LineReader lines(text);
  while (lines.next()) {
    if (trim(lines.line()).empty()) continue;
    const auto count = to_integer(lines.line());
    return count && *count >= 0;
  }
  return false;
}

bool has_pdb_coordinates(std::string_view line) {
  return to_number(columns(line, 31, 38)) && to_number(columns(line, 39, 46)) &&
         to_number(columns(line, 47, 54));
}

// In PDB columns 55-60 and 61-66 are separate numbers (or blank); the wider charge and radius
// columns of a PQR file run across column 60.
bool has_pdb_occupancy(std::string_view line) {
  const auto is_field = [](std::string_view field) {
    return trim(field).empty() || to_number(field).has_value();
  };
  return is_field(columns(line, 55, 60)) && is_field(columns(line, 61, 66));
}

bool is_pqr_line(std::string_view line) {
  const auto words = split_words(line);
  if (words.size() < 10) return false;
  for (std::size_t i = words.size() - 5; i < words.size(); ++i)
    if (!to_number(words[i])) return false;
  return true;
}

enum class StructureFormat { Pdb, Pqr, Xyz, Cif, Mmjson };

// The first lines decide; a file in which only some lines look like PQR is a PDB file, whose
// reader then says what is wrong with which line.
std::optional<StructureFormat> recognize_records(std::string_view text) {
  std::size_t atoms = 0, pqr = 0;
  LineReader lines(text);
  while (atoms < 100 && lines.next()) {
    const std::string_view line = lines.line();
    if (!is_atom_record(line)) continue;
    ++atoms;
    if (is_pqr_line(line) && !(has_pdb_coordinates(line) && has_pdb_occupancy(line))) ++pqr;
  }
  if (atoms == 0) return {};
  return pqr * 2 > atoms ? StructureFormat::Pqr : StructureFormat::Pdb;
}

/// The content without a byte order mark.
std::string_view text_of(const InputText& input) {
  std::string_view text = input.content;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

StructureFormat recognize(std::string_view text, const std::string& name) {
  if (trim(text).empty())
    fail(name, ": is empty; a PDB, mmCIF, mmJSON, PQR or XYZ file is expected");
  if (trim(text).front() == '{') return StructureFormat::Mmjson;
  if (is_cif(text)) return StructureFormat::Cif;
  if (const auto records = recognize_records(text)) return *records;
  if (is_xyz(text)) return StructureFormat::Xyz;
  fail(name,
       ": is no structure file: no ATOM or HETATM record (PDB, PQR), no data block (mmCIF), no '{'"
       " (mmJSON), no atom count in the first line (XYZ)");
}

}  // namespace

bool is_atom_record(std::string_view line) {
  if (starts_with_letters(line, "HETATM")) return true;
  return starts_with_letters(line, "ATOM") &&
         (line.size() == 4 || is_blank(line[4]) || is_digit(line[4]));
}

SourceFile read_structure(const InputText& input, const std::string& name,
                          std::optional<int> model) {
  const std::string_view text = text_of(input);
  switch (recognize(text, name)) {
    case StructureFormat::Pdb:
      return read_pdb_text(text, name, model);
    case StructureFormat::Pqr:
      return read_pqr_text(text, name, model);
    case StructureFormat::Xyz:
      return read_xyz_text(text, name, model);
    case StructureFormat::Cif:
      return read_cif_text(text, name, model);
    case StructureFormat::Mmjson:
      break;
  }
  return read_mmjson_text(text, name, model);
}

std::optional<ModelTexts> find_models(const InputText& input, const std::string& name,
                                      const ScanOptions& options) {
  const std::string_view text = text_of(input);
  const StructureFormat format = recognize(text, name);
  if (format == StructureFormat::Pdb) return find_pdb_models(text, name, options);
  if (format == StructureFormat::Cif) return find_cif_models(text, name, options);
  return {};
}

}  // namespace debye
