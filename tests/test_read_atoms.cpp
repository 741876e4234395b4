// What is read from a model: alternative locations, waters, dummies, selections, models, and the
// files that are refused. Formats, elements and hydrogens have their own files.

#include "catch.hpp"
#include "structure_fixtures.hpp"

using namespace debye;
using Catch::Matchers::WithinAbs;

TEST_CASE("alternative locations: one per residue, by occupancy, ties to the first") {
  const auto serine = [](double a, double b, char first = 'A', char second = 'B') {
    std::vector<PdbAtom> atoms = {{" N  ", "SER", 0, 0, 0, "N"},
                                  {" CA ", "SER", 1.46, 0, 0, "C"},
                                  {" CB ", "SER", 2, 1.4, 0, "C", first, a},
                                  {" OG ", "SER", 3.4, 1.4, 0, "O", first, a},
                                  {" CB ", "SER", 2, 0.7, 1.2, "C", second, b},
                                  {" OG ", "SER", 3.4, 0.7, 1.2, "O", second, b}};
    return lines(atoms);
  };
  const auto side = [](const std::string& text, const std::string& altloc) {
    ReadOptions options;
    options.altloc = altloc;
    const Atoms atoms = read_one(text, options);
    REQUIRE(atoms.size() == 4);
    CHECK(atoms.audit.altlocs_skipped == 2);
    return atoms.position[3][2] > 1 ? 'B' : 'A';
  };
  CHECK(side(serine(0.4, 0.6), "highest") == 'B');
  CHECK(side(serine(0.5, 0.5), "highest") == 'A');
  CHECK(side(serine(0.4, 0.6), "first") == 'A');
  CHECK(side(serine(0.6, 0.4), "B") == 'B');
  CHECK(side(serine(0.4, 0.6, '1', '2'), "highest") == 'B');  // digits work like letters
  CHECK(side(serine(0.4, 0.6, '1', '2'), "1") == 'A');

  ReadOptions options;
  options.altloc = "Q";
  CHECK(any_mentions(read_one(serine(0.4, 0.6), options).audit.warnings, "--altloc Q"));
  options.altloc = "best";
  CHECK(mentions(read_error(serine(0.4, 0.6), options), "--altloc best"));
  options.altloc = "weighted";
  const Atoms weighted = read_one(serine(0.4, 0.6), options);
  REQUIRE(weighted.size() == 6);
  CHECK_THAT(weighted.occupancy[2], WithinAbs(0.4, 1e-6));
  CHECK_THAT(weighted.audit.electrons, WithinAbs(7 + 3 + 6 + 1 + 6 + 2 + 8 + 1, 1e-5));
}

TEST_CASE(
    "alternative locations: a lone letter is kept, a point mutation excludes the other residue") {
  std::vector<PdbAtom> atoms = tripeptide();
  atoms[14].altloc = 'B';
  CHECK(read_one(lines(atoms)).size() == 16);

  std::vector<PdbAtom> mutation = {{" N  ", "ALA", 0, 0, 0, "N", 'A', 0.4},
                                   {" CB ", "ALA", 1.4, 0, 0, "C", 'A', 0.4},
                                   {" N  ", "SER", 0, 0, 0.1, "N", 'B', 0.6},
                                   {" CB ", "SER", 1.4, 0, 0.1, "C", 'B', 0.6},
                                   {" OG ", "SER", 2, 1.4, 0.1, "O", 'B', 0.6}};
  const Atoms chosen = read_one(lines(mutation));
  CHECK(chosen.size() == 3);
  CHECK(chosen.atomic_number.back() == 8);
  CHECK(chosen.audit.altlocs_skipped == 2);
  // The mean occupancy decides, not the sum, which would favour the larger residue.
  for (const char* name : {" CA ", " C  ", " O  ", " OG "})
    mutation.insert(mutation.begin() + 2, {name, "ALA", -9, 0, 0, "", 'A', 0.4});
  CHECK(read_one(lines(mutation)).size() == 3);
}

