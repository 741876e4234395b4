// Implicit hydrogens in polymers, their ends and links; the choice between those of the file and
// counted ones; the estimate by valence.

#include "catch.hpp"
#include "shared_data.hpp"
#include "structure_fixtures.hpp"

using namespace debye;
using debye::test::shared_data;

namespace {

Atoms read_mode(const std::string& text, HydrogenMode mode) {
  ReadOptions options;
  options.hydrogens = mode;
  return read_one(text, options);
}

// Hydrogens of the tripeptide: 3 + 2, 1 + 1 + 3, 1 + 1 + 2 + 1, as explicit atoms near their
// parents.
std::vector<PdbAtom> explicit_hydrogens(std::size_t count) {
  const std::vector<PdbAtom> heavy = tripeptide();
  const std::vector<std::pair<std::size_t, const char*>> parents = {
      {0, " H1 "}, {0, " H2 "},  {0, " H3 "},  {1, " HA2"},  {1, " HA3"},
      {4, " H  "}, {5, " HA "},  {8, " HB1"},  {8, " HB2"},  {8, " HB3"},
      {9, " H  "}, {10, " HA "}, {13, " HB2"}, {13, " HB3"}, {14, " HG "}};
  std::vector<PdbAtom> all = heavy;
  for (std::size_t i = 0; i < count; ++i) {
    PdbAtom atom = heavy[parents[i].first];
    atom.name = parents[i].second;
    atom.element = "H";
    atom.z -= 0.8;
    atom.x += 0.1 * static_cast<double>(i);
    all.push_back(atom);
  }
  return all;
}

/// Hydrogens on atom `index` of a structure without its own.
int on(const std::vector<PdbAtom>& atoms, std::size_t index) {
  return read_one(lines(atoms)).bonded_hydrogens.at(index);
}

std::vector<PdbAtom> shifted(std::vector<PdbAtom> atoms, double dx, int dnumber = 0) {
  for (PdbAtom& atom : atoms) atom.x += dx, atom.number += dnumber;
  return atoms;
}

}  // namespace

TEST_CASE("a peptide: NH3+, CH2, NH, CH3, OH, no hydrogen on carboxylate") {
  const Atoms atoms = read_one(lines(tripeptide()));
  CHECK(atoms.bonded_hydrogens ==
        std::vector<std::uint8_t>{3, 2, 0, 0, 1, 1, 0, 0, 3, 1, 1, 0, 0, 2, 1, 0});
  CHECK(atoms.audit.hydrogen_mode == "implicit");
  CHECK(atoms.audit.implicit_by_dictionary == 15);
  CHECK(atoms.audit.warnings.empty());
}

TEST_CASE("N at a gap counts as linked, N after a chain's end starts a new chain") {
  const std::vector<PdbAtom> first = tripeptide();
  std::vector<PdbAtom> gap = first;
  gap.pop_back();  // without OXT the chain may go on
  for (const PdbAtom& atom : shifted(first, 30, 10)) gap.push_back(atom);
  CHECK(on(gap, 15) == 1);
  std::vector<PdbAtom> ended = first;
  for (const PdbAtom& atom : shifted(first, 30, 10)) ended.push_back(atom);
  CHECK(on(ended, 16) == 3);
  std::vector<PdbAtom> restarted = first;
  restarted.pop_back();
  for (const PdbAtom& atom : shifted(first, 30, 0)) restarted.push_back(atom);
  CHECK(on(restarted, 15) == 3);
  std::string ter =
      lines({first.begin(), first.end() - 1}) + "TER\n" + lines(shifted(first, 30, 10));
  CHECK(read_one(ter).bonded_hydrogens.at(15) == 3);
}

TEST_CASE("proline: none in a chain, two at the start") {
  std::vector<PdbAtom> atoms = tripeptide();
  for (std::size_t i = 4; i < 9; ++i) atoms[i].residue = "PRO";
  CHECK(on(atoms, 4) == 0);
  atoms.erase(atoms.begin(), atoms.begin() + 4);
  CHECK(on(atoms, 0) == 2);
}

