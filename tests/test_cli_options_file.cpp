// --options-from FILE: what stands in it, and where it goes.

#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "run_program.hpp"

using namespace debye::test;

namespace {

std::string command_in(const std::string& curve) {
  for (const std::string& line : lines_of(curve))
    if (line.starts_with("# command: ")) return line.substr(11);
  return "";
}

}  // namespace

TEST_CASE("option --options-from puts the words of a file in its place") {
  const Workplace place;
  place.write("two irons.xyz", two_irons);
  place.write("it's.xyz", two_irons);
  place.write("usual.txt",
              "# of all our curves\n"
              "-q 0:1:5   --quiet # and nothing else\n"
              "\n"
              "\t--select '*'\r\n"
              "--units \"1/nm\"");
  place.write("inputs.txt", "'two irons.xyz'\n");
  const ProgramResult plain =
      place.run("debye 'two irons.xyz' -q 0:1:5 --quiet --select '*' --units 1/nm");
  REQUIRE(plain.exit_code == 0);
  for (const std::string arguments :
       {"'two irons.xyz' --options-from usual.txt", "--options-from=usual.txt 'two irons.xyz'",
        "--options-from usual.txt --options-from inputs.txt"}) {
    CAPTURE(arguments);
    const ProgramResult result = place.run("debye " + arguments);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK(data_lines(result.out) == data_lines(plain.out));
    // The command holds the words themselves, so that it gives the same curve without the file.
    CHECK_FALSE(mentions(command_in(result.out), "--options-from"));
    CHECK(data_lines(place.run(command_in(result.out)).out) == data_lines(plain.out));
  }
  // Later words follow those of the file.
  place.write("value.txt", "--qmax");
  CHECK(data_rows(place.run("debye it\\'s.xyz --points 2 --options-from value.txt 0.25").out)
            .back()[0] == 0.25);
}

TEST_CASE("words of a file are quoted as in a shell") {
  const Workplace place;
  for (const std::string name : {"a b.xyz", "it's.xyz", "quote\".xyz", "#.xyz", "back\\.xyz"}) {
    CAPTURE(name);
    place.write(name, two_irons);
    std::string single = "'", bare;
    for (const char c : name) {
      single += c == '\'' ? std::string("'\\''") : std::string(1, c);
      bare += (std::string(" '\"#\\").find(c) != std::string::npos ? "\\" : "") + std::string(1, c);
    }
    std::string twice = "\"";
    for (const char c : name) twice += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
    for (const std::string& word : {single + "'", bare, twice + "\""}) {
      CAPTURE(word);
      place.write("words.txt", word + " -q 0");
      CHECK(place.run("debye --quiet --options-from words.txt").exit_code == 0);
    }
  }
}

TEST_CASE("files of options that cannot be taken are errors with their place") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  place.write("open.txt", "-q 0\n--select 'A\n--json\n");
  place.write("nested.txt", "# more\n--options-from other.txt\n");
  place.write("also.txt", "--options-from=other.txt");
  check_error(place.run("debye fe.xyz --options-from gone.txt"), {"gone.txt", "No such file"});
  check_error(place.run("debye fe.xyz --options-from open.txt"), {"open.txt:2: ", "quote '"});
  check_error(place.run("debye fe.xyz --options-from nested.txt"),
              {"nested.txt:2: --options-from"});
  check_error(place.run("debye fe.xyz --options-from also.txt"), {"also.txt:1: --options-from"});
  check_error(place.run("debye fe.xyz --options-from"), {"--options-from", "missing"});
  place.write("wrong.txt", "--jsno");
  check_error(place.run("debye fe.xyz --options-from wrong.txt"), {"did you mean --json?"});
}

TEST_CASE("option --resume sees the options that a file holds") {
  const Workplace place;
  std::filesystem::create_directory(place / "models");
  place.write("models/a.xyz", two_irons);
  place.write("models/b.xyz", two_irons);
  place.write("options.txt", "-q 0,1 -o curves");
  const std::string command = "debye models --options-from options.txt ";
  REQUIRE(place.run(command).exit_code == 0);
  const std::string curve = place.read("curves/a.dat");
  CHECK(command_in(curve) == "debye -q 0,1 -o curves models/a.xyz");
  // The same options, from the file or by hand: nothing is done again. Others: all is.
  std::filesystem::remove(place / "curves/a.dat");
  REQUIRE(place.run(command + "--resume").exit_code == 0);
  const std::string row = lines_of(place.read("curves/summary.jsonl"))[0];
  CHECK(place.run(command + "--resume").exit_code == 0);
  CHECK(place.run("debye models -q 0,1 -o curves --resume").exit_code == 0);
  CHECK(lines_of(place.read("curves/summary.jsonl"))[0] == row);
  place.write("options.txt", "-q 0,2 -o curves");
  CHECK(place.run(command + "--resume").exit_code == 0);
  CHECK(lines_of(place.read("curves/summary.jsonl"))[0] != row);
  CHECK(data_rows(place.read("curves/a.dat")).back()[0] == 2);
}

TEST_CASE("a command and its options may stand in a file") {
  const Workplace place;
  place.write("a.dat", "0.1 3\n0.2 2\n0.3 1\n0.4 0.5\n");
  place.write("line.txt", "compare a.dat a.dat\n--json\n");
  const ProgramResult result = place.run("debye --options-from line.txt");
  CHECK(result.exit_code == 0);
  const Json document = parse_json(result.out);
  CHECK(document["command"].string == "debye compare a.dat a.dat --json");
}
