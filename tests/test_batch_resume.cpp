// Batches that were stopped, by a signal or the hard way, and go on where they were.

#include <filesystem>
#include <string>
#include <vector>

#include "batch_checks.hpp"
#include "catch.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

namespace {

/// Files that were written since `mark`.
Names newer_files(const Workplace& place, const std::string& below, fs::file_time_type mark) {
  Names names;
  for (const auto& entry : fs::recursive_directory_iterator(place / below))
    if (entry.is_regular_file() && entry.last_write_time() > mark)
      names.push_back(fs::relative(entry.path(), place / below).string());
  std::sort(names.begin(), names.end());
  return names;
}

/// A batch of n files that is done, with all its outputs dated an hour back.
struct DoneBatch {
  Workplace place;
  fs::file_time_type mark;

  explicit DoneBatch(int n) {
    make_directories(place, {"in"});
    for (int k = 1; k <= n; ++k) place.write("in/" + std::to_string(k) + ".xyz", irons_at(k));
    place.write("in/nmr.pdb", two_models);
    REQUIRE(run().exit_code == 0);
    const auto before = fs::file_time_type::clock::now() - std::chrono::hours(1);
    for (const auto& entry : fs::directory_iterator(place / "out"))
      fs::last_write_time(entry.path(), before);
    mark = before + std::chrono::minutes(1);
  }

  ProgramResult run(const std::string& more = "") const {
    return place.run("debye in -q 0,1 --model all --quiet -o out " + more);
  }

  /// Curves that a resumed run writes.
  Names redone(const std::string& more = "") const {
    CHECK(run("--resume " + more).exit_code == 0);
    Names names = newer_files(place, "out", mark);
    std::erase_if(names, [](const std::string& name) { return name.starts_with("summary"); });
    return names;
  }
};

}  // namespace

TEST_CASE("a batch that is done is left as it is", "[batch]") {
  const DoneBatch batch(4);
  const std::string table = batch.place.read("out/summary.csv");
  const std::string journal = batch.place.read("out/summary.jsonl");
  CHECK(batch.redone().empty());
  CHECK(batch.place.read("out/summary.csv") == table);
  CHECK(batch.place.read("out/summary.jsonl") == journal);
  CHECK(batch.redone("--threads 1").empty());  // which changes no curve
}

TEST_CASE("a resumed batch does again what has changed", "[batch]") {
  const DoneBatch batch(4);
  const Workplace& place = batch.place;
  SECTION("the content of an input, not its date") {
    fs::last_write_time(place / "in/1.xyz", fs::file_time_type::clock::now());
    place.write("in/2.xyz", irons_at(7));
    CHECK(batch.redone() == Names{"2.dat"});
    CHECK(mentions(place.read("out/2.dat"), "Dmax 7"));
  }
  SECTION("an option") {
    CHECK(place.run("debye in -q 0,1,2 --model all --quiet -o out --resume").exit_code == 0);
    CHECK(newer_files(place, "out", batch.mark).size() == 8);
    CHECK(data_rows(place.read("out/3.dat")).size() == 3);
  }
  SECTION("an output that is gone, or shorter") {
    fs::remove(place / "out/1.dat");
    fs::resize_file(place / "out/3.dat", 10);
    fs::last_write_time(place / "out/3.dat", batch.mark - std::chrono::hours(1));
    CHECK(batch.redone() == Names{"1.dat", "3.dat"});
  }
  SECTION("one of several curves of a file") {
    fs::remove(place / "out/nmr_model2.dat");
    CHECK(batch.redone() == Names{"nmr_model1.dat", "nmr_model2.dat"});
  }
  SECTION("a new input, whose name shifts those of others") {
    make_directories(place, {"in/sub"});
    place.write("in/3.pdb", irons_at(9));
    CHECK(batch.redone() == Names{"3.dat", "3_2.dat"});
    CHECK(mentions(place.read("out/3.dat"), "Dmax 9"));
    CHECK(mentions(place.read("out/3_2.dat"), "Dmax 3"));
    CHECK(summary_column(place, "output").size() == 7);
  }
  SECTION("an input that is gone leaves the table") {
    fs::remove(place / "in/2.xyz");
    CHECK(batch.redone().empty());
    CHECK(summary_column(place, "file") ==
          Names{"in/1.xyz", "in/3.xyz", "in/4.xyz", "in/nmr.pdb", "in/nmr.pdb"});
  }
}

TEST_CASE("a bad file is tried again, and its row replaced", "[batch]") {
  const Workplace place;
  place.write("a.xyz", two_irons);
  place.write("b.xyz", "nothing\n");
  const std::string command = "debye a.xyz b.xyz -q 0,1 --quiet -o out";
  CHECK(place.run(command).exit_code == 1);
  CHECK(place.run(command + " --resume").exit_code == 1);
  CHECK(summary_column(place, "error").size() == 2);
  place.write("b.xyz", two_irons);
  CHECK(place.run(command + " --resume").exit_code == 0);
  CHECK(summary_column(place, "error") == Names{"", ""});
}

