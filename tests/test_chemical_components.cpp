// Tests of the compiled-in chemical component dictionary. The expected atoms and hydrogens were
// written down from textbook chemistry, not taken from the generator or its output. Everything is
// about the reader and its data; the use made of them on a model is tested elsewhere.

#include "catch.hpp"
#include "structure/chemical_components.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

extern "C" {
extern const unsigned char debye_chemical_components_begin[];
extern const unsigned char debye_chemical_components_end[];
}

namespace {

using debye::component_dictionary;
using debye::ComponentDictionary;
using debye::ComponentKind;
using debye::find_component;

// CCD release packaged in biotite 1.6.0.
constexpr std::size_t components_in_ccd = 49196;
constexpr std::string_view ccd_date = "2026-01-16";

const std::map<std::string, int> atomic_numbers = {
    {"C", 6},   {"N", 7},   {"O", 8},   {"NA", 11}, {"MG", 12}, {"P", 15},  {"S", 16},
    {"CL", 17}, {"K", 19},  {"CA", 20}, {"MN", 25}, {"FE", 26}, {"CO", 27}, {"NI", 28},
    {"CU", 29}, {"ZN", 30}, {"SE", 34}, {"CD", 48}, {"I", 53},  {"HG", 80}};

std::string describe(const std::string& name, int atomic_number, int hydrogens) {
  return name + " Z=" + std::to_string(atomic_number) + " H=" + std::to_string(hydrogens);
}

/// Sorted descriptions of atoms given as "name:element+hydrogens" words, e.g. "CA:C1 C:C0".
std::vector<std::string> atoms_from_text(const std::string& text) {
  std::vector<std::string> atoms;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto colon = word.find(':');
    const std::string symbol = word.substr(colon + 1, word.size() - colon - 2);
    atoms.push_back(describe(word.substr(0, colon), atomic_numbers.at(symbol), word.back() - '0'));
  }
  std::sort(atoms.begin(), atoms.end());
  return atoms;
}

std::vector<std::string> atoms_of(const debye::Component& component) {
  std::vector<std::string> atoms;
  for (const auto& atom : component.atoms) {
    atoms.push_back(describe(atom.name, atom.atomic_number, atom.hydrogens));
  }
  std::sort(atoms.begin(), atoms.end());
  return atoms;
}

struct Row {
  const char* id;
  ComponentKind kind;
  std::string atoms;
};

void check(const std::vector<Row>& rows) {
  for (const auto& row : rows) {
    INFO("component " << row.id);
    const auto* component = find_component(row.id);
    REQUIRE(component != nullptr);
    CHECK(component->id == row.id);
    CHECK((component->kind == row.kind));
    CHECK(atoms_of(*component) == atoms_from_text(row.atoms));
  }
}

int hydrogens(std::string_view id, std::string_view atom_name) {
  const auto* component = find_component(id);
  REQUIRE(component != nullptr);
  const auto* atom = component->find(atom_name);
  REQUIRE(atom != nullptr);
  return atom->hydrogens;
}

std::vector<unsigned char> copy_of_blob() {
  return {&debye_chemical_components_begin[0], &debye_chemical_components_end[0]};
}

}  // namespace

