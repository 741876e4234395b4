// The file formats: PDB in all its dialects, mmCIF, mmJSON, PQR, XYZ, and the messages for texts
// that cannot be read.

#include "catch.hpp"
#include "shared_data.hpp"
#include "structure/text_scan.hpp"
#include "structure_fixtures.hpp"

using namespace debye;
using Catch::Matchers::WithinAbs;
using debye::test::shared_data;

TEST_CASE("a line ends with LF, CR LF or CR") {
  // All texts of up to seven of the three characters, against a rule of its own for each end.
  constexpr std::string_view alphabet = "a\r\n";
  std::vector<std::string> texts = {""};
  for (std::size_t n = 0; texts[n].size() < 7; ++n)
    for (const char c : alphabet) texts.push_back(texts[n] + c);
  for (const std::string& text : texts) {
    std::vector<std::string> expected;
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == 'a') line += 'a';
      const bool pair = text.substr(i, 2) == "\r\n";
      const bool is_end = text[i] != 'a' && !pair;
      if (is_end || (i + 1 == text.size() && !line.empty())) {
        expected.push_back(line);
        line.clear();
      }
    }
    std::vector<std::string> found;
    LineReader lines(text);
    while (lines.next()) {
      found.emplace_back(lines.line());
      REQUIRE(lines.number() == found.size());
    }
    CAPTURE(text);
    REQUIRE(found == expected);
  }
}

TEST_CASE("PDB, mmCIF and mmJSON of one structure give the same atoms") {
  const Atoms pdb = read_one(lines(tripeptide()));
  CHECK(pdb.size() == 16);
  CHECK(pdb.audit.format == "PDB");
  // By hand: 8 C, 3 N, 5 O and 15 hydrogens: GLY NH3+ CH2, ALA NH CH CH3, SER NH CH CH2 OH.
  CHECK(pdb.audit.electrons == 8 * 6 + 3 * 7 + 5 * 8 + 15);
  check_same(pdb, read_one(as_cif(tripeptide())));
  CHECK(read_one(as_cif(tripeptide())).audit.format == "mmCIF");
  const Atoms json = read_one(
      R"({"data_X": {"atom_site": {"type_symbol": ["C", "O"], "label_atom_id": ["C1", "O1"],
          "label_comp_id": ["EDO", "EDO"], "auth_seq_id": [1, 1], "auth_asym_id": ["A", null],
          "Cartn_x": [0.0, 1.4], "Cartn_y": [0.0, 0.0], "Cartn_z": [0.0, 0.5]}}})");
  CHECK(json.audit.format == "mmJSON");
  CHECK(json.position[1] == Position{1.4, 0.0, 0.5});
}

TEST_CASE("mmCIF: null values, long chain names, quoted names, uncertainties, single rows") {
  const std::string text = R"(# comment
data_x
_entry.id 'it''s'
_struct.title
;a text field with loop_ and
_atom_site.Cartn_x in it
;
loop_
_atom_site.group_PDB
_atom_site.id
_atom_site.type_symbol
_atom_site.label_atom_id
_atom_site.label_alt_id
_atom_site.label_comp_id
_atom_site.label_asym_id
_atom_site.auth_asym_id
_atom_site.label_seq_id
_atom_site.auth_seq_id
_atom_site.pdbx_PDB_ins_code
_atom_site.Cartn_x
_atom_site.Cartn_y
_atom_site.Cartn_z
_atom_site.occupancy
ATOM a1 P P . A Long1 . 1 -3 ? 1.0(2) 2 3 ?
ATOM a2 O "O5'" ? A Long1 . 1 -3 ? 2.6(1) 2 3 1.0
HETATM a3 MG MG . MG Long2 XYZ . 7 A 9. +9 -9e0 1
loop_
_other.x
1
)";
  const Atoms atoms = read_one(text);
  REQUIRE(atoms.size() == 3);
  CHECK(atoms.position[2] == Position{9, 9, -9});
  CHECK(atoms.atomic_number == std::vector<std::uint8_t>{15, 8, 12});
  ReadOptions options;
  options.select = "XYZ,Long1";
  CHECK(read_one(text, options).size() == 3);
  options.select = "Long1";
  CHECK(read_one(text, options).size() == 2);
  options.select = "//XYZ/7A";
  CHECK(read_one(text, options).size() == 1);

  const Atoms single = read_one(
      "data_y\n_atom_site.Cartn_x 1\n_atom_site.Cartn_y 2\n"
      "_atom_site.Cartn_z 3\n_atom_site.label_atom_id ZN\n"
      "_atom_site.label_comp_id ZN\n");
  CHECK(single.atomic_number == std::vector<std::uint8_t>{30});
}