TEST_CASE("a journal that ends within a line, or holds something else, is good to its last line",
          "[batch]") {
  const DoneBatch batch(4);
  const Workplace& place = batch.place;
  const Tree whole = tree_of(place, "out");
  std::string journal = place.read("out/summary.jsonl");
  fs::remove(place / "out/summary.csv");
  SECTION("half a line") {
    place.write("out/summary.jsonl", journal.substr(0, journal.size() - 40));
    CHECK(batch.redone() == Names{"nmr_model1.dat", "nmr_model2.dat"});
  }
  SECTION("a whole line but for its end") {
    journal.pop_back();
    place.write("out/summary.jsonl", journal);
    CHECK(batch.redone() == Names{"nmr_model1.dat", "nmr_model2.dat"});
  }
  SECTION("a line that is no row") {
    place.write("out/summary.jsonl", "{\"file\": \"in/1.xyz\"}\n[1\n" + journal);
    CHECK(batch.redone().empty());
  }
  SECTION("nothing") {
    place.write("out/summary.jsonl", "");
    CHECK(batch.redone().size() == 6);
  }
  SECTION("no journal at all") {
    fs::remove(place / "out/summary.jsonl");
    CHECK(batch.redone().size() == 6);
  }
  CHECK(tree_of(place, "out") == whole);
}

TEST_CASE("what a killed run has left half written is removed, what others write is not",
          "[batch]") {
  const DoneBatch batch(2);
  const Workplace& place = batch.place;
  const Tree whole = tree_of(place, "out");
  for (const std::string name : {"1.dat.partAb12cd", "nmr_model2.dat.partXXXXXX",
                                 "summary.csv.partqwerty", "2.pr.part000000"})
    place.write("out/" + name, "half");
  const Names others = {"summary.1of2.csv.partqwerty", "9.dat.partAb12cd", "1.dat.part"};
  for (const std::string& name : others) place.write("out/" + name, "half");
  CHECK(batch.redone() == Names{"1.dat.part", "9.dat.partAb12cd"});
  Tree left = tree_of(place, "out");
  for (const std::string& name : others) CHECK(left.erase(name) == 1);
  CHECK(left == whole);
}

TEST_CASE("a batch that is killed and resumed ends as one that was not disturbed", "[batch]") {
  const Workplace place;
  make_directories(place, {"in/sub"});
  copy_lysozyme(place);
  for (int n = 1; n <= 12; ++n)
    fs::copy_file(place / "lysozyme.pdb", place / ("in/" + std::string(n % 3 == 0 ? "sub/" : "") +
                                                   std::to_string(n) + ".pdb"));
  place.write("in/bad.pdb", "ATOM      1  N   GLY A   1       0.000   x.000   0.000\n");
  const std::string batch =
      "debye -r in -q 0:0.5:200 --quiet --device cpu --threads 2 --method direct -o ";
  REQUIRE(place.run(batch + "whole").exit_code == 1);
  fs::rename(place / "whole", place / "undisturbed");
  for (const std::string delay : {"0.05", "0.2", "0.13", "0.3", "0.17"}) {
    CAPTURE(delay);
    place.run("timeout -s KILL " + delay + " " + batch + "whole --resume");
  }
  CHECK(place.run(batch + "whole --resume").exit_code == 1);
  CHECK(tree_of(place, "whole") == tree_of(place, "undisturbed"));
}

TEST_CASE("a signal ends a batch in good order", "[batch]") {
  const Workplace place;
  make_directories(place, {"in"});
  copy_lysozyme(place);
  for (int n = 1; n <= 100; ++n)
    fs::create_hard_link(place / "lysozyme.pdb", place / ("in/" + std::to_string(n) + ".pdb"));
  // So slow that it cannot end before the signal.
  const std::string batch =
      "debye in --vacuum -q 0:1:4000 --method direct --device cpu --threads 2 -o out";
  const auto stopped = [&](const std::string& signal, const std::string& more) {
    const ProgramResult result =
        place.run("timeout --preserve-status -s " + signal + " 1 " + batch + more);
    const auto files = summary_column(place, "file");
    CHECK(mentions(result.err, "stops after the files at hand"));
    CHECK(mentions(result.err, "stopped; " + std::to_string(100 - files.size()) +
                                   " of 100 inputs are left for --resume"));
    CHECK(curves_of(tree_of(place, "out")).size() == files.size());
    CHECK(json_lines_of(place.read("out/summary.jsonl")).size() == files.size());
    for (const std::string& output : summary_column(place, "output"))
      CHECK(data_rows(place.read("out/" + output)).size() == 4000);
    return std::pair(result.exit_code, files.size());
  };
  const auto [first_code, first] = stopped("INT", "");
  CHECK(first_code == 130);
  CHECK(first < 100);
  const auto [second_code, second] = stopped("TERM", " --resume");
  CHECK(second_code == 143);
  CHECK(second >= first);
}
