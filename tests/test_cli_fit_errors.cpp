// `debye fit` with what cannot be fitted, read or written: which inputs still go on, and what is
// said.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "measured_lysozyme.hpp"
#include "run_program.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

namespace {

/// A structure to look at, but not one to read.
const std::string no_coordinates =
    "ATOM      1  N   GLY A   1       x.xxx   0.000   0.000  1.00 10.00           N\n";

}  // namespace

TEST_CASE("fit: a structure and a curve are asked for where one is missing") {
  const Workplace place;
  put_pair(place);
  copy_lysozyme(place, "other.pdb");
  fs::copy_file(place / "data.dat", place / "more.dat");
  for (const std::string inputs : {"", "lysozyme.pdb", "data.dat"})
    check_error(place.run("debye fit " + inputs), {"structure", "measured curve"});
  check_error(place.run("debye fit lysozyme.pdb other.pdb"), {"measured curve"});
  check_error(place.run("debye fit --quiet data.dat more.dat"), {"structure"});
  const ProgramResult help = place.run("debye fit --help");
  CHECK(help.exit_code == 0);
  for (const std::string option :
       {"--c1", "--shell-contrast", "--constant", "--qmin", "--qmax", "--units", "--resolution",
        "--int", "--json", "--output", "--volumes", "--shell-width", "--average"}) {
    CAPTURE(option);
    CHECK(mentions(help.out, option));
  }
}

TEST_CASE("fit: inputs of a pair that cannot be read are errors with their name") {
  const Workplace place;
  put_pair(place);
  fs::create_directory(place / "folder");
  place.write("empty.dat", "");
  place.write("bad.pdb", no_coordinates);
  place.write("letter.pdb", "Dear editor,\nplease find enclosed\n");
  check_error(place.run("debye fit --quiet lysozyme.pdb gone.dat"), {"gone.dat", "No such file"});
  check_error(place.run("debye fit --quiet gone.pdb data.dat"), {"gone.pdb", "No such file"});
  check_error(place.run("debye fit --quiet lysozyme.pdb folder"), {"folder", "directory"});
  check_error(place.run("debye fit --quiet folder data.dat"), {"folder", "directory"});
  check_error(place.run("debye fit --quiet lysozyme.pdb empty.dat"), {"empty.dat", "empty"});
  check_error(place.run("debye fit --quiet bad.pdb data.dat"), {"bad.pdb"});
  check_error(place.run("debye fit --quiet letter.pdb data.dat"), {"letter.pdb"});
  check_error(place.run("debye fit --quiet lysozyme.pdb data.dat --model 2"),
              {"lysozyme.pdb", "--model 2"});
  check_error(place.run("debye fit --quiet lysozyme.pdb data.dat --qmin 0.45"),
              {"data.dat", "0.45", "--qmin"});
}

TEST_CASE("fit: one bad input of several does not stop the others, and the exit code tells") {
  const Workplace place;
  put_pair(place);
  place.write("bad.pdb", no_coordinates);
  place.write("far.dat", "0.6 5 1\n0.7 4 1\n0.8 3 1\n0.9 2 1\n1.0 1 1\n");  // beyond --qmax
  fs::create_directory(place / "folder");
  const std::string inputs = "gone.dat bad.pdb lysozyme.pdb folder far.dat data.dat";
  for (const std::string options : {" -o fits", " --threads 1 --device cpu -o fits"}) {
    const ProgramResult result = place.run("debye fit --quiet " + inputs + options);
    CAPTURE(options, result.err);
    CHECK(result.exit_code == 1);
    const Names messages = lines_of(result.err);
    REQUIRE(messages.size() == 5);
    for (const std::string name : {"gone.dat", "bad.pdb", "folder", "far.dat"})
      CHECK(mentions(result.err, "debye: " + name + ":"));
    CHECK(mentions(messages.back(), "4 inputs or fits failed"));
    const Names rows = data_lines(result.out);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].starts_with("lysozyme.pdb  data.dat  200 "));
  }
  CHECK(place.names("fits") == Names{"lysozyme_data.fit"});
}

TEST_CASE("fit: a data set that cannot be fitted does not stop the fits to the others") {
  const Workplace place;
  put_pair(place);
  place.write("few.dat", "0.01 5 1\n0.02 4 1\n0.03 3 1\n");  // no more points than parameters
  const ProgramResult result = place.run("debye fit --quiet lysozyme.pdb few.dat data.dat -o fits");
  CHECK(result.exit_code == 1);
  CHECK(mentions(result.err, "few.dat: 3 points"));
  CHECK(place.names("fits") == Names{"lysozyme_data.fit"});
  CHECK(data_lines(result.out).size() == 1);
}

