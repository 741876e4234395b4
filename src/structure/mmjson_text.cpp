// Reader of mmJSON, which is the content of an mmCIF file in other signs.

#include <array>
#include <gemmi/json.hpp>  // for read_mmjson_insitu

#include "debye/error.hpp"
#include "structure/atom_site.hpp"
#include "structure/structure_text.hpp"

namespace debye {

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
      AtomSiteRow row = {};
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