TEST_CASE("mmCIF: unreadable occupancies count as one and are said") {
  const Atoms atoms = read_one(
      "data_x\nloop_\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n"
      "_atom_site.label_atom_id\n_atom_site.label_comp_id\n_atom_site.occupancy\n"
      "0 0 0 ZN ZN abc\n");
  CHECK(atoms.occupancy.at(0) == 1.0f);
  CHECK(any_mentions(atoms.audit.notes, "1 unreadable occupancies"));
}

TEST_CASE("mmCIF: errors name the line") {
  std::string text = as_cif(tripeptide());
  CHECK(mentions(read_error(replaced(text, "1.458000", "1.4x8")),
                 "x.pdb:12: _atom_site.Cartn_x '1.4x8'"));
  CHECK(mentions(read_error(replaced(text, "1.458000", "?")), "_atom_site.Cartn_x has no value"));
  CHECK(mentions(read_error(text + "1 2 3\n"), "has 3 of 8 values"));
  CHECK(mentions(read_error("data_x\n_cell.a 1\n"), "no _atom_site rows"));
  CHECK(mentions(read_error("data_x\n_a.b 'open\n"), "x.pdb:2: the quoted value"));
  CHECK(mentions(read_error("data_x\n_a.b\n;open\n"), "x.pdb:3: the text field"));
}

TEST_CASE("line ends, byte order mark, missing END, lower case records and junk change nothing") {
  const std::string text = lines(tripeptide());
  const Atoms plain = read_one(text);
  check_same(plain, read_one(replaced(text, "\n", "\r\n")));
  check_same(plain, read_one(replaced(text, "\n", "\r")));
  check_same(plain, read_one("\xEF\xBB\xBF" + text));
  check_same(plain, read_one(text.substr(0, text.size() - 1)));
  check_same(plain, read_one(replaced(text, "ATOM  ", "atom  ")));
  check_same(plain, read_one(replaced(text, "\n", std::string(300, ' ') + "x\n")));
  const std::string junk =
      "USER  something\n\nANISOU    1  N   GLY A   1     **** broken\nCONECT12345123456123457\n"
      "LINK\nCRYST1 x\nREMARK 350\nSIGATM\nHELIX\n\tTAB\nMASTER\n";
  check_same(plain, read_one(junk + replaced(text, "\n", "\nCONECT\nANISOU bad\n") + junk));
  check_same(plain, read_one("TER\n" + replaced(text, "O   GLY", "O   GLY") + "TER\nTER\n"));
}

TEST_CASE("serial numbers never matter") {
  for (const char* serial : {"*****", "A0000", "186a0", "00000", "     ", "-1", "x"}) {
    std::vector<PdbAtom> atoms = tripeptide();
    for (PdbAtom& atom : atoms) atom.serial = serial;
    check_same(read_one(lines(tripeptide())), read_one(lines(atoms)));
  }
}

TEST_CASE("lines that end after the coordinates are enough") {
  std::string text;
  for (const PdbAtom& atom : tripeptide()) text += atom.line().substr(0, 54) + "\n";
  check_same(read_one(lines(tripeptide())), read_one(text));
  CHECK(mentions(read_error("REMARK\n" + tripeptide()[0].line().substr(0, 50) + "\n"),
                 "x.pdb:2: the line ends in column 50"));
}

