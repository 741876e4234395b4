// Help, warnings, -v, and the answers to options that are wrong.

#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "run_program.hpp"

using namespace debye::test;

namespace {

/// 2048 atoms of iron on a face-centred cubic lattice: many distances are equal, and so are their
/// rounding errors.
std::string fcc_crystal() {
  const int cells = 8;
  const double edge = 3.6;
  const double corner[4][3] = {{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
  std::ostringstream text;
  text << 4 * cells * cells * cells << "\nfcc\n";
  for (int n = 0; n < cells * cells * cells; ++n)
    for (const auto& atom : corner)
      text << "Fe " << edge * (n % cells + atom[0]) << ' ' << edge * (n / cells % cells + atom[1])
           << ' ' << edge * (n / cells / cells + atom[2]) << '\n';
  return text.str();
}

}  // namespace

TEST_CASE("option --help and --version print to standard output and succeed") {
  const Workplace place;
  const ProgramResult help = place.run("debye --help");
  CHECK(help.exit_code == 0);
  CHECK(help.err.empty());
  for (const std::string option :
       {"-q",        "--qmax",      "--points",   "--units",       "--model",
        "--average", "--altloc",    "--select",   "--keep-waters", "--unknown-element",
        "--strict",  "--hydrogens", "--device",   "--precision",   "--threads",
        "--output",  "--json",      "--absolute", "--verbose",     "--quiet",
        "devices",   "bench",       "Exit codes"}) {
    CAPTURE(option);
    CHECK(mentions(help.out, option));
  }
  const ProgramResult version = place.run("debye --version");
  CHECK(version.exit_code == 0);
  CHECK(version.err.empty());
  CHECK(version.out.starts_with("debye "));
  CHECK(lines_of(version.out).size() == 1);
  const ProgramResult bench = place.run("debye bench --help");
  CHECK(bench.exit_code == 0);
  CHECK(mentions(bench.out, "--atoms"));
  CHECK(mentions(bench.out, "--shell"));
}

TEST_CASE("without a file the program says what it wants") {
  const Workplace place;
  check_error(place.run("debye --json"), {"no structure file", "debye --help"});
}

TEST_CASE("warnings go to standard error, --quiet drops them, --strict makes them errors") {
  const Workplace place;
  place.write("odd.pdb", with_warning);
  const ProgramResult plain = place.run("debye odd.pdb -q 0,1");
  CHECK(plain.exit_code == 0);
  CHECK(is_pure_data(plain.out, 2));
  CHECK(plain.err.starts_with("debye: warning: odd.pdb: "));
  CHECK(mentions(plain.err, "QZX"));
  CHECK(mentions(plain.out, "# warning: "));
  const ProgramResult quiet = place.run("debye odd.pdb -q 0,1 --quiet");
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.err.empty());
  CHECK(data_lines(quiet.out) == data_lines(plain.out));
  check_error(place.run("debye odd.pdb -q 0,1 --strict"), {"odd.pdb", "QZX", "--strict"});
  check_error(place.run("debye odd.pdb -q 0,1 --strict -o out.dat"), {"--strict"});
  CHECK(place.names() == Names{"odd.pdb"});
}

TEST_CASE("warnings of the computation are warnings like others, and errors with --strict") {
  const Workplace place;
  place.write("crystal.xyz", fcc_crystal());
  const std::string command =
      "debye crystal.xyz --vacuum -q 0:5:51 --precision single --device cpu";
  const ProgramResult plain = place.run(command);
  CHECK(plain.exit_code == 0);
  CHECK(lines_of(plain.err).size() == 1);
  CHECK(plain.err.starts_with("debye: warning: "));
  CHECK(mentions(plain.err, "summed again in double"));
  CHECK(is_pure_data(plain.out, 2));
  const ProgramResult quiet = place.run(command + " --quiet");
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.err.empty());
  check_error(place.run(command + " --strict"), {"summed again in double", "--strict"});
  check_error(place.run(command + " --strict -o out.dat"), {"--strict"});
  CHECK(place.names() == Names{"crystal.xyz"});
  CHECK(place.run("debye crystal.xyz --vacuum -q 0:5:51 --strict --device cpu").exit_code == 0);
}

TEST_CASE("option -v prints the audit on standard error and leaves standard output alone") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult plain = place.run("debye lysozyme.pdb --vacuum -q 0:0.5:3");
  const ProgramResult verbose = place.run("debye lysozyme.pdb --vacuum -q 0:0.5:3 -v");
  CHECK(verbose.exit_code == 0);
  CHECK(is_pure_data(verbose.out, 2));
  CHECK(data_lines(verbose.out) == data_lines(plain.out));
  for (const std::string part : {"lysozyme.pdb", "C 613, N 193, O 185, S 10", "959 implicit",
                                 "electrons", "7628.0", "g/mol", "Rg", "Dmax"}) {
    CAPTURE(part);
    CHECK(mentions(verbose.err, part));
  }
  CHECK(plain.err.empty());
}

TEST_CASE("options that do not exist or lack their value are errors that name them") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  check_error(place.run("debye fe.xyz --nonsense"), {"--nonsense", "debye --help"});
  check_error(place.run("debye fe.xyz -q"), {"-q", "debye --help"});
  check_error(place.run("debye fe.xyz -o"), {"--output"});
  check_error(place.run("debye fe.xyz --units 1/m"), {"--units", "1/m", "1/nm"});
  check_error(place.run("debye fe.xyz --precision half"), {"--precision", "half", "single"});
  check_error(place.run("debye fe.xyz --hydrogens some"), {"--hydrogens", "some", "implicit"});
  check_error(place.run("debye fe.xyz --threads -1"), {"--threads", "-1"});
  check_error(place.run("debye fe.xyz --threads two"), {"--threads", "two"});
  check_error(place.run("debye fe.xyz --altloc AB"), {"--altloc AB", "highest"});
  check_error(place.run("debye fe.xyz --unknown-element Qq"), {"--unknown-element Qq"});
  check_error(place.run("debye devices extra"), {"extra"});
  check_error(place.run("debye bench --atoms 0"), {"--atoms", "0"});
}

TEST_CASE("files and options before a subcommand are not dropped in silence") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  check_error(place.run("debye fe.xyz devices"), {"devices"});
  check_error(place.run("debye --json devices"), {"--json", "devices"});
  check_error(place.run("debye -q 0:0.5:10 bench --atoms 100"), {"-q", "bench"});
}
