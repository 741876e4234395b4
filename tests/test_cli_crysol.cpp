// Command lines as scripts write them for CRYSOL.

#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "measured_lysozyme.hpp"
#include "run_program.hpp"

using namespace debye::test;

TEST_CASE("options of CRYSOL give the curve of ours") {
  const Workplace place;
  copy_lysozyme(place);
  const std::string start = "debye lysozyme.pdb --device cpu --quiet --qmax 0.2 --points 11 ";
  const std::map<std::string, std::string> cases = {
      {"-dns 0.34", "--solvent-density 0.34"},
      {"-dro 0.03", "--shell-contrast 0.03"},
      {"-dro -0.01", "--shell-contrast -0.01"},
      {"-eh", "--hydrogens explicit"},
      {"--eh", "--hydrogens explicit"},
      {"--explicit-hydrogens", "--hydrogens explicit"},
      {"-un 1", "--units 1/A"},
      {"-un 2", "--units 1/nm"},
      {"--unit 2", "--units 1/nm"},
      {"--unit=2", "--units 1/nm"},
  };
  for (const auto& [theirs, ours] : cases) {
    CAPTURE(theirs);
    const ProgramResult found = place.run(start + theirs), expected = place.run(start + ours);
    CHECK(found.exit_code == 0);
    CHECK_FALSE(data_lines(expected.out).empty());
    CHECK(data_lines(found.out) == data_lines(expected.out));
    CHECK(mentions(found.out, theirs + "\n"));  // the command in the header is what was typed
  }
  const std::string all = "debye lysozyme.pdb --device cpu --quiet ";
  CHECK(data_lines(place.run(all + "-sm 0.3 -ns 21").out) ==
        data_lines(place.run(all + "-q 0:0.3:21").out));
}

TEST_CASE("options of CRYSOL that debye does not need are noted and change nothing") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  const std::string plain = place.run("debye fe.xyz -q 0,1").out;
  for (const std::string option : {"-lm 50", "-fb 18", "--lm 50", "--lm=50", "--fb 17"}) {
    CAPTURE(option);
    const ProgramResult result = place.run("debye fe.xyz -q 0,1 " + option);
    CHECK(result.exit_code == 0);
    CHECK(data_lines(result.out) == data_lines(plain));
    CHECK(result.err.starts_with("debye: note: " + option.substr(0, 3)));
    CHECK(mentions(result.err, "is not needed"));
    CHECK(place.run("debye fe.xyz -q 0,1 --quiet " + option).err.empty());
  }
}

TEST_CASE("a fit takes options of CRYSOL") {
  const Workplace place;
  copy_lysozyme(place);
  Rows rows = measure(place);
  place.write("data.dat", as_text(rows));
  // q = 2 sin(theta)/lambda in 1/nm, CRYSOL's unit 4
  place.write("other.dat", as_text(rows, 10 / (2 * 3.14159265358979323846)));
  const std::string start = "debye fit lysozyme.pdb ";
  const auto fit = [&](const std::string& arguments) {
    const ProgramResult result = place.run(start + arguments + " --quiet");
    CAPTURE(arguments, result.err);
    CHECK(result.exit_code == 0);
    return data_lines(result.out);
  };
  const std::map<std::string, std::string> cases = {
      {"data.dat -sm 0.3", "data.dat --qmax 0.3"},
      {"data.dat -cst", "data.dat --constant"},
      {"data.dat -dro 0.02 -dns 0.33", "data.dat --shell-contrast 0.02 --solvent-density 0.33"},
      {"data.dat -un 1 -eh", "data.dat --units 1/A --hydrogens explicit"},
      {"other.dat -un 4", "other.dat --units 2sin/nm"},
      {"data.dat -lm 20 -fb 17 -ns 51 --ns 51", "data.dat"},
  };
  for (const auto& [theirs, ours] : cases) CHECK(fit(theirs) == fit(ours));
  CHECK(fit("other.dat -un 4").size() == rows.size());
  CHECK(mentions(place.run(start + "data.dat -ns 51").err, "note: -ns 51 is not needed"));
}

TEST_CASE("options of CRYSOL that cannot mean the same here are refused") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  check_error(place.run("debye fe.xyz -cst"), {"-cst", "debye fit"});
  check_error(place.run("debye fe.xyz -un 3"), {"-un 3", "1/nm"});
  check_error(place.run("debye fe.xyz -un 2 -sm 3"), {"-sm", "-un 2", "--qmax"});
  check_error(place.run("debye fe.xyz -lm"), {"-lm", "missing"});
  check_error(place.run("debye -lm fe.xyz"), {"-lm fe.xyz"});
  check_error(place.run("debye fe.xyz --eh=1"), {"--eh=1", "no value"});
  check_error(place.run("debye compare -sm 0.3 a b"), {"-sm"});
  check_error(place.run("debye fit a b -un 5"), {"'5'"});
}

TEST_CASE("behind -- a word is a file, whatever it looks like") {
  const Workplace place;
  place.write("-lm", two_irons);
  const ProgramResult result = place.run("debye --quiet -q 0 -- -lm");
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(is_pure_data(result.out, 2));
}
