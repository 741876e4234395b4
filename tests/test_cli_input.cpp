// What the program reads: files, pipes, gzip, batches and models, and how it refuses them.

#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "run_program.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

TEST_CASE("standard input and gzip give the curve of the file") {
  const Workplace place;
  copy_lysozyme(place);
  const std::string text = place.read("lysozyme.pdb");
  place.write("packed.gz", gzipped(text));
  place.write("packed_under_another_name.pdb", gzipped(text));
  const auto expected = data_lines(place.run("debye lysozyme.pdb --vacuum -q 0:0.3:4").out);
  REQUIRE(expected.size() == 4);
  for (const std::string command :
       {"debye - -q 0:0.3:4 --vacuum < lysozyme.pdb",
        "cat lysozyme.pdb | debye - --vacuum -q 0:0.3:4",
        "cat packed.gz | debye -q 0:0.3:4 --vacuum -", "debye packed.gz -q 0:0.3:4 --vacuum",
        "debye packed_under_another_name.pdb --vacuum -q 0:0.3:4"}) {
    CAPTURE(command);
    const ProgramResult result = place.run(command);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK(data_lines(result.out) == expected);
  }
}

TEST_CASE("inputs that cannot be read are errors with their name") {
  const Workplace place;
  fs::create_directory(place / "folder");
  place.write("empty.pdb", "");
  place.write("text.pdb", "Dear editor,\nplease find enclosed\n");
  place.write("cut.pdb.gz", gzipped(two_models).substr(0, 40));
  check_error(place.run("debye lysozime.pdb"), {"lysozime.pdb", "No such file"});
  check_error(place.run("debye folder"), {"folder", "no structure"});
  check_error(place.run("debye empty.pdb"), {"empty.pdb", "empty"});
  check_error(place.run("debye text.pdb"), {"text.pdb"});
  check_error(place.run("debye cut.pdb.gz"), {"cut.pdb.gz", "gzip"});
  check_error(place.run("debye -"), {"standard input", "empty"});
}

TEST_CASE("several inputs need a directory for their curves") {
  const Workplace place;
  place.write("a.xyz", two_irons);
  place.write("b.xyz", two_irons);
  check_error(place.run("debye a.xyz b.xyz"), {"-o DIRECTORY"});
  check_error(place.run("debye a.xyz b.xyz -o a.xyz"), {"a.xyz", "directory"});
  CHECK(place.read("a.xyz") == two_irons);
}

TEST_CASE("one bad input of three does not stop the others, and the exit code tells") {
  const Workplace place;
  place.write("a.xyz", two_irons);
  place.write("bad.pdb", "nothing\n");
  place.write("c.pdb", two_irons);  // it is the content that counts
  const ProgramResult result = place.run("debye a.xyz bad.pdb c.pdb --vacuum -q 0,1 -o curves");
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  const std::vector<std::string> messages = lines_of(result.err);
  REQUIRE(messages.size() == 2);
  CHECK(messages[0].starts_with("debye: bad.pdb"));
  CHECK(mentions(messages[1], "1 of 3 inputs failed"));
  CHECK(place.names("curves") == Names{"a.dat", "c.dat", "summary.csv", "summary.jsonl"});
  CHECK(is_pure_data(place.read("curves/a.dat"), 2));
  CHECK(is_pure_data(place.read("curves/c.dat"), 2));
  CHECK(place.run("debye a.xyz c.pdb -q 0,1 -o fine --json").exit_code == 0);
  CHECK(place.names("fine") == Names{"a.json", "c.json", "summary.csv", "summary.jsonl"});
  CHECK(rows_of(parse_json(place.read("fine/a.json"))).size() == 2);
}

TEST_CASE("the count of failed inputs is the last line of a batch, after all warnings") {
  const Workplace place;
  place.write("a.pdb", with_warning);
  place.write("bad.pdb", "nothing\n");
  place.write("c.pdb", with_warning);
  const std::string command = "debye gone.pdb a.pdb bad.pdb c.pdb -q 0,1 -o curves";
  for (const std::string options : {"", " --quiet", " -v"}) {
    CAPTURE(options);
    const ProgramResult result = place.run(command + options);
    CHECK(result.exit_code == 1);
    REQUIRE_FALSE(result.err.empty());
    CHECK(mentions(lines_of(result.err).back(), "2 of 4 inputs failed"));
  }
  CHECK_FALSE(mentions(place.run("debye a.pdb c.pdb -q 0,1 -o curves").err, "failed"));
}