TEST_CASE("N-formyl methionine and pyroglutamate start a chain as amides") {
  std::vector<PdbAtom> atoms = tripeptide();
  for (std::size_t i = 0; i < 4; ++i) atoms[i].residue = "FME";
  atoms.push_back({" CN ", "FME", -0.6, 1.2, 0, "C", ' ', 1, 1});
  atoms.push_back({" O1 ", "FME", 0.0, 2.25, 0, "O", ' ', 1, 1});
  CHECK(on(atoms, 0) == 1);
}

TEST_CASE("disulphides, thiols and metal thiolates") {
  const auto cysteine = [](double x, int number) {
    return std::vector<PdbAtom>{{" CA ", "CYS", x, 0, 3.0, "C", ' ', 1, number},
                                {" CB ", "CYS", x, 0, 1.8, "C", ' ', 1, number},
                                {" SG ", "CYS", x, 0, 0, "S", ' ', 1, number}};
  };
  std::vector<PdbAtom> atoms = cysteine(0, 1);
  CHECK(on(atoms, 2) == 1);
  for (const PdbAtom& atom : cysteine(2.04, 5)) atoms.push_back(atom);
  CHECK(on(atoms, 2) == 0);
  CHECK(on(atoms, 5) == 0);
  CHECK(on(atoms, 1) == 2);
  atoms = cysteine(0, 1);
  atoms.push_back({"ZN  ", " ZN", 2.3, 0, 0, "ZN", ' ', 1, 9});
  CHECK(on(atoms, 2) == 0);
  atoms.back().x = 3.2;
  CHECK(on(atoms, 2) == 1);
}

TEST_CASE("names of protonation states") {
  const auto total = [](const std::string& residue, const std::vector<PdbAtom>& side) {
    std::vector<PdbAtom> atoms = side;
    for (PdbAtom& atom : atoms) atom.residue = residue;
    return implicit_hydrogens(read_one(lines(atoms)));
  };
  const std::vector<PdbAtom> his = {
      {" CB ", "", 0, 0, 0, "C"},     {" CG ", "", 1.5, 0, 0, "C"},
      {" ND1", "", 2.3, 1.1, 0, "N"}, {" CD2", "", 2.3, -1.1, 0, "C"},
      {" CE1", "", 3.6, 0.7, 0, "C"}, {" NE2", "", 3.6, -0.7, 0, "N"}};
  for (const char* name : {"HIS", "HSD", "HSE", "HID", "HIE"}) CHECK(total(name, his) == 5);
  for (const char* name : {"HSP", "HIP"}) CHECK(total(name, his) == 6);
  std::vector<PdbAtom> delta = his;
  for (PdbAtom& atom : delta) atom.residue = "HSD";
  CHECK(on(delta, 2) == 1);
  CHECK(on(delta, 5) == 0);
  const std::vector<PdbAtom> cys = {{" CB ", "", 0, 0, 0, "C"}, {" SG ", "", 1.8, 0, 0, "S"}};
  CHECK(total("CYS", cys) == 3);
  CHECK(total("CYX", cys) == 2);
  const std::vector<PdbAtom> asp = {{" CB ", "", 0, 0, 0, "C"},
                                    {" CG ", "", 1.5, 0, 0, "C"},
                                    {" OD1", "", 2.1, 1, 0, "O"},
                                    {" OD2", "", 2.1, -1, 0, "O"}};
  CHECK(total("ASP", asp) == 2);
  CHECK(total("ASH", asp) == 3);
  const std::vector<PdbAtom> lys = {{" CE ", "", 0, 0, 0, "C"}, {" NZ ", "", 1.5, 0, 0, "N"}};
  CHECK(total("LYS", lys) == 5);
  CHECK(total("LYN", lys) == 4);
}

