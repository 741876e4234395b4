// Models of an ensemble, read one at a time, are those of the file read as a whole.

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "debye/atoms.hpp"
#include "errors.hpp"
#include "run_program.hpp"
#include "shared_data.hpp"
#include "structure/model_texts.hpp"
#include "structure/structure_text.hpp"

using namespace debye;
using namespace debye::test;

namespace {

std::string pdb_atom(int serial, const std::string& name, const std::string& chain, int residue,
                     double x) {
  char line[200];
  std::snprintf(line, sizeof line,
                "ATOM  %5d  %-3s ALA %s%4d    %8.3f%8.3f%8.3f  1.00  0.00           %c\n", serial,
                name.c_str(), chain.c_str(), residue, x, 1.5 * serial, 0.25 * x, name.front());
  return line;
}

/// Models of different sizes and numbers, the middle one without MODEL's partner.
std::string pdb_ensemble() {
  std::string text = "REMARK three models\n";
  int serial = 0;
  for (const int model : {1, 7, 3}) {
    text += "MODEL " + std::to_string(model) + "\n";
    for (int residue = 1; residue <= model; ++residue)
      for (const std::string name : {"N", "CA", "C", "O", "CB"})
        text += pdb_atom(++serial, name, "A", residue, 3.8 * residue + model);
    text += "TER\nENDMDL\n";
  }
  return text + "END\n";
}

std::string cif_ensemble() {
  std::ostringstream text;
  text << "data_x\nloop_\n_atom_site.id\n_atom_site.type_symbol\n_atom_site.label_atom_id\n"
          "_atom_site.label_comp_id\n_atom_site.label_asym_id\n_atom_site.label_seq_id\n"
          "_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n"
          "_atom_site.pdbx_PDB_model_num\n";
  int serial = 0;
  for (const int model : {1, 7, 3})
    for (int residue = 1; residue <= model; ++residue)
      for (const std::string name : {"N", "CA", "C", "O", "CB"}) {
        ++serial;
        text << serial << ' ' << name.front() << ' ' << name << " ALA A " << residue << ' '
             << 3.8 * residue + model << ' ' << 1.5 * serial << " 0.5 " << model << '\n';
      }
  text << "#\nloop_\n_other.thing\n1\n2\n";
  return text.str();
}

InputText input_of(const std::string& text) {
  InputText input;
  input.name = "ensemble";
  input.content = text;
  return input;
}

std::string with_windows_ends(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return result;
}

ReadOptions every_model() {
  ReadOptions options;
  options.model.reset();
  return options;
}

/// All that the reader says of a model.
bool same(const Atoms& a, const Atoms& b) {
  return a.position == b.position && a.atomic_number == b.atomic_number &&
         a.bonded_hydrogens == b.bonded_hydrogens && a.occupancy == b.occupancy &&
         a.audit.model == b.audit.model && a.audit.format == b.audit.format &&
         a.audit.models_in_file == b.audit.models_in_file && a.audit.notes == b.audit.notes &&
         a.audit.warnings == b.audit.warnings && a.audit.guessed == b.audit.guessed &&
         a.audit.electrons == b.audit.electrons;
}

/// Each model, as it is when the whole file is read for it alone.
void check_models(const InputText& input, std::size_t n_models) {
  StructureModels models(input, every_model(), 2);
  const std::vector<Atoms> all = read_atoms(input, every_model(), 3);
  REQUIRE(models.size() == n_models);
  REQUIRE(all.size() == n_models);
  for (std::size_t i = 0; i < models.size(); ++i) {
    CAPTURE(input.name, i);
    ReadOptions one;
    one.model = static_cast<int>(i) + 1;
    const Atoms expected = read_atoms(input, one).front();
    CHECK(same(models.read(i, 1), expected));
    CHECK(same(all[i], expected));
  }
}

}  // namespace

TEST_CASE("models read one at a time are those of the whole file") {
  for (const std::string& text : {pdb_ensemble(), cif_ensemble()})
    for (const std::string& variant :
         {text, with_windows_ends(text), text.substr(0, text.size() - 1)})
      check_models(input_of(variant), 3);
}