TEST_CASE("weighted locations: a bond to both is one bond, a water in two places is a water") {
  ReadOptions options;
  options.altloc = "weighted";
  std::vector<PdbAtom> atoms = tripeptide();
  for (std::size_t i = 4; i < 9; ++i) atoms[i].altloc = 'A', atoms[i].occupancy = 0.5;
  std::vector<PdbAtom> split = atoms;
  for (std::size_t i = 4; i < 9; ++i) {
    split.insert(split.begin() + 5 + static_cast<std::ptrdiff_t>(i), atoms[i]);
    split[5 + i].altloc = 'B', split[5 + i].residue = "CYS", split[5 + i].z += 0.02;
  }
  const Atoms both = read_one(lines(split), options);
  REQUIRE(both.size() == 21);
  CHECK(both.atomic_number[14] == 7);
  CHECK(both.bonded_hydrogens[14] == 1);  // N of the residue after the split one

  const std::string water = PdbAtom{" O  ", "HOH", 9, 9, 9, "O", 'A', 0.5, 7}.line() +
                            PdbAtom{" O  ", "HOH", 9, 9, 10, "O", 'B', 0.5, 7}.line();
  CHECK(read_one(lines(tripeptide()) + water, options).audit.waters_dropped == 2);
}

TEST_CASE("occupancy does not weigh by default and is counted") {
  std::vector<PdbAtom> atoms = tripeptide();
  atoms[0].occupancy = 0;
  atoms[1].occupancy = 0.5;
  const Atoms some = read_one(lines(atoms));
  CHECK(some.size() == 16);
  CHECK(some.audit.zero_occupancy == 1);
  CHECK(some.audit.partial_occupancy == 1);
  CHECK(some.occupancy == std::vector<float>(16, 1.0f));
  ReadOptions options;
  options.altloc = "weighted";
  CHECK(read_one(lines(atoms), options).size() == 15);

  for (PdbAtom& atom : atoms) atom.occupancy = 0;
  for (const char* altloc : {"highest", "weighted"}) {
    options.altloc = altloc;
    const Atoms none = read_one(lines(atoms), options);
    CHECK(none.size() == 16);
    CHECK(none.occupancy == std::vector<float>(16, 1.0f));
    CHECK(any_mentions(none.audit.notes, "all occupancies are zero"));
  }
}

TEST_CASE("duplicates are dropped once and said, overlaps are said") {
  std::vector<PdbAtom> atoms = tripeptide();
  atoms.insert(atoms.begin() + 2, atoms[1]);
  atoms[2].x += 0.3;
  const Atoms once = read_one(lines(atoms));
  CHECK(once.size() == 16);
  CHECK(any_mentions(once.audit.warnings, "1 atoms are listed twice"));

  atoms = tripeptide();
  atoms[8].x = atoms[7].x, atoms[8].y = atoms[7].y, atoms[8].z = atoms[7].z;
  CHECK(any_mentions(read_one(lines(atoms)).audit.warnings,
                     "2 atoms lie within 0.5 A of another one (the first in line 8"));

  const Atoms twice = read_one(lines(tripeptide()) + lines(tripeptide()));
  CHECK(twice.size() == 16);
  CHECK(any_mentions(twice.audit.warnings, "16 atoms are listed twice"));

  // Where all atoms share a name, the name says nothing.
  std::string cage;
  for (int i = 0; i < 6; ++i) cage += PdbAtom{" C  ", "???", i * 1.4, 0, 0}.line();
  CHECK(read_one(cage).size() == 6);
}

TEST_CASE("waters are dropped and counted under all their names") {
  for (const char* name :
       {"HOH", "WAT", "SOL", "DOD", "TIP", "TIP3", "T3P", "TP3", "SPC", "OPC", "T4P"}) {
    CAPTURE(name);
    const std::string residue = std::string(name).size() == 4 ? name : std::string(name) + " ";
    std::string water;
    for (const char* atom : {" O  ", " H1 ", " H2 ", " MW "})
      water += "ATOM      1 " + std::string(atom) + " " + residue +
               "W   9      20.000   0.000   0.000\n";
    const Atoms dropped = read_one(lines(tripeptide()) + "END\n" + water);
    CHECK(dropped.size() == 16);
    CHECK(dropped.audit.waters_dropped == 4);
    CHECK(dropped.audit.models_in_file == 1);
    ReadOptions options;
    options.keep_waters = true;
    const Atoms kept = read_one(lines(tripeptide()) + water, options);
    CHECK(kept.audit.dummies_dropped == 1);
    CHECK(kept.audit.electrons == 124 + 10);
    CHECK(mentions(read_error(water), "--keep-waters"));
  }
}