TEST_CASE("equal names from several directories give several curves") {
  const Workplace place;
  fs::create_directory(place / "x");
  fs::create_directory(place / "y");
  place.write("x/model.xyz", two_irons);
  place.write("y/model.xyz", "1\n\nFe 0 0 0\n");
  CHECK(place.run("debye x/model.xyz y/model.xyz -q 0 -o out/").exit_code == 0);
  REQUIRE(place.names("out") == Names{"model.dat", "model_2.dat", "summary.csv", "summary.jsonl"});
  CHECK(data_rows(place.read("out/model.dat")) != data_rows(place.read("out/model_2.dat")));
}

TEST_CASE("models: the first, a chosen one, all of them, their mean") {
  const Workplace place;
  place.write("nmr.pdb", two_models);
  const std::string options = " -q 0:2:5 --precision double";
  const auto curve = [&](const std::string& model) {
    const ProgramResult result = place.run("debye nmr.pdb" + model + options);
    CHECK(result.exit_code == 0);
    return data_rows(result.out);
  };
  const Rows first = curve(" --model 1"), second = curve(" --model 2");
  REQUIRE(first.size() == 5);
  REQUIRE(second.size() == 5);
  CHECK(curve("") == first);
  CHECK(first != second);

  CHECK(place.run("debye nmr.pdb --model all -o curves/" + options).exit_code == 0);
  CHECK(place.names("curves") == Names{"nmr_model1.dat", "nmr_model2.dat"});
  CHECK(data_rows(place.read("curves/nmr_model1.dat")) == first);
  CHECK(data_rows(place.read("curves/nmr_model2.dat")) == second);

  Rows mean = first;
  for (std::size_t n = 0; n < mean.size(); ++n) mean[n][1] = (first[n][1] + second[n][1]) / 2;
  for (const std::string average : {" --average", " --model all --average"}) {
    const ProgramResult result = place.run("debye nmr.pdb" + average + options);
    CHECK(result.exit_code == 0);
    CHECK(mentions(result.out, "mean of 2 models"));
    CHECK(largest_relative_difference(data_rows(result.out), mean, 1) <= 1e-14);
  }
}

TEST_CASE("models that are not there or have no place are errors") {
  const Workplace place;
  place.write("nmr.pdb", two_models);
  check_error(place.run("debye nmr.pdb --model 3"), {"nmr.pdb", "--model 3"});
  check_error(place.run("debye nmr.pdb --model 0"), {"--model 0"});
  check_error(place.run("debye nmr.pdb --model some"), {"--model some"});
  check_error(place.run("debye nmr.pdb --model all"), {"2 models", "-o DIRECTORY/", "--average"});
  check_error(place.run("debye nmr.pdb --model all -o one.dat"), {"2 models", "--average"});
  check_error(place.run("debye nmr.pdb --model 2 --average"), {"--average", "--model 2"});
  CHECK(place.names() == Names{"nmr.pdb"});
}

TEST_CASE("a structure too large for its q is refused") {
  const Workplace place;
  const auto pair = [&](const std::string& name, const std::string& distance) {
    place.write(name, "2\n\nFe 0 0 0\nFe " + distance + " 0 0\n");
  };
  pair("infinite.xyz", "1e200");
  pair("large.xyz", "200000");
  for (const std::string options :
       {" --vacuum", " --vacuum --precision double", " --vacuum --precision single"}) {
    CAPTURE(options);
    check_error(place.run("debye infinite.xyz -q 0.1" + options), {});
    check_error(place.run("debye large.xyz -q 25" + options), {});  // q r = 5e6
    CHECK(place.run("debye large.xyz -q 10" + options).exit_code == 0);
  }
  place.write("fe.xyz", two_irons);
  const ProgramResult batch = place.run("debye large.xyz fe.xyz -q 25 -o curves");
  CHECK(batch.exit_code == 1);
  CHECK(mentions(batch.err, "large.xyz"));
  CHECK(place.names("curves") == Names{"fe.dat", "summary.csv", "summary.jsonl"});
}