TEST_CASE("sugars, isopeptides: a link takes the hydrogen of N and O, not that of C") {
  const std::vector<PdbAtom> atoms = {
      {" CG ", "ASN", -1.3, 0, 0, "C", ' ', 1, 5},  {" ND2", "ASN", 0, 0, 0, "N", ' ', 1, 5},
      {" C1 ", "NAG", 1.45, 0, 0, "C", ' ', 1, 90}, {" O4 ", "NAG", 20, 0, 0, "O", ' ', 1, 90},
      {" C1 ", "NAG", 21.4, 0, 0, "C", ' ', 1, 91}, {" O4 ", "NAG", 40, 0, 0, "O", ' ', 1, 91}};
  CHECK(on(atoms, 1) == 1);
  CHECK(on(atoms, 2) == 1);
  CHECK(on(atoms, 3) == 0);
  CHECK(on(atoms, 5) == 1);
  const std::vector<PdbAtom> isopeptide = {{" CE ", "LYS", -1.5, 0, 0, "C", ' ', 1, 48},
                                           {" NZ ", "LYS", 0, 0, 0, "N", ' ', 1, 48},
                                           {" C  ", "GLY", 1.33, 0, 0, "C", ' ', 1, 76}};
  CHECK(on(isopeptide, 1) == 1);
}

TEST_CASE("nucleotides: 5' and 3' ends, the link, a gap") {
  const auto nucleotide = [](double x, int number, bool phosphate) {
    std::vector<PdbAtom> atoms = {{" O5'", " DA", x, 0, 0, "O", ' ', 1, number},
                                  {" C5'", " DA", x + 1.4, 0, 0, "C", ' ', 1, number},
                                  {" C3'", " DA", x + 3.5, 0, 0, "C", ' ', 1, number},
                                  {" O3'", " DA", x + 4.9, 0, 0, "O", ' ', 1, number}};
    if (phosphate) atoms.push_back({" P  ", " DA", x - 1.6, 0, 0, "P", ' ', 1, number});
    return atoms;
  };
  std::vector<PdbAtom> strand = nucleotide(0, 1, false);
  for (const PdbAtom& atom : nucleotide(8.1, 2, true)) strand.push_back(atom);
  const Atoms atoms = read_one(lines(strand));
  CHECK(atoms.bonded_hydrogens[0] == 1);
  CHECK(atoms.bonded_hydrogens[3] == 0);
  CHECK(atoms.bonded_hydrogens[4] == 0);
  CHECK(atoms.bonded_hydrogens[7] == 1);
  std::vector<PdbAtom> gap = nucleotide(0, 1, true);
  for (const PdbAtom& atom : nucleotide(50, 9, false)) gap.push_back(atom);
  CHECK(on(gap, 0) == 0);
  CHECK(on(gap, 3) == 0);
  CHECK(on(gap, 5) == 0);
}

TEST_CASE("ribose and deoxyribose are told apart under one name") {
  std::vector<PdbAtom> atoms = {{" C2'", "GUA", 0, 0, 0, "C"}, {" O4'", "GUA", 2, 1, 0, "O"}};
  CHECK(on(atoms, 0) == 2);
  atoms.push_back({" O2'", "GUA", 1.4, 0, 0, "O"});
  CHECK(on(atoms, 0) == 1);
  CHECK(on(atoms, 2) == 1);
}

TEST_CASE("auto: complete hydrogens are used, few are replaced, some are a warning") {
  const Atoms all = read_one(lines(explicit_hydrogens(15)));
  CHECK(all.audit.hydrogen_mode == "explicit");
  CHECK(all.audit.explicit_hydrogens == 15);
  CHECK(implicit_hydrogens(all) == 0);
  CHECK(all.audit.electrons == 124);

  const Atoms some = read_one(lines(explicit_hydrogens(5)));
  CHECK(some.audit.hydrogen_mode == "implicit");
  CHECK(some.audit.discarded_hydrogens == 5);
  CHECK(some.audit.electrons == 124);
  CHECK(any_mentions(some.audit.warnings, "polar hydrogens only?"));

  const Atoms one = read_one(lines(explicit_hydrogens(1)));
  CHECK(one.audit.warnings.empty());
  CHECK(any_mentions(one.audit.notes, "1 hydrogens in the file, 15 expected"));
}