TEST_CASE("fit: if every model fails there is no fit, and each failure is told") {
  const Workplace place;
  put_pair(place);
  place.write("bad.pdb", no_coordinates);
  place.write("worse.pdb", no_coordinates);
  const ProgramResult result = place.run("debye fit --quiet bad.pdb worse.pdb data.dat -o fits");
  CHECK(result.exit_code != 0);
  CHECK(data_lines(result.out).empty());
  CHECK(mentions(result.err, "debye: bad.pdb:"));
  CHECK(mentions(result.err, "debye: worse.pdb:"));
  CHECK(place.names("fits").empty());
  const ProgramResult gone = place.run("debye fit --quiet lysozyme.pdb gone.dat lost.dat");
  CHECK(gone.exit_code == 2);
  CHECK(gone.out.empty());
  CHECK(mentions(gone.err, "gone.dat"));
  CHECK(mentions(gone.err, "lost.dat"));
}

TEST_CASE("fit: outputs that cannot be written are errors with their name") {
  const Workplace place;
  put_pair(place);
  place.write("file", "text");
  const std::string command = "debye fit --quiet lysozyme.pdb data.dat ";
  check_error(place.run(command + "-o no/such/x.fit"), {"debye: no/such/x.fit: "});
  check_error(place.run(command + "-o file/x.fit"), {"debye: file/x.fit: "});
  check_error(place.run(command + "data.dat -o file"), {"debye: file: ", "directory"});
  CHECK(place.run(command + "data.dat -o -").out == place.run(command + "data.dat").out);
  check_error(place.run(command + "--int"), {"--int", "-o"});
  check_error(place.run(command + "--int -o -"), {"--int", "-o"});
  CHECK(place.read("file") == "text");
  CHECK(place.names() == Names{"data.dat", "file", "lysozyme.pdb"});
}

TEST_CASE("fit: a full disk is named as such, not as a fault of the model") {
  const Workplace place;
  put_pair(place);
  const std::string command = "debye fit --quiet lysozyme.pdb data.dat ";
  check_error(place.run(command + "> /dev/full"), {"debye: standard output: ", "No space left"});
  check_error(place.run(command + "-o /dev/full"), {"debye: /dev/full: ", "No space left"});
  check_error(place.run(command + "-o x.fit > /dev/full"), {"standard output: ", "No space left"});
}

TEST_CASE("fit: an output that is one of the inputs is refused, and the input stays as it was") {
  const Workplace place;
  put_pair(place);
  place.write("lysozyme_data.fit", place.read("data.dat"));
  const std::string data = place.read("data.dat"), structure = place.read("lysozyme.pdb");
  for (const std::string arguments :
       {"lysozyme.pdb data.dat -o data.dat", "lysozyme.pdb data.dat -o ./lysozyme.pdb",
        "lysozyme.pdb data.dat lysozyme_data.fit -o ."}) {
    const ProgramResult result = place.run("debye fit --quiet " + arguments);
    CAPTURE(arguments, result.err);
    CHECK(result.exit_code != 0);
    CHECK(mentions(result.err, "input"));
    CHECK(place.read("data.dat") == data);
    CHECK(place.read("lysozyme_data.fit") == data);
    CHECK(place.read("lysozyme.pdb") == structure);
  }
}

TEST_CASE("fit: option --int with the fit's own place is refused before anything is written") {
  const Workplace place;
  put_pair(place);
  check_error(place.run("debye fit --quiet lysozyme.pdb data.dat --int -o x.int"), {"x.int"});
  CHECK(place.names() == Names{"data.dat", "lysozyme.pdb"});
}