TEST_CASE("models are found wherever the text is cut for the threads") {
  for (const std::string& text : {pdb_ensemble(), cif_ensemble()}) {
    const InputText input = input_of(text);
    const std::string name = "ensemble";
    const auto whole = find_models(input, name, {1, text.size()});
    REQUIRE(whole);
    REQUIRE(whole->models.size() == 3);
    for (std::size_t size = 1; size < 400; size += 7) {
      CAPTURE(size);
      const auto found = find_models(input, name, {2, size});
      REQUIRE(found);
      REQUIRE(found->models.size() == 3);
      for (std::size_t i = 0; i < 3; ++i) {
        CHECK(found->models[i].text.data() == whole->models[i].text.data());
        CHECK(found->models[i].text.size() == whole->models[i].text.size());
        CHECK(found->models[i].first_line == whole->models[i].first_line);
        CHECK(found->models[i].name == whole->models[i].name);
      }
    }
  }
}

TEST_CASE("models that cannot be told apart line by line are read with the whole file") {
  std::string returning = cif_ensemble();
  const std::size_t end = returning.find("#\n");
  returning.insert(end, "999 C CA ALA B 1 50 50 50 1\n");  // back to model 1
  CHECK_FALSE(find_models(input_of(returning), "ensemble", {1, 1000}));
  check_models(input_of(returning), 3);
  std::string spread = cif_ensemble();
  spread.replace(spread.find("1 N N ALA"), 4, "1 N\nN");
  check_models(input_of(spread), 3);
}

TEST_CASE("an error in a model names its line, whoever reads it") {
  for (std::string text : {pdb_ensemble(), cif_ensemble()}) {
    const bool is_pdb = text.starts_with("REMARK");
    // A coordinate of the last model.
    const std::string good = is_pdb ? "  14.400" : " 14.4 ", bad = is_pdb ? "  14.4x0" : " 14.x ";
    const std::size_t place = text.rfind(good);
    REQUIRE(place != std::string::npos);
    text.replace(place, good.size(), bad);
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(place), '\n');
    const InputText input = input_of(text);
    StructureModels models(input, every_model(), 2);
    CHECK(models.read(0, 1).position.size() == 5);
    const std::string error = error_of<InputError>([&] { models.read(2, 1); });
    CHECK(mentions(error, "ensemble:" + std::to_string(line) + ":"));
    CHECK(error_of<InputError>([&] { read_atoms(input, every_model()); }) == error);
  }
}

TEST_CASE("curves of an ensemble do not depend on the threads, and come up to a broken model") {
  const Workplace place;
  std::string text = pdb_ensemble();
  std::map<int, std::vector<std::string>> rows;
  place.write("e.pdb", text);
  for (const int threads : {1, 2, 3}) {
    const std::string out = "out" + std::to_string(threads);
    const ProgramResult result =
        place.run("debye e.pdb --model all -q 0:0.5:20 --device cpu --quiet -o " + out +
                  "/ --threads " + std::to_string(threads));
    REQUIRE(result.exit_code == 0);
    for (const std::string model : {"1", "2", "3"})
      for (const std::string& row : data_lines(place.read(out + "/e_model" + model + ".dat")))
        rows[threads].push_back(row);
  }
  CHECK(rows[1].size() == 60);
  CHECK(rows[2] == rows[1]);
  CHECK(rows[3] == rows[1]);

  text.replace(text.rfind("  14.400"), 8, "  14.4x0");
  place.write("broken.pdb", text);
  for (const std::string threads : {"1", "3"}) {
    const ProgramResult result =
        place.run("debye broken.pdb --model all -q 0:0.5:20 --quiet -o broken" + threads +
                  "/ --threads " + threads);
    CHECK(result.exit_code == 2);
    CHECK(mentions(result.err, "broken.pdb:"));
    namespace fs = std::filesystem;
    CHECK(fs::exists(place / ("broken" + threads + "/broken_model1.dat")));
    CHECK(fs::exists(place / ("broken" + threads + "/broken_model2.dat")));
    CHECK_FALSE(fs::exists(place / ("broken" + threads + "/broken_model3.dat")));
  }
}

TEST_CASE("models of real ensembles read one at a time are those of the whole file", "[slow]") {
  const auto folder = shared_data("structures");
  if (!folder) return;
  std::size_t n_ensembles = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    InputText input;
    std::size_t n_models = 0;
    try {
      input = read_input(entry.path());
      ReadOptions first;
      first.model = 1;
      const Atoms atoms = read_atoms(input, first).front();
      n_models = atoms.audit.models_in_file;
      if (n_models < 2 || atoms.position.size() > 20'000) continue;
    } catch (const InputError&) {
      continue;
    }
    ++n_ensembles;
    check_models(input, n_models);
  }
  CHECK(n_ensembles >= 2);
}
