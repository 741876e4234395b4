// The table that a batch writes, and that a bad file costs a row and no more.

#include <filesystem>
#include <string>
#include <vector>

#include "batch_checks.hpp"
#include "catch.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

TEST_CASE("the table of a batch has a row for each curve and for each bad file", "[batch]") {
  const Workplace place;
  place.write("nmr.pdb", two_models);
  place.write("a, \"b\".xyz", two_irons);
  place.write("bad.pdb", "nothing\n");
  place.write("odd.pdb", with_warning);
  const ProgramResult result =
      place.run("debye nmr.pdb 'a, \"b\".xyz' bad.pdb odd.pdb gone.pdb --model all -q 0,1 -o out");
  CHECK(result.exit_code == 1);
  CHECK(mentions(result.err, "2 of 5 inputs failed"));
  CHECK(place.read("out/summary.csv")
            .starts_with("file,model,atoms,method,device,I(0),Rg,Dmax,seconds,warnings,error,"
                         "output,sha256\n"));
  CHECK(summary_column(place, "file") ==
        Names{"nmr.pdb", "nmr.pdb", "a, \"b\".xyz", "bad.pdb", "odd.pdb", "gone.pdb"});
  CHECK(summary_column(place, "model") == Names{"1", "2", "1", "", "1", ""});
  CHECK(summary_column(place, "atoms") == Names{"2", "2", "2", "", "2", ""});
  CHECK(summary_column(place, "output") ==
        Names{"nmr_model1.dat", "nmr_model2.dat", "a, \"b\".dat", "", "odd.dat", ""});
  CHECK(summary_column(place, "method")[2] == "direct");
  CHECK(summary_column(place, "device")[2].starts_with("CPU ("));
  CHECK(mentions(summary_column(place, "warnings")[4], "QZX"));
  CHECK(mentions(summary_column(place, "error")[3], "bad.pdb: is no structure"));
  CHECK(mentions(summary_column(place, "error")[5], "gone.pdb: cannot be opened"));
  const auto checksums = summary_column(place, "sha256");
  CHECK(mentions(place.read("out/nmr_model1.dat"), checksums[0]));
  CHECK(checksums[3].size() == 64);
  CHECK(checksums[5].empty());

  const std::vector<Json> lines = json_lines_of(place.read("out/summary.jsonl"));
  REQUIRE(lines.size() == 6);
  CHECK(lines[2]["file"].string == "a, \"b\".xyz");
  CHECK(lines[2]["number"].number == 2);
  CHECK(lines[3]["forward_intensity"].kind == Json::Kind::Null);
  CHECK(lines[4]["warnings"].array.size() == 1);
  // Two irons in vacuum: I(0) is that of the curve, Dmax their distance.
  CHECK(lines[2]["d_max"].number == Approx(3));
  CHECK(lines[2]["forward_intensity"].number ==
        Approx(data_rows(place.read("out/a, \"b\".dat"))[0][1]));
}

TEST_CASE("the table does not depend on the number of threads, and curves do not either",
          "[batch]") {
  const Workplace place;
  make_directories(place, {"in"});
  for (int n = 1; n <= 20; ++n) place.write("in/" + std::to_string(n) + ".xyz", irons_at(n));
  const auto rows_by = [&](const std::string& threads) {
    REQUIRE(place.run("debye in -q 0:1:5 --device cpu -o out" + threads + " --threads " + threads)
                .exit_code == 0);
    std::vector<Rows> rows;
    for (int n = 1; n <= 20; ++n)
      rows.push_back(data_rows(place.read("out" + threads + "/" + std::to_string(n) + ".dat")));
    CHECK(summary_column(place, "file", "out" + threads) == summary_column(place, "file", "out1"));
    return rows;
  };
  const std::vector<Rows> one = rows_by("1");
  CHECK(one == rows_by("3"));   // a thread for each file
  CHECK(one == rows_by("40"));  // all threads for each file
}

TEST_CASE("option -v tells one line for each curve of a batch", "[batch]") {
  const Workplace place;
  place.write("a.xyz", two_irons);
  place.write("b.xyz", two_irons);
  const ProgramResult result = place.run("debye a.xyz b.xyz --vacuum -q 0,1 -o out -v --threads 1");
  const std::vector<std::string> lines = lines_of(result.err);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].starts_with("a.xyz: 2 atoms, direct, "));
  CHECK(lines[1].ends_with(" s, b.dat"));
}

TEST_CASE("a batch that runs again replaces its outputs and its table", "[batch]") {
  const Workplace place;
  make_directories(place, {"in"});
  place.write("in/a.xyz", two_irons);
  place.write("in/b.xyz", two_irons);
  REQUIRE(place.run("debye in -q 0,1 -o out --quiet").exit_code == 0);
  fs::remove(place / "in/b.xyz");
  place.write("in/c.xyz", two_irons);
  REQUIRE(place.run("debye in -q 0,1,2 -o out --quiet").exit_code == 0);
  CHECK(summary_column(place, "output") == Names{"a.dat", "c.dat"});
  CHECK(json_lines_of(place.read("out/summary.jsonl")).size() == 2);
  CHECK(data_rows(place.read("out/a.dat")).size() == 3);
}

TEST_CASE("P(r) and JSON of a batch lie in the tree too", "[batch]") {
  const Workplace place;
  make_directories(place, {"in/sub"});
  place.write("in/sub/a.xyz", two_irons);
  REQUIRE(place.run("debye -r in -q 0,1 -o out --pr --quiet").exit_code == 0);
  CHECK(curves_of(tree_of(place, "out")) == Names{"sub/a.dat", "sub/a.pr"});
  REQUIRE(place.run("debye -r in -q 0,1 -o json --json --quiet").exit_code == 0);
  CHECK(curves_of(tree_of(place, "json")) == Names{"sub/a.json"});
}

TEST_CASE("options of a batch are checked", "[batch]") {
  const Workplace place;
  place.write("a.xyz", two_irons);
  for (const std::string shard : {"0/2", "3/2", "1", "1/", "/2", "1/2/3", "a/b", "-1/2"}) {
    CAPTURE(shard);
    check_error(place.run("debye a.xyz -q 0 -o out --shard=" + shard), {"--shard", shard, "K/N"});
  }
  check_error(place.run("debye a.xyz --resume -q 0"), {"-o DIRECTORY"});
}