TEST_CASE("ligands that share a name with a water are kept") {
  // T3P is thymidine-3'-phosphate in the dictionary.
  const std::string text = lines({{" P  ", "T3P", 0, 0, 0, "P"}, {" O3'", "T3P", 1.6, 0, 0, "O"}});
  CHECK(read_one(text).size() == 2);
}

TEST_CASE("virtual sites and dummies scatter nothing and are said") {
  const std::string text =
      lines(tripeptide()) + lines({{" LP1", "LIG", 30, 0, 0, "LP", ' ', 1, 8},
                                   {" DUM", "DUM", 31, 0, 0, "", ' ', 1, 9},
                                   {" PS1", "PSD", 32, 0, 0, "PS", ' ', 1, 10}});
  const Atoms atoms = read_one(text);
  CHECK(atoms.size() == 16);
  CHECK(atoms.audit.dummies_dropped == 3);
  CHECK(any_mentions(atoms.audit.notes, "3 virtual sites or dummy atoms"));
}

TEST_CASE("traces, bead models and coarse-grained models are refused") {
  std::string trace, phosphates, beads, martini;
  for (int i = 0; i < 5; ++i) {
    trace += PdbAtom{" CA ", "ASP", i * 3.8, 0, 0, "C", ' ', 1, i}.line();
    phosphates += PdbAtom{" P  ", " DA", i * 6.0, 0, 0, "P", ' ', 1, i}.line();
    beads += PdbAtom{" DUM", "DUM", i * 6.0, 0, 0, "", ' ', 1, i}.line();
    martini += PdbAtom{" BB ", "GLY", i * 4.0, 0, 0, "", ' ', 1, i}.line();
  }
  const std::string water = PdbAtom{" O  ", "HOH", 50, 0, 0, "O", ' ', 1, 99}.line();
  CHECK(mentions(read_error(trace), "holds only CA or P atoms (5): a trace or bead model"));
  CHECK(mentions(read_error(trace + water), "an all-atom model is needed"));
  CHECK(mentions(read_error(phosphates), "holds only CA or P atoms (5)"));
  CHECK(mentions(read_error(beads), "a bead model"));
  CHECK(mentions(read_error(martini), "coarse-grained"));
  // Calcium ions are no trace, and a trace beside a molecule is a warning.
  CHECK(read_one(lines({{"CA  ", " CA", 0, 0, 0, "CA"}, {"CA  ", " CA", 9, 0, 0, "", ' ', 1, 2}}))
            .size() == 2);
  CHECK(
      any_mentions(read_one(lines(tripeptide()) + replaced(trace, "ASP A", "ASP B")).audit.warnings,
                   "35 of 55 heavy atoms are missing"));
}

TEST_CASE("positions that no atoms have are refused: nanometres, zeros, models in one, far out") {
  std::vector<PdbAtom> atoms = tripeptide();
  std::vector<PdbAtom> second = atoms;
  for (PdbAtom& atom : second) atom.z += 0.2;
  CHECK(mentions(read_error(lines(atoms) + lines(second)), "several models in one"));
  for (PdbAtom& atom : atoms) atom.x /= 10, atom.y /= 10, atom.z /= 10;
  CHECK(mentions(read_error(lines(atoms)), "coordinates in nm?"));

  std::string zeros;
  for (int i = 0; i < 40; ++i) zeros += PdbAtom{" CB ", "ALA", 0, 0, 0, "C", ' ', 1, i}.line();
  CHECK(mentions(read_error(zeros), "x.pdb:1: more than 30 atoms"));
  CHECK(mentions(read_error("1\n\nC 0 0 2e6\n"), "x.pdb:3: the coordinate 2e+06 is beyond"));
}

TEST_CASE("a large residue takes no quadratic time") {
  std::string cage;
  for (int i = 0; i < 40000; ++i)
    cage += PdbAtom{" C  ", "???", i % 40 * 1.5, i / 40 % 40 * 1.5, i / 1600 * 1.5}.line();
  CHECK(read_one(cage).size() == 40000);  // minutes, if every pair were compared
}