TEST_CASE("coordinates that are not numbers are errors with line, columns and text") {
  for (const char* bad : {"********", "     nan", "     inf", "        ", "  1.2 34", "   12..3"}) {
    std::string line = tripeptide()[1].line();
    line.replace(38, 8, bad);
    const std::string message = read_error(tripeptide()[0].line() + line);
    CAPTURE(bad, message);
    CHECK(mentions(message, "x.pdb:2: the y coordinate '"));
    CHECK(mentions(message, "(columns 39-46) is not a number"));
  }
}

TEST_CASE("residue numbers: negative, inserted, hybrid-36, wrapped") {
  std::vector<PdbAtom> atoms = tripeptide();
  for (std::size_t i = 0; i < 4; ++i) atoms[i].number = -6;
  for (std::size_t i = 4; i < 9; ++i) atoms[i].number = 52, atoms[i].insertion_code = 'A';
  for (std::size_t i = 9; i < 16; ++i) atoms[i].number = 52, atoms[i].insertion_code = 'B';
  check_same(read_one(lines(tripeptide())), read_one(lines(atoms)));
  ReadOptions options;
  options.select = "//A/52A";
  CHECK(read_one(lines(atoms), options).size() == 5);
  check_same(read_one(lines(tripeptide())),
             read_one(replaced(lines(tripeptide()), "A   2 ", "AA000 ")));

  // All ions share a number; numbers that wrap around come again much later.
  std::string text;
  for (int i = 0; i < 5; ++i) text += PdbAtom{"NA  ", " NA", i * 5.0, 0, 0, ""}.line();
  CHECK(read_one(text).size() == 5);
  std::vector<PdbAtom> again = tripeptide();
  for (PdbAtom& atom : again) atom.z += 50;
  const Atoms twice = read_one(lines(tripeptide()) + lines(again));
  CHECK(twice.size() == 32);
  CHECK(implicit_hydrogens(twice) == 30);
}

TEST_CASE("residue names of four letters and chain names of two") {
  const std::string lipid = "ATOM      1  P   POPCL  12       1.000   2.000   3.000\n";
  const Atoms popc = read_one(lipid);
  CHECK(popc.audit.unknown_components.count("POPC") == 1);
  const std::string text = replaced(lines(tripeptide()), " A   ", "AB   ");
  check_same(read_one(lines(tripeptide())), read_one(text));
  ReadOptions options;
  options.select = "AB";
  CHECK(read_one(text, options).size() == 16);
}

TEST_CASE("XYZ: frames are models, nothing is added") {
  const std::string text =
      "3\nwater\nO 0 0 0\nH 0.96 0 0\n1 -0.24 0.93 0\n3\n\nO 1 0 0\nH 2 0 0\nX 3 0 0\n";
  const Atoms first = read_one(text);
  CHECK(first.audit.format == "XYZ");
  CHECK(first.audit.models_in_file == 2);
  CHECK(first.atomic_number == std::vector<std::uint8_t>{8, 1, 1});
  ReadOptions options;
  options.model = 2;
  CHECK(read_one(text, options).audit.dummies_dropped == 1);
  const Atoms carbon = read_one("2\n\nC\t0 0 0\nC\t1.5 0 0\n");
  CHECK(implicit_hydrogens(carbon) == 0);
  CHECK(any_mentions(carbon.audit.notes, "no hydrogens are added"));
  CHECK(mentions(read_error("2\n\nC 0 0 0\n"), "x.pdb:1: the frame has 1 atoms"));
  CHECK(mentions(read_error("1\n\nC 0 0 x\n"), "x.pdb:3: the coordinate 'x'"));
  CHECK(mentions(read_error("1\n\nQx 0 0 0\n"), "x.pdb:3: atom 'QX'"));
}