TEST_CASE("auto: residues without any are completed in a model that has its hydrogens") {
  std::string text;
  for (int i = 0; i < 4; ++i) text += lines(shifted(explicit_hydrogens(15), 30.0 * i, 10 * i));
  text += lines({{" C1 ", "EDO", 0, 40, 0, "C", ' ', 1, 80},
                 {" O1 ", "EDO", 1.4, 40, 0, "O", ' ', 1, 80},
                 {" C2 ", "EDO", 0, 41.5, 0, "C", ' ', 1, 80},
                 {" O2 ", "EDO", 1.4, 41.5, 0, "O", ' ', 1, 80}});
  const Atoms atoms = read_one(text);
  CHECK(atoms.audit.hydrogen_mode == "explicit");
  CHECK(atoms.audit.explicit_hydrogens == 60);
  CHECK(atoms.audit.implicit_by_dictionary == 6);
  CHECK(any_mentions(atoms.audit.notes, "1 residues without any hydrogens got 6"));
}

TEST_CASE("explicit and implicit as asked for") {
  const Atoms bare = read_mode(lines(tripeptide()), HydrogenMode::Explicit);
  CHECK(bare.audit.electrons == 109);
  CHECK(any_mentions(bare.audit.warnings, "--hydrogens explicit, but 0 hydrogens in the file"));
  const Atoms replaced = read_mode(lines(explicit_hydrogens(15)), HydrogenMode::Implicit);
  CHECK(replaced.audit.discarded_hydrogens == 15);
  CHECK(replaced.size() == 16);
  CHECK(replaced.audit.electrons == 124);
  const Atoms few = read_mode(lines(explicit_hydrogens(5)), HydrogenMode::Explicit);
  CHECK(few.audit.electrons == 114);
  CHECK(any_mentions(few.audit.warnings, "only 5 hydrogens"));
}

TEST_CASE("deuterium is an atom of number 1 and weighs as deuterium") {
  std::vector<PdbAtom> atoms = explicit_hydrogens(15);
  const double light = read_one(lines(atoms)).audit.molecular_weight;
  atoms.back().element = "D";
  atoms.back().name = " DG ";
  const Atoms heavy = read_one(lines(atoms));
  CHECK(heavy.audit.elements.at("D") == 1);
  CHECK(heavy.atomic_number.back() == 1);
  CHECK_THAT(heavy.audit.molecular_weight - light, Catch::Matchers::WithinAbs(1.0062, 1e-4));
}

TEST_CASE("by valence: an unknown ligand from its geometry") {
  // Acetamide-like CH3-C(=O)-NH-CH2-CH2-OH in extended form.
  const std::vector<PdbAtom> atoms = {
      {" C1 ", "L99", -1.26, 0.85, 0, "C"}, {" C2 ", "L99", 0, 0, 0, "C"},
      {" O1 ", "L99", 0, -1.23, 0, "O"},    {" N1 ", "L99", 1.17, 0.64, 0, "N"},
      {" C3 ", "L99", 2.42, -0.08, 0, "C"}, {" C4 ", "L99", 3.60, 0.89, 0, "C"},
      {" O2 ", "L99", 4.82, 0.17, 0, "O"}};
  const Atoms read = read_one(lines(atoms));
  CHECK(read.bonded_hydrogens == std::vector<std::uint8_t>{3, 0, 0, 1, 2, 2, 1});
  CHECK(read.audit.implicit_by_valence == 9);
  CHECK(read.audit.unknown_components.at("L99") == 1);
  CHECK(any_mentions(read.audit.warnings,
                     "not in the component dictionary, or with other atoms: L99"));
}

