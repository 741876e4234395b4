// The element of an atom: column, dictionary, name. Each case names the trap it guards.

#include "catch.hpp"
#include "structure/element.hpp"
#include "structure_fixtures.hpp"

using namespace debye;

namespace {

SourceAtom atom_of(const std::string& padded_name, const std::string& element = "") {
  SourceAtom atom;
  atom.name = normal_atom_name(padded_name);
  atom.element = element;
  if (padded_name[0] != ' ')
    atom.name_column = NameColumn::Column13;
  else if (padded_name.size() > 1 && padded_name[1] != ' ')
    atom.name_column = NameColumn::Column14;
  return atom;
}

/// Symbol decided for one atom of a residue with these other atoms; "?" if undecided.
std::string element(const std::string& padded_name, const std::string& residue,
                    const std::string& column = "", std::vector<std::string_view> others = {},
                    bool aligned = true) {
  const SourceAtom atom = atom_of(padded_name, column);
  others.push_back(atom.name);
  const ElementDecision decision = decide_element(atom, find_template(residue, others), aligned);
  if (decision.source == ElementSource::Undecided) return "?";
  return decision.deuterium ? "D" : element_symbol(decision.atomic_number);
}

ElementDecision decision(const std::string& padded_name, const std::string& residue,
                         const std::string& column) {
  const SourceAtom atom = atom_of(padded_name, column);
  const std::vector<std::string_view> names = {atom.name, "N", "C", "O"};
  return decide_element(atom, find_template(residue, names), true);
}

}  // namespace

TEST_CASE("symbols") {
  CHECK(atomic_number_of("C") == 6);
  CHECK(atomic_number_of("ca") == 20);
  CHECK(atomic_number_of("D") == 1);
  CHECK(atomic_number_of("Cf") == 98);
  for (const char* no : {"", "X", "Q", "XX", "1+", "0.", "NH", "OG", "Uuo"})
    CHECK(atomic_number_of(no) == 0);
}

TEST_CASE("charges in the entry are no part of the symbol") {
  CHECK(element("FE  ", "???", "Fe3+") == "Fe");
  CHECK(element("NA+ ", "???", "Na+") == "Na");
  CHECK(element(" O1 ", "???", "O2-") == "O");
}

TEST_CASE("a rare element is not read off the first letter of a longer name") {
  CHECK(element("UNK ", "UNX", "X") == "?");  // not uranium
  CHECK(element("WAT1", "???") == "?");
  CHECK(element(" U1 ", "???") == "U");
}

TEST_CASE("the same name is another element in another residue") {
  CHECK(element(" CA ", "ALA") == "C");
  CHECK(element("CA  ", "ALA") == "C");  // left-justified
  CHECK(element("CA  ", "CA") == "Ca");
  CHECK(element(" CA ", "CA") == "Ca");
  CHECK(element(" CD ", "GLU", "", {"N", "CA"}) == "C");
  CHECK(element("CD  ", "CD") == "Cd");
  CHECK(element(" CD ", "ILE", "", {"N", "CA"}) == "C");  // CHARMM, GROMACS
  CHECK(element(" HG ", "SER", "", {"N", "CA"}) == "H");
  CHECK(element("HG  ", "HG") == "Hg");
  CHECK(element(" NE ", "ARG", "", {"N", "CA"}) == "N");
  CHECK(element(" OD1", "ASP", "", {"N", "CA"}) == "O");  // not a deuterium
  CHECK(element("FE  ", "HEM", "", {"NA", "NB", "NC", "ND"}) == "Fe");
  CHECK(element(" NA ", "HEM", "", {"FE", "NB", "NC", "ND"}) == "N");
  CHECK(element("NA  ", "NA") == "Na");
  CHECK(element("SE  ", "MSE", "", {"N", "CA"}) == "Se");
}

TEST_CASE("hydrogen names, old and new, in known residues") {
  for (const char* name : {" H  ", "1HB ", "HG11", "HH11", "1HH1", " HN ", " HT1", "HD21", "2HD2"})
    CHECK(element(name, "ARG", "", {"N", "CA", "C", "O", "CB"}) == "H");
  for (const char* name : {"H5''", "H5'1", "1H5'", "H5T ", "HO5'", " H8 "})
    CHECK(element(name, "A", "", {"O5'", "C5'", "C1'"}) == "H");
  CHECK(element(" D  ", "ALA", "", {"N", "CA"}) == "D");
  CHECK(element("DE21", "GLN", "D", {"N", "CA"}) == "D");
  CHECK(element(" DA ", "ALA", "D", {"N", "CA"}) == "D");
  CHECK(element(" HA ", "ALA", "D", {"N", "CA"}) == "D");
}

TEST_CASE("unknown residues: two letters count where the columns of the file are kept") {
  CHECK(element("BR1 ", "L99") == "Br");
  CHECK(element("CL12", "L99") == "Cl");
  CHECK(element(" C1 ", "L99") == "C");
  CHECK(element("C1  ", "L99") == "C");
  CHECK(element("C10A", "L99") == "C");
  CHECK(element("CD  ", "L99") == "Cd");
  CHECK(element(" CD ", "L99") == "C");
  CHECK(element("HG11", "L99") == "H");
  CHECK(element("1C4A", "L99") == "C");
  // Without meaningful columns CD may be either, and nothing is guessed.
  CHECK(element("CD  ", "L99", "", {}, false) == "?");
  CHECK(element("CL1 ", "L99", "", {}, false) == "Cl");
  CHECK(element(" A  ", "L99") == "?");
}