TEST_CASE("PQR is recognised by its charges and radii") {
  const std::string text =
      "REMARK\nATOM      1  N   GLY     1      -8.901   4.127  -0.555 -0.3000 1.8500\n"
      "ATOM      2  CA  GLY A   1      -8.608   3.135  -1.618  0.1400 1.9000\n"
      "HETATM100000 CA CA B2 1.0 2.0 3.0 2.0 1.3\nEND\n";
  const Atoms atoms = read_one(text);
  CHECK(atoms.audit.format == "PQR");
  CHECK(atoms.atomic_number == std::vector<std::uint8_t>{7, 6, 20});
  CHECK(atoms.position[2] == Position{1, 2, 3});
  CHECK(atoms.occupancy == std::vector<float>(3, 1.0f));

  // An insertion code of its own: three residues, not one with its atoms listed three times.
  std::string inserted;
  for (const char* code : {"", "A", "B"})
    inserted += "ATOM 1 CB ALA A 52 " + std::string(code) + " " +
                std::to_string(4 * inserted.size()) + ".0 2.0 3.0 0.1 1.9\n";
  CHECK(read_one(inserted).size() == 3);
}

TEST_CASE("an element entry one column too far left is no segment name") {
  // Otherwise every residue falls apart by element, and all bonds look like links.
  std::string shifted;
  for (const PdbAtom& atom : tripeptide()) {
    std::string line = atom.line();
    shifted += line.erase(70, 1);
  }
  const Atoms atoms = read_one(shifted);
  check_same(atoms, read_one(lines(tripeptide())));
  CHECK(implicit_hydrogens(atoms) == 15);
}

TEST_CASE("texts that are no structure say what was expected") {
  CHECK(mentions(read_error(""), "is empty"));
  CHECK(mentions(read_error("# q I sigma\n0.01 1 2\n"), "is no structure file"));
  CHECK(mentions(read_error("{\"a\": 1}"), "mmJSON"));
  CHECK(mentions(read_error("{broken"), "mmJSON"));
  for (const char* text : {"{\"a\": 1}", "data_x\n_a.b 'c\n_d.e 1\n"})
    CHECK_FALSE(mentions(read_error(text), "\n"));
  CHECK(mentions(read_error("HEADER x\nEND\n"), "no ATOM or HETATM record"));
}

TEST_CASE("the same entry as PDB and as mmCIF") {
  for (const char* entry : {"168l", "1bna", "4gxy_rna", "4lzt"}) {
    const auto pdb = shared_data("structures/" + std::string(entry) + ".pdb");
    const auto cif = shared_data("structures/" + std::string(entry) + ".cif");
    if (!pdb || !cif) {
      WARN("no shared data");
      return;
    }
    CAPTURE(entry);
    const Atoms a = read_atoms(read_input(*pdb)).at(0), b = read_atoms(read_input(*cif)).at(0);
    CHECK(a.audit.elements == b.audit.elements);
    CHECK(a.audit.electrons == b.audit.electrons);
    CHECK_THAT(a.audit.radius_of_gyration, WithinAbs(b.audit.radius_of_gyration, 1e-3));
  }
}

TEST_CASE("a virus capsid as mmCIF and as PDB with two-letter chains and hybrid-36") {
  const auto cif = shared_data("structures/1f2n_assembly1.cif.gz");
  const auto pdb = shared_data("structures/1f2n_assembly1_hy36.pdb.gz");
  if (!pdb || !cif) {
    WARN("no shared data");
    return;
  }
  const Atoms a = read_atoms(read_input(*cif)).at(0), b = read_atoms(read_input(*pdb)).at(0);
  CHECK(a.size() == 271860);
  CHECK(a.audit.elements == b.audit.elements);
  CHECK(a.audit.implicit_by_dictionary == b.audit.implicit_by_dictionary);
  CHECK(b.audit.warnings.empty());
}
