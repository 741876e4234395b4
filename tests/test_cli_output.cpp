// Where curves go, and that nothing else does: files whole or not at all.

#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "run_program.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

TEST_CASE("option -o takes a file, a directory, a trailing slash or a dash") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  const auto expected = data_lines(place.run("debye fe.xyz -q 0,1").out);
  REQUIRE(expected.size() == 2);
  const auto check_file = [&](const std::string& option, const std::string& name) {
    const ProgramResult result = place.run("debye fe.xyz -q 0,1 -o " + option);
    CAPTURE(option, result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.out.empty());
    CHECK(data_lines(place.read(name)) == expected);
  };
  check_file("curve.txt", "curve.txt");
  check_file("curve.txt", "curve.txt");
  check_file("new/", "new/fe.dat");
  check_file("new", "new/fe.dat");
  CHECK(place.names() == Names{"curve.txt", "fe.xyz", "new"});
  CHECK(place.names("new") == Names{"fe.dat"});
  CHECK(data_lines(place.run("debye fe.xyz -q 0,1 -o -").out) == expected);
  CHECK(data_lines(place.run("debye fe.xyz -q 0,1 -o /dev/stdout | cat").out) == expected);
  CHECK(place.run("debye fe.xyz -q 0,1 -o /dev/null").exit_code == 0);
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("an output that cannot be written fails before anything is read or computed") {
  const Workplace place;
  place.write("file", "text");
  for (const std::string input : {"missing.pdb", "a.pdb b.pdb"})
    for (const std::string output : {"no/such/curve.dat", "file/curve.dat"}) {
      if (input == "a.pdb b.pdb" && output == "no/such/curve.dat") continue;  // made as a directory
      const ProgramResult result = place.run("debye " + input + " -o " + output);
      CAPTURE(input, output);
      check_error(result, {output});
      CHECK_FALSE(mentions(result.err, ".pdb"));
    }
  CHECK(place.names() == Names{"file"});
}

TEST_CASE("a failing run leaves the old output as it was") {
  const Workplace place;
  place.write("curve.dat", "old");
  check_error(place.run("debye missing.pdb -o curve.dat"), {"missing.pdb"});
  CHECK(place.read("curve.dat") == "old");
  CHECK(place.names() == Names{"curve.dat"});
}

TEST_CASE("a full disk is an error and not an empty curve") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  const ProgramResult file = place.run("debye fe.xyz --vacuum -q 0 -o /dev/full");
  check_error(file, {"/dev/full", "No space left"});
  const ProgramResult standard_output = place.run("debye fe.xyz --vacuum -q 0 > /dev/full");
  check_error(standard_output, {"standard output", "No space left"});
  CHECK(place.run("debye bench --atoms 50 -q 0.1 --device cpu > /dev/full").exit_code == 2);
  CHECK(place.run("debye devices > /dev/full").exit_code == 2);
  CHECK(place.run("debye --help > /dev/full").exit_code == 2);
  CHECK(place.run("debye bench --help > /dev/full").exit_code == 2);
  CHECK(place.run("debye --version > /dev/full").exit_code == 2);
}

TEST_CASE("an output that is one of the inputs is refused, and the input stays as it was") {
  const Workplace place;
  fs::create_directory(place / "folder");
  const Names inputs = {"self.xyz", "a.dat", "folder/a.xyz", "folder/b.dat"};
  for (const std::string& name : inputs) place.write(name, two_irons);
  fs::create_symlink("self.xyz", place / "link.xyz");
  const auto check_untouched = [&] {
    for (const std::string& name : inputs) CHECK(place.read(name) == two_irons);
    CHECK(fs::is_symlink(place / "link.xyz"));
  };
  const Names before = place.names(), before_in_folder = place.names("folder");
  for (const std::string arguments :
       {"self.xyz -o self.xyz", "self.xyz -o ./self.xyz", "self.xyz -o folder/../self.xyz",
        "self.xyz -o link.xyz", "link.xyz -o self.xyz", "a.dat -o .", "a.dat -o ./",
        "folder/b.dat -o folder"}) {
    CAPTURE(arguments);
    check_error(place.run("debye " + arguments + " --vacuum -q 0,1"), {"input"});
    check_untouched();
    CHECK(place.names() == before);
    CHECK(place.names("folder") == before_in_folder);
  }
  // The curve of folder/a.xyz would replace a.dat, which is read later.
  for (const std::string arguments :
       {"self.xyz a.dat -o .", "self.xyz folder/b.dat -o folder/", "folder/a.xyz a.dat -o .",
        "folder/a.xyz a.dat self.xyz -o ."}) {
    CAPTURE(arguments);
    const ProgramResult result = place.run("debye " + arguments + " -q 0,1");
    CHECK(result.exit_code != 0);
    CHECK(mentions(result.err, "input"));
    check_untouched();
  }
  CHECK(place.run("debye a.dat -q 0,1 -o folder").exit_code == 0);  // folder/a.dat is another file
}

