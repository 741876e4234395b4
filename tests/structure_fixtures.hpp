// Small structures for the reader's tests, written as PDB lines in the tests themselves.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "catch.hpp"
#include "debye/atoms.hpp"
#include "errors.hpp"

/// One ATOM line. `name` is the four columns 13-16 as they stand (" CA ", "CA  ", "1HB ").
struct PdbAtom {
  std::string name, residue;
  double x = 0, y = 0, z = 0;
  std::string element = "";
  char altloc = ' ';
  double occupancy = 1;
  int number = 1;
  char chain = 'A';
  char insertion_code = ' ';
  std::string serial = "1";

  std::string line() const {
    char text[120];
    std::snprintf(text, sizeof text,
                  "%-6s%5s %-4s%c%3s %c%4d%c   %8.3f%8.3f%8.3f%6.2f%6.2f          %2s\n", "ATOM",
                  serial.c_str(), name.c_str(), altloc, residue.c_str(), chain, number,
                  insertion_code, x, y, z, occupancy, 10.0, element.c_str());
    return text;
  }
};

inline std::string lines(const std::vector<PdbAtom>& atoms) {
  std::string text;
  for (const PdbAtom& atom : atoms) text += atom.line();
  return text;
}

inline debye::InputText text_input(const std::string& content, const std::string& name = "x.pdb") {
  return {name, content, ""};
}

inline debye::Atoms read_one(const std::string& content, const debye::ReadOptions& options = {}) {
  return debye::read_atoms(text_input(content), options).at(0);
}

using debye::test::mentions;

/// Text of the debye::InputError that reading throws; empty if it throws none.
inline std::string read_error(const std::string& content, const debye::ReadOptions& options = {}) {
  return debye::test::error_of([&] { debye::read_atoms(text_input(content), options); });
}

inline bool any_mentions(const std::vector<std::string>& texts, const std::string& part) {
  for (const std::string& text : texts)
    if (mentions(text, part)) return true;
  return false;
}

inline std::size_t count_of(const debye::Audit& audit, const std::string& element) {
  const auto found = audit.elements.find(element);
  return found == audit.elements.end() ? 0 : found->second;
}

inline std::size_t implicit_hydrogens(const debye::Atoms& atoms) {
  std::size_t sum = 0;
  for (const auto n : atoms.bonded_hydrogens) sum += n;
  return sum;
}

/// Gly-Ala-Ser with ideal-like geometry; free termini, OXT present.
inline std::vector<PdbAtom> tripeptide() {
  return {{" N  ", "GLY", 0.000, 0.000, 0.000, "N", ' ', 1, 1},
          {" CA ", "GLY", 1.458, 0.000, 0.000, "C", ' ', 1, 1},
          {" C  ", "GLY", 2.009, 1.420, 0.000, "C", ' ', 1, 1},
          {" O  ", "GLY", 1.251, 2.390, 0.000, "O", ' ', 1, 1},
          {" N  ", "ALA", 3.332, 1.536, 0.000, "N", ' ', 1, 2},
          {" CA ", "ALA", 3.988, 2.839, 0.000, "C", ' ', 1, 2},
          {" C  ", "ALA", 5.504, 2.693, 0.000, "C", ' ', 1, 2},
          {" O  ", "ALA", 6.030, 1.580, 0.000, "O", ' ', 1, 2},
          {" CB ", "ALA", 3.550, 3.640, 1.220, "C", ' ', 1, 2},
          {" N  ", "SER", 6.200, 3.830, 0.000, "N", ' ', 1, 3},
          {" CA ", "SER", 7.650, 3.830, 0.000, "C", ' ', 1, 3},
          {" C  ", "SER", 8.200, 5.250, 0.000, "C", ' ', 1, 3},
          {" O  ", "SER", 7.440, 6.220, 0.000, "O", ' ', 1, 3},
          {" CB ", "SER", 8.200, 3.090, 1.220, "C", ' ', 1, 3},
          {" OG ", "SER", 7.760, 3.740, 2.410, "O", ' ', 1, 3},
          {" OXT", "SER", 9.450, 5.400, 0.000, "O", ' ', 1, 3}};
}

inline const char* const minimal_loop = R"(data_x
loop_
_atom_site.Cartn_z
_atom_site.Cartn_y
_atom_site.Cartn_x
_atom_site.auth_atom_id
_atom_site.auth_comp_id
_atom_site.auth_seq_id
_atom_site.auth_asym_id
_atom_site.pdbx_PDB_model_num
)";

// The minimal form: columns in an unusual order, no group_PDB, element, id, occupancy or label
// names.
inline std::string as_cif(const std::vector<PdbAtom>& atoms, const std::string& chain = "A") {
  std::string text = minimal_loop;
  for (const PdbAtom& atom : atoms) {
    const std::string name = atom.name.substr(atom.name.find_first_not_of(' '));
    text += std::to_string(atom.z) + " " + std::to_string(atom.y) + " " + std::to_string(atom.x) +
            " '" + name.substr(0, name.find(' ')) + "' " + atom.residue + " " +
            std::to_string(atom.number) + " " + chain + " 1\n";
  }
  return text;
}

inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

inline void check_same(const debye::Atoms& a, const debye::Atoms& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      CHECK_THAT(a.position[i][k], Catch::Matchers::WithinAbs(b.position[i][k], 1e-3));
  CHECK(a.atomic_number == b.atomic_number);
  CHECK(a.bonded_hydrogens == b.bonded_hydrogens);
  CHECK(a.occupancy == b.occupancy);
}