TEST_CASE("amino acids have the atoms and hydrogens of the textbook", "[chemical_components]") {
  const std::string backbone = "N:N2 CA:C1 C:C0 O:O0 OXT:O0 ";
  const auto kind = ComponentKind::AminoAcid;
  check({
      {"ALA", kind, backbone + "CB:C3"},
      {"ARG", kind, backbone + "CB:C2 CG:C2 CD:C2 NE:N1 CZ:C0 NH1:N2 NH2:N2"},
      {"ASN", kind, backbone + "CB:C2 CG:C0 OD1:O0 ND2:N2"},
      {"ASP", kind, backbone + "CB:C2 CG:C0 OD1:O0 OD2:O0"},
      {"CYS", kind, backbone + "CB:C2 SG:S1"},
      {"GLN", kind, backbone + "CB:C2 CG:C2 CD:C0 OE1:O0 NE2:N2"},
      {"GLU", kind, backbone + "CB:C2 CG:C2 CD:C0 OE1:O0 OE2:O0"},
      {"GLY", kind, "N:N2 CA:C2 C:C0 O:O0 OXT:O0"},
      {"HIS", kind, backbone + "CB:C2 CG:C0 ND1:N0 CD2:C1 CE1:C1 NE2:N1"},
      {"ILE", kind, backbone + "CB:C1 CG1:C2 CG2:C3 CD1:C3"},
      {"LEU", kind, backbone + "CB:C2 CG:C1 CD1:C3 CD2:C3"},
      {"LYS", kind, backbone + "CB:C2 CG:C2 CD:C2 CE:C2 NZ:N3"},
      {"MET", kind, backbone + "CB:C2 CG:C2 SD:S0 CE:C3"},
      {"PHE", kind, backbone + "CB:C2 CG:C0 CD1:C1 CD2:C1 CE1:C1 CE2:C1 CZ:C1"},
      {"PRO", kind, "N:N1 CA:C1 C:C0 O:O0 OXT:O0 CB:C2 CG:C2 CD:C2"},
      {"SER", kind, backbone + "CB:C2 OG:O1"},
      {"THR", kind, backbone + "CB:C1 OG1:O1 CG2:C3"},
      {"TRP", kind,
       backbone + "CB:C2 CG:C0 CD1:C1 CD2:C0 NE1:N1 CE2:C0 CE3:C1 CZ2:C1 CZ3:C1 "
                  "CH2:C1"},
      {"TYR", kind, backbone + "CB:C2 CG:C0 CD1:C1 CD2:C1 CE1:C1 CE2:C1 CZ:C0 OH:O1"},
      {"VAL", kind, backbone + "CB:C1 CG1:C3 CG2:C3"},
      // Modified residues count by how they are linked.
      {"MSE", kind, backbone + "CB:C2 CG:C2 SE:SE0 CE:C3"},
      {"SEC", kind, backbone + "CB:C2 SE:SE1"},
      {"SEP", kind, backbone + "CB:C2 OG:O0 P:P0 O1P:O0 O2P:O0 O3P:O0"},
      {"TPO", kind, backbone + "CB:C1 CG2:C3 OG1:O0 P:P0 O1P:O0 O2P:O0 O3P:O0"},
      {"PTR", kind,
       backbone + "CB:C2 CG:C0 CD1:C1 CD2:C1 CE1:C1 CE2:C1 CZ:C0 OH:O0 P:P0 O1P:O0 "
                  "O2P:O0 O3P:O0"},
  });
}

TEST_CASE("nucleotides have the atoms and hydrogens of the textbook", "[chemical_components]") {
  const std::string phosphate = "OP3:O0 P:P0 OP1:O0 OP2:O0 ";
  const std::string furanose = "O5':O0 C5':C2 C4':C1 O4':O0 C3':C1 O3':O1 C1':C1 ";
  const std::string ribose = phosphate + furanose + "C2':C1 O2':O1 ";
  const std::string deoxyribose = phosphate + furanose + "C2':C2 ";
  const std::string adenine = "N9:N0 C8:C1 N7:N0 C5:C0 C6:C0 N6:N2 N1:N0 C2:C1 N3:N0 C4:C0";
  const std::string guanine = "N9:N0 C8:C1 N7:N0 C5:C0 C6:C0 O6:O0 N1:N1 C2:C0 N2:N2 N3:N0 C4:C0";
  const std::string cytosine = "N1:N0 C2:C0 O2:O0 N3:N0 C4:C0 N4:N2 C5:C1 C6:C1";
  const std::string uracil = "N1:N0 C2:C0 O2:O0 N3:N1 C4:C0 O4:O0 C5:C1 C6:C1";
  const std::string thymine = "N1:N0 C2:C0 O2:O0 N3:N1 C4:C0 O4:O0 C5:C0 C7:C3 C6:C1";
  const auto kind = ComponentKind::Nucleotide;
  check({
      {"A", kind, ribose + adenine},
      {"C", kind, ribose + cytosine},
      {"G", kind, ribose + guanine},
      {"U", kind, ribose + uracil},
      {"DA", kind, deoxyribose + adenine},
      {"DC", kind, deoxyribose + cytosine},
      {"DG", kind, deoxyribose + guanine},
      {"DT", kind, deoxyribose + thymine},
  });
}