TEST_CASE("a signal during a long sum leaves no temporary file") {
  const Workplace place;
  std::string atoms = "20000\nirons\n";
  for (int n = 0; n < 20000; ++n)
    atoms += "Fe " + std::to_string(3 * (n % 27)) + ' ' + std::to_string(3 * (n / 27 % 27)) + ' ' +
             std::to_string(3 * (n / 27 / 27)) + '\n';
  place.write("large.xyz", atoms);
  fs::create_directory(place / "out");
  place.write("out/old.dat", "old");
  // By timeout(1), because what a shell runs in the background ignores SIGINT.
  for (const auto& [signal, number] : {std::pair<std::string, int>("INT", 2), {"TERM", 15}})
    for (const std::string output : {"out/new.dat", "out/old.dat", "out/"}) {
      const ProgramResult result =
          place.run("timeout --preserve-status -s " + signal +
                    " 0.6 debye large.xyz -q 0:1:5000 --device cpu --method direct -o " + output);
      CAPTURE(signal, output, result.err);
      CHECK(result.exit_code == 128 + number);
      CHECK(place.names("out") == Names{"old.dat"});
      CHECK(place.read("out/old.dat") == "old");
    }
}

TEST_CASE("closed standard streams never mix messages into the output file") {
  const Workplace place;
  place.write("odd.pdb", with_warning);
  const std::string command = "debye odd.pdb -q 0,1 -o curve.dat";
  REQUIRE(place.run(command).exit_code == 0);
  const std::string expected = place.read("curve.dat");
  for (const std::string closed :
       {"2>&-", ">&-", "<&-", ">&- 2>&-", "<&- 2>&-", "<&- >&- 2>&-", "-v 2>&-"}) {
    CAPTURE(closed);
    fs::remove(place / "curve.dat");
    CHECK(place.run(command + ' ' + closed).exit_code == 0);
    CHECK(is_pure_data(place.read("curve.dat"), 2));
    CHECK(data_lines(place.read("curve.dat")) == data_lines(expected));
    CHECK(lines_of(place.read("curve.dat")).size() == lines_of(expected).size());
  }
  CHECK(place.run("debye missing.pdb -q 0,1 -o none.dat 2>&-").exit_code == 2);
  CHECK(place.names() == Names{"curve.dat", "odd.pdb"});
}

TEST_CASE("the command in the header of a batch names the options and its own input only") {
  const Workplace place;
  std::string inputs;
  for (int n = 100; n < 160; ++n) {
    const std::string name = "model" + std::to_string(n) + ".xyz";
    place.write(name, two_irons);
    inputs += name + ' ';
  }
  REQUIRE(place.run("debye -q 0,1 " + inputs + "--absolute -o curves").exit_code == 0);
  REQUIRE(place.names("curves").size() == 60 + 2);
  for (const std::string number : {"100", "123", "159"}) {
    std::string command;
    for (const std::string& line : lines_of(place.read("curves/model" + number + ".dat")))
      if (line.starts_with("# command: ")) command = line.substr(11);
    CAPTURE(command);
    for (const std::string part : {"debye", "-q 0,1", "--absolute", "model"})
      CHECK(mentions(command, part));
    CHECK(command.find("model") == command.rfind("model"));
    CHECK(mentions(command, "model" + number + ".xyz"));
    CHECK(command.size() < 100);
    place.run(command);  // and it makes the same curve again
    CHECK(mentions(place.read("curves/model" + number + ".dat"), "# command: " + command + "\n"));
  }
}

TEST_CASE("an output below a place that cannot be entered is a bad argument") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  place.write("file", "text");
  for (const std::string output : {"file/curve.dat", "file/below/", "file/below/curve.dat"})
    check_error(place.run("debye fe.xyz -q 0 -o " + output), {output});
  check_error(place.run("debye fe.xyz fe.xyz -q 0 -o file/below"), {"file/below"});

  fs::create_directory(place / "locked");
  fs::permissions(place / "locked", fs::perms::none);
  // Root enters everything, unless it gives up that right.
  const std::string user =
      ::geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search " : "";
  if (place.run(user + "true").exit_code != 0 || place.run(user + "ls locked").exit_code == 0) {
    WARN("nothing is locked for this user: not tested");
  } else {
    for (const std::string output : {"locked/curve.dat", "locked/below/", "locked/below/curve.dat"})
      check_error(place.run(user + "debye fe.xyz -q 0 -o " + output), {output});
    check_error(place.run(user + "debye fe.xyz fe.xyz -q 0 -o locked/below"), {"locked/below"});
  }
  fs::permissions(place / "locked", fs::perms::owner_all);
}