TEST_CASE("fit: warnings are told, dropped with --quiet and errors with --strict") {
  const Workplace place;
  put_pair(place);
  Rows data = measure(place);
  for (auto& row : data) row[2] = 0.01;  // the same sigma everywhere is worth a warning
  place.write("equal.dat", as_text(data));
  place.write("odd.pdb", changed_lysozyme(place, 1) + with_warning);
  const std::map<std::string, std::string> cases = {{"lysozyme.pdb equal.dat", "equal.dat: sigma"},
                                                    {"odd.pdb data.dat", "odd.pdb: "}};
  for (const auto& [inputs, part] : cases) {
    CAPTURE(inputs);
    const ProgramResult plain = place.run("debye fit " + inputs);
    CHECK(plain.exit_code == 0);
    CHECK(mentions(plain.err, "debye: warning: " + part));
    const ProgramResult quiet = place.run("debye fit --quiet " + inputs);
    CHECK(quiet.err.empty());
    CHECK(data_lines(quiet.out) == data_lines(plain.out));
    check_error(place.run("debye fit --quiet --strict " + inputs), {part, "--strict"});
  }
  CHECK(place.run("debye fit --strict lysozyme.pdb data.dat").exit_code == 0);
  const ProgramResult several =
      place.run("debye fit --quiet --strict lysozyme.pdb odd.pdb data.dat");
  CHECK(several.exit_code == 1);
  CHECK(mentions(several.err, "--strict"));
  CHECK(data_lines(several.out).size() == 1);
}

TEST_CASE("fit: options with values that are none are errors that name them") {
  const Workplace place;
  put_pair(place);
  const std::map<std::string, std::vector<std::string>> cases = {
      {"--c1 x", {"--c1 x", "LOW:HIGH"}},
      {"--c1 1:", {"--c1 1:", "LOW:HIGH"}},
      {"--c1 0.9:1:1.1", {"--c1 0.9:1:1.1"}},
      {"--c1 nan", {"--c1 nan"}},
      {"--c1 1.1:0.9", {"--c1 1.1:0.9", "lower"}},
      {"--shell-contrast x", {"--shell-contrast x"}},
      {"--dro 0.1:0", {"--shell-contrast 0.1:0", "lower"}},
      {"--shell-contrast 0:inf", {"--shell-contrast 0:inf"}},
      {"--qmin 0.3 --qmax 0.2", {"--qmin 0.3", "--qmax 0.2"}},
      {"--qmin -1", {"--qmin -1"}},
      {"--qmin x", {"--qmin", "x"}},
      {"--qmax 30", {"--qmax 30", "25"}},
      {"--qmax nan", {"--qmax nan"}},
      {"--resolution 0", {"--resolution 0", "2%"}},
      {"--resolution -1", {"--resolution -1"}},
      {"--resolution x", {"--resolution x"}},
      {"--resolution %", {"--resolution %"}},
      {"--resolution 2%%", {"--resolution 2%%"}},
      {"--resolution 60%", {"--resolution 60%", "half"}},
      {"--resolution inf", {"--resolution inf"}},
      {"--volumes x", {"--volumes", "svergun"}},
      {"--units 1/m", {"1/m", "1/nm", "2sin/A"}},
      {"--units 5", {"'5'"}},
      {"--vacuum", {"--vacuum"}},
      {"--threads -1", {"--threads", "-1"}},
  };
  for (const auto& [options, parts] : cases) {
    CAPTURE(options);
    check_error(place.run("debye fit --quiet lysozyme.pdb data.dat " + options), parts);
  }
}

TEST_CASE("fit: values out of range are errors that name their option, whatever the inputs") {
  const Workplace place;
  put_pair(place);
  copy_lysozyme(place, "more.pdb");
  const std::map<std::string, std::string> cases = {{"--c1 0", "--c1 0"},
                                                    {"--c1 -1:1", "--c1 -1:1"},
                                                    {"--dns -1", "--solvent-density -1"},
                                                    {"--shell-width 1", "--shell-width 1"},
                                                    {"--units 1/m", "--units 1/m"}};
  for (const auto& [options, part] : cases)
    for (const std::string inputs : {"lysozyme.pdb data.dat ", "lysozyme.pdb more.pdb data.dat "}) {
      CAPTURE(options, inputs);
      check_error(place.run("debye fit --quiet " + inputs + options), {part});
    }
  // Of several inputs too it is no input that fails.
  check_error(place.run("debye fit --quiet lysozyme.pdb more.pdb data.dat --resolution x"),
              {"--resolution x"});
}

TEST_CASE("fit: a device that is not there is exit code 3") {
  const Workplace place;
  put_pair(place);
  check_error(place.run("debye fit --quiet lysozyme.pdb data.dat --device no-such-device"),
              {"no-such-device"}, 3);
}

TEST_CASE("fit: options before the subcommand are not dropped in silence") {
  const Workplace place;
  put_pair(place);
  check_error(place.run("debye --json fit lysozyme.pdb data.dat"), {"--json", "fit"});
  check_error(place.run("debye lysozyme.pdb fit data.dat"), {"fit"});
}