TEST_CASE("ligands, saccharides, ions and water are right", "[chemical_components]") {
  const auto other = ComponentKind::Other;
  const auto saccharide = ComponentKind::Saccharide;
  const std::string nag =
      "C1:C1 C2:C1 C3:C1 C4:C1 C5:C1 C6:C2 C7:C0 C8:C3 N2:N1 O1:O1 O3:O1 O4:O1 O5:O0 O6:O1 O7:O0";
  const std::string hexose =
      "C1:C1 C2:C1 C3:C1 C4:C1 C5:C1 C6:C2 O1:O1 O2:O1 O3:O1 O4:O1 O5:O0 O6:O1";
  check({
      {"HOH", ComponentKind::Water, "O:O2"},
      {"DOD", ComponentKind::Water, "O:O2"},
      {"NAG", saccharide, nag},
      {"BMA", saccharide, hexose},
      {"MAN", saccharide, hexose},
      {"GAL", saccharide, hexose},
      {"BGC", saccharide, hexose},
      {"FUC", saccharide, "C1:C1 C2:C1 C3:C1 C4:C1 C5:C1 C6:C3 O1:O1 O2:O1 O3:O1 O4:O1 O5:O0"},
      {"HEM", other,
       "FE:FE0 NA:N0 NB:N0 NC:N0 ND:N0 CHA:C1 CHB:C1 CHC:C1 CHD:C1 "
       "C1A:C0 C2A:C0 C3A:C0 C4A:C0 CMA:C3 CAA:C2 CBA:C2 CGA:C0 O1A:O0 O2A:O0 "
       "C1B:C0 C2B:C0 C3B:C0 C4B:C0 CMB:C3 CAB:C1 CBB:C2 "
       "C1C:C0 C2C:C0 C3C:C0 C4C:C0 CMC:C3 CAC:C1 CBC:C2 "
       "C1D:C0 C2D:C0 C3D:C0 C4D:C0 CMD:C3 CAD:C2 CBD:C2 CGD:C0 O1D:O0 O2D:O0"},
      {"ATP", other,
       "PG:P0 O1G:O0 O2G:O0 O3G:O0 PB:P0 O1B:O0 O2B:O0 O3B:O0 PA:P0 O1A:O0 O2A:O0 O3A:O0 "
       "O5':O0 C5':C2 C4':C1 O4':O0 C3':C1 O3':O1 C2':C1 O2':O1 C1':C1 "
       "N9:N0 C8:C1 N7:N0 C5:C0 C6:C0 N6:N2 N1:N0 C2:C1 N3:N0 C4:C0"},
      {"SF4", other, "FE1:FE0 FE2:FE0 FE3:FE0 FE4:FE0 S1:S0 S2:S0 S3:S0 S4:S0"},
      {"SO4", other, "S:S0 O1:O0 O2:O0 O3:O0 O4:O0"},
      {"PO4", other, "P:P0 O1:O0 O2:O0 O3:O0 O4:O0"},
      {"GOL", other, "C1:C2 O1:O1 C2:C1 O2:O1 C3:C2 O3:O1"},
      {"EDO", other, "C1:C2 O1:O1 C2:C2 O2:O1"},
      {"ACT", other, "C:C0 O:O0 OXT:O0 CH3:C3"},
      {"ACE", other, "C:C1 O:O0 CH3:C3"},  // the free component is acetaldehyde
      {"ZN", other, "ZN:ZN0"},
      {"MG", other, "MG:MG0"},
      {"CA", other, "CA:CA0"},
      {"MN", other, "MN:MN0"},
      {"FE", other, "FE:FE0"},
      {"NA", other, "NA:NA0"},
      {"K", other, "K:K0"},
      {"CL", other, "CL:CL0"},
      {"CU", other, "CU:CU0"},
      {"CO", other, "CO:CO0"},
      {"NI", other, "NI:NI0"},
      {"CD", other, "CD:CD0"},
      {"HG", other, "HG:HG0"},
  });
}

TEST_CASE("components outside the everyday block are found", "[chemical_components]") {
  // Ioxynil, 4-hydroxy-3,5-diiodobenzonitrile, C7H3I2NO; the names of its atoms do not matter.
  const auto* ioxynil = find_component("A1L37");
  REQUIRE(ioxynil != nullptr);
  CHECK((ioxynil->kind == ComponentKind::Other));
  std::map<std::pair<int, int>, int> counts;  // (atomic number, hydrogens) -> atoms
  for (const auto& atom : ioxynil->atoms) ++counts[{atom.atomic_number, atom.hydrogens}];
  const std::map<std::pair<int, int>, int> expected = {
      {{6, 0}, 5}, {{6, 1}, 2}, {{7, 0}, 1}, {{8, 1}, 1}, {{53, 0}, 2}};
  CHECK((counts == expected));

  check({{"NH4", ComponentKind::Other, "N:N4"}, {"EOH", ComponentKind::Other, "C1:C2 C2:C3 O:O1"}});
}

TEST_CASE("acids are deprotonated, alcohols and thiols are not", "[chemical_components]") {
  CHECK(hydrogens("LAC", "OXT") == 0);  // lactic acid: carboxyl oxygen,
  CHECK(hydrogens("LAC", "OHN") == 1);  // and its hydroxyl group
  CHECK(hydrogens("EPE", "O3S") == 0);  // HEPES: sulphonic acid
  CHECK(hydrogens("AGS", "O2G") == 0);  // thiophosphate, whose terminal partner is a sulphur
  CHECK(hydrogens("AGS", "O3G") == 0);
  CHECK(hydrogens("BME", "S2") == 1);  // mercaptoethanol
  CHECK(hydrogens("BME", "O1") == 1);
  CHECK(hydrogens("DHI", "ND1") == 0);  // D-histidine as HIS
  CHECK(hydrogens("DHI", "NE2") == 1);
  CHECK(hydrogens("FMT", "C") == 1);  // formic acid keeps the hydrogen of its carbon only
  CHECK(hydrogens("FMT", "O2") == 0);
}

