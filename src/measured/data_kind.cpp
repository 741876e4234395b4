// Tells files of measured curves from structures and from what cannot be read.

#include "measured/data_kind.hpp"

#include <algorithm>

#include "structure/structure_text.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

/// Enough to tell text from anything else.
constexpr std::size_t bytes_looked_at = 4096;

bool is_binary(std::string_view text) {
  const std::string_view start = text.substr(0, bytes_looked_at);
  const auto strange = std::count_if(start.begin(), start.end(), [](char c) {
    const bool is_text =
        c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\x1A' || c == '\x1B';
    return static_cast<unsigned char>(c) < 0x20 && !is_text;
  });
  return static_cast<std::size_t>(strange) * 20 > start.size();
}

bool equal_letters(std::string_view text, std::string_view capitals) {
  if (text.size() < capitals.size()) return false;
  for (std::size_t i = 0; i < capitals.size(); ++i)
    if (to_upper(text[i]) != capitals[i]) return false;
  return true;
}

/// Starts with a data block, a loop or an item, and has an item at all: a header of columns may
/// well begin with "data_001.dat".
bool is_cif(std::string_view text) {
  LineReader lines(text);
  bool is_first = true;
  while (lines.next()) {
    const std::string_view line = trim(lines.line());
    if (line.empty() || line.front() == '#') continue;
    if (is_first && !equal_letters(line, "DATA_") && !equal_letters(line, "LOOP_") &&
        !equal_letters(line, "_ATOM_SITE.") && !equal_letters(line, "_SAS_"))
      return false;
    is_first = false;
    if (line.front() == '_' || equal_letters(line, "LOOP_")) return true;
  }
  return false;
}

bool has_scan_intensities(std::string_view text) {
  for (std::size_t at = text.find('_'); at != std::string_view::npos; at = text.find('_', at + 1))
    if (equal_letters(text.substr(at, 32), "_SAS_SCAN_INTENSITY.")) return true;
  return false;
}

/// Record name, then a name and three coordinates at least, wherever they stand.
bool is_atom_line(std::string_view line) {
  if (!is_atom_record(line)) return false;
  std::size_t numbers = 0;
  for (const std::string_view word : split_words(columns(line, 7, line.size())))
    numbers += to_number(word).has_value();
  return numbers >= 3;
}

/// Number of atoms, comment, then "element x y z".
bool is_xyz_text(std::string_view text) {
  LineReader lines(text);
  while (lines.next() && trim(lines.line()).empty()) {
  }
  const auto count = to_integer(lines.line());
  if (!count || *count < 1 || !lines.next() || !lines.next()) return false;
  const auto words = split_words(lines.line());
  if (words.size() < 4) return false;
  for (std::size_t i = 1; i < 4; ++i)
    if (!to_number(words[i])) return false;
  // Elements may be given by number; a first q of 0 would be no element.
  return is_letter(words[0].front()) || to_integer(words[0]).value_or(0) > 0;
}

bool has_atom_lines(std::string_view text) {
  LineReader lines(text);
  while (lines.next())
    if (is_atom_line(lines.line())) return true;
  return false;
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

DataKind kind_of(std::string_view text) {
  if (text.starts_with("\x89HDF\r\n\x1A\n")) return DataKind::Hdf5;
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return DataKind::Utf16;
  text = without_byte_order_mark(text);
  const std::size_t start = text.find_first_not_of(" \t\r\n\x1A");
  if (start == std::string_view::npos) return DataKind::Empty;
  if (is_binary(text)) return DataKind::Binary;
  text.remove_prefix(start);
  if (text.front() == '{') return DataKind::Json;
  if (text.starts_with("<?") || text.starts_with("<!") || text.starts_with("<SASroot") ||
      equal_letters(text, "<HTML"))
    return text.substr(0, bytes_looked_at).find("SASroot") != std::string_view::npos
               ? DataKind::CanSasXml
               : DataKind::OtherXml;
  if (is_cif(text)) return has_scan_intensities(text) ? DataKind::SasCif : DataKind::Structure;
  if (is_xyz_text(text) || has_atom_lines(text)) return DataKind::Structure;
  return DataKind::Text;
}

}  // namespace debye
