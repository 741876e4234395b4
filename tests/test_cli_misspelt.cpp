// Words that are nearly right: what is proposed instead, and what is not.

#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "run_program.hpp"

using namespace debye::test;

TEST_CASE("a misspelt option, command or word of an option is told what was meant") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  const std::map<std::string, std::vector<std::string>> cases = {
      {"fe.xyz --tolerence 1e-3", {"--tolerence: ", "did you mean --tolerance?", "debye --help"}},
      {"fe.xyz --qmxa=1", {"--qmxa: ", "did you mean --qmax?"}},  // neighbours swapped
      {"fe.xyz --outptu x", {"--outptu: ", "did you mean --output?"}},
      {"fe.xyz --mehtods", {"--mehtods: ", "did you mean --method?"}},  // two edits
      {"fe.xyz -method direct", {"-method: ", "did you mean --method?"}},
      {"fit a b --constnt", {"--constnt: ", "did you mean --constant?", "debye fit --help"}},
      {"fe.xyz --method furier", {"--method: furier ", "did you mean fourier?"}},
      {"fe.xyz --method Direct", {"--method: Direct ", "did you mean direct?"}},
      {"fe.xyz --units=1/mn", {"--units: 1/mn ", "did you mean 1/nm?"}},
      {"fe.xyz --volumes mean_field", {"did you mean mean-field?"}},
      {"fiit a b", {"fiit: no such command", "did you mean debye fit?"}},
      {"fiit a b --constant", {"fiit: no such command", "did you mean debye fit?"}},
      {"compaer a b", {"compaer: no such command", "did you mean debye compare?"}},
      {"merge-sumary x", {"did you mean debye merge-summary?"}},
  };
  for (const auto& [arguments, parts] : cases) {
    CAPTURE(arguments);
    check_error(place.run("debye " + arguments), parts);
  }
}

TEST_CASE("nothing is proposed for a word that is like no other") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  for (const std::string arguments :
       {"fe.xyz --nonsense", "fe.xyz --xyz", "fe.xyz --method bessel", "fe.xyz --units 1/m2x",
        "fe.xyz --chk", "missing.pdb", "fo", "devices extra"}) {
    const ProgramResult result = place.run("debye " + arguments);
    CAPTURE(arguments, result.err);
    CHECK(result.exit_code == 2);
    // Of --chk, which misses two of five letters, half is wrong.
    CHECK_FALSE(mentions(result.err, "did you mean"));
  }
}

TEST_CASE("a file whose name is like a command is a file") {
  const Workplace place;
  place.write("fiit", two_irons);
  const ProgramResult result = place.run("debye fiit --quiet -q 0");
  CHECK(result.exit_code == 0);
  CHECK(is_pure_data(result.out, 2));
}

TEST_CASE("an option of another command is called that") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  check_error(place.run("debye fe.xyz --constant"), {"--constant: ", "option of `debye fit`"});
  check_error(place.run("debye compare a b --pr"), {"--pr: ", "option of `debye FILE...`"});
}