TEST_CASE("by valence: a benzene ring, a phosphate, a nitrile") {
  std::vector<PdbAtom> ring;
  const double cosine[] = {1, 0.5, -0.5, -1, -0.5, 0.5},
               sine[] = {0, 0.866, 0.866, 0, -0.866, -0.866};
  for (int i = 0; i < 6; ++i)
    ring.push_back(
        {" C" + std::to_string(i) + " ", "L99", 1.39 * cosine[i], 1.39 * sine[i], 0, "C"});
  CHECK(read_one(lines(ring)).bonded_hydrogens == std::vector<std::uint8_t>(6, 1));
  const Atoms phosphate = read_one(lines({{" P1 ", "L99", 0, 0, 0, "P"},
                                          {" O1 ", "L99", 1.5, 0, 0, "O"},
                                          {" O2 ", "L99", -0.5, 1.41, 0, "O"},
                                          {" O3 ", "L99", -0.5, -0.7, 1.22, "O"},
                                          {" O4 ", "L99", -0.5, -0.7, -1.22, "O"}}));
  CHECK(implicit_hydrogens(phosphate) == 0);
  const Atoms nitrile = read_one(lines({{" C1 ", "L99", -1.46, 0, 0, "C"},
                                        {" C2 ", "L99", 0, 0, 0, "C"},
                                        {" N1 ", "L99", 1.14, 0, 0, "N"}}));
  CHECK(nitrile.bonded_hydrogens == std::vector<std::uint8_t>{3, 0, 0});
}

TEST_CASE("by valence is close to the dictionary on a protein without residue names") {
  std::string text = read_input(DEBYE_DATA_DIR "/lysozyme.pdb").content;
  for (std::size_t at = text.find("\nATOM"); at != std::string::npos;
       at = text.find("\nATOM", at + 1))
    text.replace(at + 18, 3, "???");
  const Atoms atoms = read_one(text);
  // Valence counts the neutral form, 11 Arg, 6 Lys and the N terminus without their charge: 941.
  const auto counted = static_cast<double>(atoms.audit.implicit_by_valence);
  CHECK(counted > 941 * 0.97);
  CHECK(counted < 941 * 1.03);
}

TEST_CASE("the electron count of a large complex agrees with another program") {
  const auto path = shared_data("structures/1XIB_4mer.pdb.gz");
  if (!path) {
    WARN("no shared data");
    return;
  }
  const Atoms atoms = read_atoms(read_input(*path)).at(0);
  CHECK(count_of(atoms.audit, "C") == 7668);
  CHECK(count_of(atoms.audit, "N") == 2196);  // one of two locations of NZ of LYS 253
  CHECK(count_of(atoms.audit, "O") == 2304);
  CHECK(count_of(atoms.audit, "S") == 36);
  CHECK(count_of(atoms.audit, "Mn") == 8);
  CHECK(std::abs(atoms.audit.electrons / 92204 - 1) < 0.001);  // CRYSOL, sqrt of I(0) in vacuum
}

TEST_CASE("complete NMR models have the hydrogens that are expected of them") {
  // The explicit hydrogens of a complete model check the counting independently.
  for (const char* name : {"2kkj_0.pdb", "deb_1d3z_nmr.pdb.gz", "2koc_rna_nmr.pdb",
                           "1gya_glyco_nmr.cif.gz", "charmm_20aa.pdb", "ncp_c36.pdb.gz"}) {
    const auto path = shared_data("structures/" + std::string(name));
    if (!path) {
      WARN("no shared data");
      return;
    }
    ReadOptions options;
    options.hydrogens = HydrogenMode::Implicit;
    const Atoms atoms = read_atoms(read_input(*path), options).at(0);
    CAPTURE(name, atoms.audit.discarded_hydrogens, implicit_hydrogens(atoms));
    const double share = static_cast<double>(implicit_hydrogens(atoms)) /
                         static_cast<double>(atoms.audit.discarded_hydrogens);
    CHECK(std::abs(share - 1) < 0.01);
  }
}
