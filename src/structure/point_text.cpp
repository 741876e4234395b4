// Readers of two simple formats: PQR (PDB-like records with blank-separated words, charge and
// radius instead of occupancy and B) and XYZ (count, comment, "El x y z"; frames may follow one
// another and are models). Charges and radii are not used.

#include "debye/error.hpp"
#include "structure/residue_names.hpp"
#include "structure/structure_text.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

double coordinate(std::string_view word, const std::string& name, std::size_t line) {
  if (const auto value = to_number(word)) return *value;
  fail(name, ":", line, ": the coordinate '", word, "' is not a number");
}

// Words: record serial atom residue [chain] number [insertion code] x y z charge radius. The serial
// may be glued to HETATM and the chain to the number.
void read_pqr_atom(std::string_view line, std::size_t number, const std::string& name,
                   ModelBuilder& builder) {
  auto words = split_words(line);
  if (words.size() > 0 && words[0].size() > 6) words.insert(words.begin() + 1, words[0].substr(6));
  if (words.size() < 10)
    fail(name, ":", number, ": a PQR atom has at least 10 words, this line has ", words.size());
  const std::size_t xyz = words.size() - 5;
  SourceAtom atom;
  atom.line = static_cast<std::uint32_t>(number);
  for (std::size_t i = 0; i < 3; ++i) atom.position[i] = coordinate(words[xyz + i], name, number);
  atom.name = normal_atom_name(words[2]);
  const std::string residue = to_upper(words[3]);
  std::size_t at = xyz - 1;
  if (at > 4 && is_letter(words[at].front()) && to_integer(words[at - 1])) --at;
  std::string_view chain = at > 4 ? words[4] : std::string_view();
  std::string sequence(words[at]);
  if (chain.empty() && is_letter(sequence.front())) {
    chain = words[at].substr(0, 1);
    sequence.erase(0, 1);
  }
  if (at + 1 < xyz) sequence += words[at + 1];
  builder.add({chain, {}, residue, sequence}, std::move(atom));
}

}  // namespace

SourceFile read_pqr_text(std::string_view text, const std::string& name, std::optional<int> model) {
  ModelBuilder builder(model);
  LineReader lines(text);
  bool due = true;
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (is_atom_record(line)) {
      if (due) builder.start_model();
      due = false;
      if (builder.keeps_atoms()) read_pqr_atom(line, lines.number(), name, builder);
    } else if (line.starts_with("ENDMDL") || line.starts_with("MODEL")) {
      due = true;
    } else if (line.starts_with("TER")) {
      builder.end_chain();
    }
  }
  return {"PQR", builder.take(), {}, {}};
}

SourceFile read_xyz_text(std::string_view text, const std::string& name, std::optional<int> model) {
  ModelBuilder builder(model);
  LineReader lines(text);
  while (lines.next()) {
    if (trim(lines.line()).empty()) continue;
    const auto count = to_integer(lines.line());
    if (!count || *count < 0)
      fail(name, ":", lines.number(), ": the number of atoms of an XYZ frame is expected, not '",
           trim(lines.line()), "'");
    builder.start_model();
    const std::size_t start = lines.number();
    lines.next();  // the comment
    for (int i = 0; i < *count; ++i) {
      if (!lines.next() || trim(lines.line()).empty())
        fail(name, ":", start, ": the frame has ", i, " atoms, but its first line says ", *count);
      if (!builder.keeps_atoms()) continue;
      const auto words = split_words(lines.line());
      if (words.size() < 4)
        fail(name, ":", lines.number(), ": 'element x y z' is expected, not '", trim(lines.line()),
             "'");
      SourceAtom atom;
      atom.line = static_cast<std::uint32_t>(lines.number());
      atom.name = to_upper(words[0]);
      atom.element = words[0];
      for (std::size_t k = 0; k < 3; ++k)
        atom.position[k] = coordinate(words[k + 1], name, lines.number());
      // Every atom is a residue of its own: XYZ knows atoms only.
      builder.add({{}, {}, {}, std::to_string(i + 1)}, std::move(atom));
    }
  }
  return {"XYZ", builder.take(), {}, {}};
}

}  // namespace debye