TEST_CASE("unknown ids give no component", "[chemical_components]") {
  for (const char* id : {"", " ", "ala", "ALA ", " ALA", "?", "WAT", "TIP3", "~~~~~", "!", "00",
                         "ZZZZZ", "NOT_A_COMPONENT"}) {
    INFO("id '" << id << "'");
    CHECK(find_component(id) == nullptr);
  }
  CHECK(find_component(std::string_view("ALA\0", 4)) == nullptr);
}

TEST_CASE("components without usual atoms are known", "[chemical_components]") {
  const auto* unknown_ligand = find_component("UNL");
  REQUIRE(unknown_ligand != nullptr);
  CHECK(unknown_ligand->atoms.empty());
  const auto* unknown_atom = find_component("UNX");
  REQUIRE(unknown_atom != nullptr);
  REQUIRE(unknown_atom->atoms.size() == 1);
  CHECK(unknown_atom->atoms[0].atomic_number == 0);
}

TEST_CASE("atoms are found by current and by alternative name", "[chemical_components]") {
  const auto* adenylate = find_component("A");
  REQUIRE(adenylate != nullptr);
  const std::map<std::string, std::string> pairs = {
      {"O1P", "OP1"}, {"O2P", "OP2"}, {"O3P", "OP3"}, {"C5*", "C5'"}, {"O2*", "O2'"}};
  for (const auto& [alternative, current] : pairs) {
    INFO("atom " << current);
    const auto* atom = adenylate->find(alternative);
    REQUIRE(atom != nullptr);
    CHECK(atom->name == current);
    CHECK(atom->alternative == alternative);
    CHECK(adenylate->find(current) == atom);
  }
  CHECK(adenylate->find("N9")->alternative.empty());
  CHECK(adenylate->find("") == nullptr);
  CHECK(adenylate->find("H8") == nullptr);
  CHECK(adenylate->find("CA") == nullptr);
}

TEST_CASE("the dictionary is the whole CCD", "[chemical_components]") {
  CHECK(component_dictionary().size() == components_in_ccd);
  CHECK(component_dictionary().date() == ccd_date);
}

TEST_CASE("look-up from several threads gives one component each", "[chemical_components]") {
  const std::vector<unsigned char> blob = copy_of_blob();
  const ComponentDictionary fresh(blob);  // nothing is decoded yet
  const std::array<const char*, 12> ids = {"ALA", "HEM", "A1L37", "STI", "7M3", "IR0",
                                           "NH4", "AGS", "XXXXX", "EOH", "LAC", "000"};
  constexpr std::size_t thread_count = 8;
  std::array<std::array<const debye::Component*, ids.size()>, thread_count> found{};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < thread_count; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t k = 0; k < ids.size(); ++k) {
        const std::size_t i = (k + t) % ids.size();
        found[t][i] = fresh.find(ids[i]);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    INFO("component " << ids[i]);
    const bool exists = std::string_view(ids[i]) != "XXXXX";
    CHECK((found[0][i] != nullptr) == exists);
    if (exists) CHECK(found[0][i]->id == ids[i]);
    for (const auto& row : found) CHECK(row[i] == found[0][i]);
  }
}

TEST_CASE("a damaged dictionary is refused", "[chemical_components]") {
  const std::vector<unsigned char> good = copy_of_blob();

  for (const std::size_t size : {0U, 7U, 36U, 500U, 5000U, 100000U}) {
    INFO("truncated to " << size);
    const std::vector<unsigned char> bad(good.begin(), good.begin() + static_cast<long>(size));
    CHECK_THROWS_AS(ComponentDictionary(bad), std::runtime_error);
  }
  // Header, atom types, directory: magic, version, counts, an atom type, an offset.
  for (const std::size_t position : {0U, 8U, 12U, 16U, 19U, 20U, 24U, 40U, 600U, 4000U}) {
    INFO("byte " << position);
    auto bad = good;
    bad[position] ^= 0x41U;
    CHECK_THROWS_AS(ComponentDictionary(bad), std::runtime_error);
  }
  // A block is looked at only when it is needed; the last one holds the last id.
  auto bad = good;
  bad[bad.size() - 100] ^= 0x41U;
  const ComponentDictionary dictionary(bad);
  CHECK(dictionary.find("ALA") != nullptr);
  CHECK_THROWS_AS(dictionary.find("ZZZ"), std::runtime_error);
  CHECK_THROWS_AS(dictionary.find("ZZZ"), std::runtime_error);  // and stays so
}