TEST_CASE("models: the first by default, any by number, or all") {
  const auto model = [](int number, double shift) {
    std::vector<PdbAtom> atoms = tripeptide();
    for (PdbAtom& atom : atoms) atom.x += shift;
    return "MODEL     " + std::to_string(number) + "\n" + lines(atoms) + "ENDMDL\n";
  };
  const std::string text = model(3, 0) + model(3, 10) + model(7, 20);
  CHECK(read_one(text).audit.models_in_file == 3);
  CHECK(read_one(text).position[0][0] == 0);
  ReadOptions options;
  options.model = 2;
  CHECK(read_one(text, options).position[0][0] == 10);
  options.model = 4;
  CHECK(mentions(read_error(text, options), "has 3 models, but --model 4"));
  options.model.reset();
  CHECK(read_atoms(text_input(text), options).size() == 3);
  // ENDMDL without MODEL, MODEL without ENDMDL.
  CHECK(read_atoms(text_input(replaced(text, "MODEL     ", "REMARK ")), options).size() == 3);
  CHECK(read_atoms(text_input(replaced(text, "ENDMDL", "REMARK")), options).size() == 3);
}

TEST_CASE("parts separated by END are frames if they overlap and subunits if they do not") {
  const auto part = [](double shift) {
    std::vector<PdbAtom> atoms = tripeptide();
    for (PdbAtom& atom : atoms) atom.z += shift;
    return lines(atoms) + "END\n";
  };
  const Atoms frame = read_one(part(0) + part(0.3) + part(0.6));
  CHECK(frame.size() == 16);
  CHECK(frame.audit.models_in_file == 3);
  CHECK(any_mentions(frame.audit.warnings, "taken as models"));
  const Atoms assembly = read_one(part(0) + part(8));
  CHECK(assembly.size() == 32);
  CHECK(implicit_hydrogens(assembly) == 30);
  CHECK(any_mentions(assembly.audit.warnings, "taken as one assembly"));
}

TEST_CASE("selection by chain, residue and atom, independent of the model") {
  std::vector<PdbAtom> other = tripeptide();
  for (PdbAtom& atom : other) atom.chain = 'B', atom.z += 20;
  const std::string text = lines(tripeptide()) + lines(other);
  const auto size = [&](const std::string& select) {
    ReadOptions options;
    options.select = select;
    return read_one(text, options).size();
  };
  CHECK(size("A") == 16);
  CHECK(size("A,B") == 32);
  CHECK(size("//A/2-3") == 12);
  CHECK(size("//A/2") == 5);
  CHECK(size("//*/(GLY)") == 8);
  CHECK(size("//*//CA,CB[C]") == 10);
  ReadOptions options;
  options.select = "C";
  CHECK(mentions(read_error(text, options), "no atoms selected by --select 'C' (chains: A, B)"));
  options.select = "/1/A";
  CHECK(mentions(read_error(text, options), "--model"));
  options.select = "//A/(((";
  CHECK(mentions(read_error(text, options), "--select '//A/((('"));
}

TEST_CASE("a selection says which of its chains the model lacks") {
  ReadOptions options;
  options.select = "A,Q";
  CHECK(any_mentions(read_one(lines(tripeptide()), options).audit.warnings, "lacks: Q"));
  options.select = "A";
  CHECK(read_one(lines(tripeptide()), options).audit.warnings.empty());
}

TEST_CASE("lysozyme: composition of the sequence, and the audit in words") {
  const Atoms atoms = read_atoms(read_input(DEBYE_DATA_DIR "/lysozyme.pdb")).at(0);
  CHECK(count_of(atoms.audit, "C") == 613);
  CHECK(count_of(atoms.audit, "N") == 193);
  CHECK(count_of(atoms.audit, "O") == 185);
  CHECK(count_of(atoms.audit, "S") == 10);
  // Sequence: C613 H951 N193 O185 S10 is neutral lysozyme with four disulphides; charged near pH 7
  // it has one more on 11 Arg and 6 Lys and on the N terminus, one less on 7 Asp, 2 Glu and the
  // C terminus: 951 + 18 - 10 = 959.
  CHECK(implicit_hydrogens(atoms) == 959);
  CHECK(atoms.audit.implicit_by_dictionary == 959);
  CHECK(atoms.audit.electrons == 613 * 6 + 193 * 7 + 185 * 8 + 10 * 16 + 959);
  CHECK_THAT(atoms.audit.molecular_weight, WithinAbs(14313.0, 1.0));
  const std::string text = describe(atoms.audit);
  CHECK(mentions(text, "C 613, N 193, O 185, S 10"));
  CHECK(mentions(text, "959 implicit by dictionary"));
  const auto summary = summarize(atoms.audit);
  CHECK(summary.size() <= 8);
  for (const std::string& line : summary) CHECK(line.find('\n') == std::string::npos);
}
