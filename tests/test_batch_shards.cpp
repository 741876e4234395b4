// One batch done by several runs.

#include <filesystem>
#include <string>
#include <vector>

#include "batch_checks.hpp"
#include "catch.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

namespace {

const std::string batch = "debye -r in -q 0,1 --model all --quiet --device cpu --threads 2 ";

void make_inputs(const Workplace& place) {
  make_directories(place, {"in/sub"});
  for (int n = 1; n <= 12; ++n) place.write("in/" + std::to_string(n) + ".xyz", irons_at(n));
  place.write("in/sub/nmr.pdb", two_models);
  place.write("in/sub/bad.pdb", "ATOM      1  N   GLY A   1       0.000   x.000   0.000\n");
}

}  // namespace

TEST_CASE("shards give the files of one run, and their tables merge to its table", "[batch]") {
  const Workplace place;
  make_inputs(place);
  CHECK(place.run(batch + "-o out").exit_code == 1);
  fs::rename(place / "out", place / "whole");
  // More shards than threads: files of a shard are fewer than threads, those of the batch are not.
  for (const int n : {2, 9}) {
    CAPTURE(n);
    fs::remove_all(place / "out");
    std::size_t rows = 0;
    for (int k = n; k >= 1; --k) {
      const std::string shard = std::to_string(k) + "/" + std::to_string(n);
      const ProgramResult result = place.run(batch + "-o out --shard " + shard);
      CHECK(result.exit_code <= 1);
      rows += json_lines_of(place.read("out/summary." + std::to_string(k) + "of" +
                                       std::to_string(n) + ".jsonl"))
                  .size();
    }
    CHECK(rows == 15);
    const ProgramResult merged = place.run("debye merge-summary out");
    CHECK(merged.exit_code == 0);
    CHECK(merged.err.empty());
    Tree tree = tree_of(place, "out");
    const auto of_shard = [](const auto& file) {
      return file.first.starts_with("summary.") && mentions(file.first, "of");
    };
    CHECK(std::erase_if(tree, of_shard) == static_cast<std::size_t>(2 * n));
    CHECK(tree == tree_of(place, "whole"));
    // And a run of all finds nothing left but the bad file.
    CHECK(place.run(batch + "-o out --resume -v").exit_code == 1);
  }
}

TEST_CASE("a shard is every N-th file", "[batch]") {
  const Workplace place;
  make_directories(place, {"in"});
  for (int n = 1; n <= 5; ++n) place.write("in/" + std::to_string(n) + ".xyz", irons_at(n));
  CHECK(place.run(batch + "-o out --shard=2/3").exit_code == 0);
  CHECK(place.names("out") == Names{"2.dat", "5.dat", "summary.2of3.csv", "summary.2of3.jsonl"});
  const auto table = csv_table_of(place.read("out/summary.2of3.csv"));
  CHECK(column(table, "file") == Names{"in/2.xyz", "in/5.xyz"});
  const ProgramResult again = place.run(batch + "-o out --shard 2/3 --resume");
  CHECK(again.exit_code == 0);
  CHECK(csv_table_of(place.read("out/summary.2of3.csv")) == table);
  CHECK(place.run(batch + "-o out --shard 8/9").exit_code == 0);  // of nothing
  CHECK(csv_table_of(place.read("out/summary.8of9.csv")).size() == 1);
}

TEST_CASE("merging tells what is missing or does not belong together", "[batch]") {
  const Workplace place;
  make_directories(place, {"in", "empty"});
  for (int n = 1; n <= 3; ++n) place.write("in/" + std::to_string(n) + ".xyz", irons_at(n));
  check_error(place.run("debye merge-summary gone"), {"gone", "No such file"});
  check_error(place.run("debye merge-summary empty"), {"empty", "--shard"});
  REQUIRE(place.run(batch + "-o out --shard 1/3").exit_code == 0);
  REQUIRE(place.run(batch + "-o out --shard 3/3").exit_code == 0);
  const ProgramResult part = place.run("debye merge-summary out");
  CHECK(part.exit_code == 1);
  CHECK(part.err == "debye: 1 of 3 shards have no table in out\n");
  CHECK(summary_column(place, "file") == Names{"in/1.xyz", "in/3.xyz"});
  REQUIRE(place.run(batch + "-o out --shard 1/2").exit_code == 0);
  check_error(place.run("debye merge-summary out"), {"out", "in 2 and in 3 shards"});
}