TEST_CASE("the element column counts if it is a symbol that can be true") {
  CHECK(element(" X1 ", "L99", "C") == "C");
  CHECK(element("CA  ", "L99", "CA") == "Ca");
  CHECK(element(" CA ", "L99", "C") == "C");
  CHECK(element("CU  ", "CU", "CU") == "Cu");
  CHECK(element("PT1 ", "L99", "Pt") == "Pt");
  // Charges, types and segment names are no symbols.
  for (const char* junk : {"1+", "0.", "XX", ".5", "P1"})
    CHECK(element(" CB ", "ALA", junk, {"N", "CA"}) == "C");
}

TEST_CASE("a column that contradicts the dictionary is overruled and reported") {
  const ElementDecision types = decision(" CG ", "PHE", "CA");
  CHECK(types.atomic_number == 6);
  CHECK(types.overruled);
  const ElementDecision alpha = decision(" CA ", "ALA", "CA");
  CHECK(alpha.atomic_number == 6);
  CHECK(alpha.overruled);
  const ElementDecision hydrogen = decision(" HG ", "SER", "HG");
  CHECK(hydrogen.atomic_number == 1);
  CHECK(hydrogen.overruled);
  CHECK_FALSE(decision(" CA ", "ALA", "C").overruled);
  const Atoms atoms = read_one(lines({{" N  ", "ALA", 0, 0, 0, "N"},
                                      {" CA ", "ALA", 1.46, 0, 0, "CA"},
                                      {" C  ", "ALA", 2, 1.4, 0, "C"}}));
  CHECK(atoms.atomic_number[1] == 6);
  CHECK(atoms.audit.guessed.count(
            "CA in residue ALA: C (residue and atom name), not CA as in the file") == 1);
  CHECK(any_mentions(atoms.audit.warnings, "1 elements of the file contradict"));
}

TEST_CASE("an element that cannot be decided is an error with the remedy") {
  const std::string text =
      lines({{" N  ", "ALA", 0, 0, 0, "N"}, {" QX ", "L99", 9, 0, 0, "", ' ', 1, 12}});
  const std::string message = read_error(text);
  CHECK(mentions(message, "x.pdb:2: atom 'QX' of residue L99 A/12"));
  CHECK(mentions(message, "--unknown-element"));
  ReadOptions options;
  options.unknown_element = 8;
  const Atoms atoms = read_one(text, options);
  CHECK(atoms.atomic_number[1] == 8);
  CHECK(any_mentions(atoms.audit.warnings, "1 atoms of unknown element count as O"));
  options.unknown_element.reset();
  options.select = "//A/1";  // what is not selected need not be decided
  CHECK(read_one(text, options).size() == 1);
}

TEST_CASE("residues of MD programs are found under their names") {
  const auto id = [](const char* name, std::vector<std::string_view> atoms) -> std::string {
    const ResidueTemplate found = find_template(name, atoms);
    return found.component ? found.component->id : "none";
  };
  const std::vector<std::string_view> his = {"N",  "CA",  "C",   "O",   "CB",
                                             "CG", "ND1", "CD2", "CE1", "NE2"};
  for (const char* name : {"HIS", "HSD", "HSE", "HSP", "HID", "HIE", "HIP", "NHIE", "CHID"})
    CHECK(id(name, his) == "HIS");
  CHECK(id("HIP", {"N", "CA", "C", "O", "CB", "CG", "CD2", "ND1", "CE1", "NE2", "P", "O1P", "O2P",
                   "O3P"}) == "HIP");
  CHECK(id("NALA", {"N", "CA", "C", "O", "CB"}) == "ALA");
  CHECK(id("CYX", {"N", "CA", "C", "O", "CB", "SG"}) == "CYS");
  const std::vector<std::string_view> rna = {"P",  "O5'", "C5'", "C2'", "O2'", "N1",
                                             "C2", "N3",  "C4",  "O2",  "N4"};
  const std::vector<std::string_view> dna = {"P",  "O5'", "C5'", "C2'", "N1",
                                             "C2", "N3",  "C4",  "O2",  "N4"};
  for (const char* name : {"C", "RC", "RC5", "C3", "CYT"}) CHECK(id(name, rna) == "C");
  for (const char* name : {"DC", "DC5", "DC3", "CYT", "C"}) CHECK(id(name, dna) == "DC");
  CHECK(id("TIP3", {"OH2", "H1", "H2"}) == "HOH");
  CHECK(id("SOL", {"OW", "HW1", "HW2", "MW"}) == "HOH");
  CHECK(id("SOD", {"SOD"}) == "NA");
  CHECK(id("CLA", {"CLA"}) == "CL");
  CHECK(id("CLA", {"MG", "CHA", "CHB", "CHC", "CHD", "NA", "C1A", "C2A"}) == "CLA");
  CHECK(id("CAL", {"CAL"}) == "CA");
  CHECK(id("POT", {"POT"}) == "K");
  CHECK(id("NOPE", {"C1"}) == "none");
}
