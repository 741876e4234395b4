// See structure_file.hpp.

#include "measured/structure_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <type_traits>

#include "lower_case.hpp"
#include "measured/data_kind.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

constexpr std::size_t first_bytes = std::size_t{1} << 12, most_bytes = std::size_t{1} << 24;

struct CloseGzip {
  void operator()(gzFile file) const { ::gzclose_r(file); }
};

/// The first line that is neither blank nor a comment.
std::string_view first_line(std::string_view text) {
  LineReader lines(without_byte_order_mark(text));
  while (lines.next()) {
    const std::string_view line = trim(lines.line());
    if (!line.empty() && line.front() != '#') return line;
  }
  return {};
}

bool may_lack_atoms(std::string_view text) {
  const std::string word = lower_case(std::string(first_line(text).substr(0, 5)));
  return word.starts_with('{') || word.starts_with('_') || word == "data_" || word == "loop_";
}

/// mmCIF and mmJSON hold much that is no model: structure factors, dictionaries.
bool is_structure(std::string_view text) {
  const DataKind kind = kind_of(text);
  if (kind != DataKind::Structure && kind != DataKind::Json) return false;
  return !may_lack_atoms(text) || text.find("atom_site") != std::string_view::npos;
}

}  // namespace

bool is_structure_file(const std::string& path) {
  // Reads files that are not gzipped as they are.
  const std::unique_ptr<std::remove_pointer_t<gzFile>, CloseGzip> file(
      ::gzopen(path.c_str(), "rb"));
  if (!file) return true;
  std::string text;
  for (std::size_t size = first_bytes; size <= most_bytes; size *= 16) {
    const std::size_t before = text.size();
    text.resize(size);
    const int got =
        ::gzread(file.get(), text.data() + before, static_cast<unsigned>(size - before));
    text.resize(before + static_cast<std::size_t>(std::max(got, 0)));
    const bool is_whole = text.size() < size;
    std::string_view lines = text;
    if (!is_whole) lines = lines.substr(0, lines.find_last_of("\r\n") + 1);
    if (is_structure(lines)) return true;
    if (is_whole || kind_of(lines) == DataKind::Binary) return false;
  }
  return false;
}

}  // namespace debye
