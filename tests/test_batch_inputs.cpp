// Which files a batch takes, in which order, and where their curves lie.

#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "batch_checks.hpp"
#include "catch.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

namespace {

const std::string run = "debye -q 0,1 --quiet -o out ";

/// A CIF as depositors of structure factors write it.
const std::string no_model_cif =
    "data_r1abcsf\nloop_\n_refln.index_h\n_refln.F_meas_au\n1 2.5\n2 3.5\n";

const std::string model_cif =
    "data_x\nloop_\n_atom_site.group_PDB\n_atom_site.id\n_atom_site.type_symbol\n"
    "_atom_site.label_atom_id\n_atom_site.label_comp_id\n_atom_site.label_asym_id\n"
    "_atom_site.label_seq_id\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n"
    "HETATM 1 FE FE FE A 1 0.0 0.0 0.0\nHETATM 2 FE FE FE B 1 3.0 0.0 0.0\n";

}  // namespace

TEST_CASE("a directory gives the structures in it by content, in natural order", "[batch]") {
  const Workplace place;
  make_directories(place, {"in/deeper"});
  for (const std::string name : {"m10.xyz", "m2.xyz", "m1", "m002.xyz", "a.xyz"})
    place.write("in/" + name, two_irons);
  place.write("in/b.cif", model_cif);
  place.write("in/c.pdb.gz", gzipped(two_models));
  place.write("in/deeper/z.xyz", two_irons);
  place.write("in/notes.pdb", "Dear editor,\nplease find enclosed\n");
  place.write("in/empty.pdb", "");
  place.write("in/sf.cif", no_model_cif);
  place.write("in/curve.json", "{\"program\": \"debye\", \"q\": [1, 2]}\n");
  place.write("in/image.pdb", std::string("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16));
  place.write("in/curve.dat", "0 1\n0.1 0.9\n");
  place.write("in/.hidden.xyz", two_irons);
  CHECK(place.run(run + "in").exit_code == 0);
  CHECK(summary_column(place, "file") == Names{"in/a.xyz", "in/b.cif", "in/c.pdb.gz", "in/m1",
                                               "in/m002.xyz", "in/m2.xyz", "in/m10.xyz"});
  CHECK(summary_column(place, "output") ==
        Names{"a.dat", "b.dat", "c.dat", "m1.dat", "m002.dat", "m2.dat", "m10.dat"});
  const ProgramResult told = place.run("debye -q 0,1 -o told in -v");
  CHECK(mentions(told.err, "7 structures found; 6 other files left out"));
  CHECK(mentions(told.err, "left out: in/sf.cif"));
}

TEST_CASE("a structure is found behind a long header, and in a large file", "[batch]") {
  const Workplace place;
  make_directories(place, {"in"});
  std::string header;
  for (int n = 0; n < 30'000; ++n) header += "REMARK 999 ALL ABOUT THE CRYSTAL\n";
  place.write("in/long.pdb", header + two_models);
  place.write("in/none.pdb", header + header);
  place.write("in/packed.gz", gzipped(header + two_models));
  CHECK(place.run(run + "in").exit_code == 0);
  CHECK(summary_column(place, "file") == Names{"in/long.pdb", "in/packed.gz"});
}

TEST_CASE("outputs mirror the tree of the inputs", "[batch]") {
  const Workplace place;
  make_directories(place, {"in/sub 1/deep", "in/sub10", "in/sub2", "in/.git", "in/out"});
  for (const std::string name :
       {"x", "sub 1/x", "sub 1/deep/y", "sub2/x", "sub10/x", ".git/x", "out/x"})
    place.write("in/" + name + ".xyz", two_irons);
  fs::create_directory_symlink(place / "in/sub2", place / "in/sub3");
  CHECK(place.run("debye -q 0,1 --quiet -o in/out -r in").exit_code == 0);
  CHECK(place.names("in/out") ==
        Names{"sub 1", "sub10", "sub2", "summary.csv", "summary.jsonl", "x.dat", "x.xyz"});
  CHECK(summary_column(place, "output", "in/out") ==
        Names{"sub 1/deep/y.dat", "sub 1/x.dat", "sub2/x.dat", "sub10/x.dat", "x.dat"});
  CHECK(mentions(place.read("in/out/sub 1/deep/y.dat"), "# input: in/sub 1/deep/y.xyz (XYZ"));
  CHECK(place.run("debye -q 0,1 --quiet -o flat in").exit_code == 0);
  CHECK(curves_of(tree_of(place, "flat")) == Names{"x.dat"});
}

TEST_CASE("curves of equal paths below several directories keep apart", "[batch]") {
  const Workplace place;
  make_directories(place, {"a/sub", "b/sub"});
  for (const std::string name : {"a/sub/x", "a/x", "b/sub/x", "b/x"})
    place.write(name + ".xyz", two_irons);
  place.write("a/x.pdb", two_irons);
  CHECK(place.run(run + "-r a b a/x.pdb").exit_code == 0);
  CHECK(summary_column(place, "file") ==
        Names{"a/sub/x.xyz", "a/x.pdb", "a/x.xyz", "b/sub/x.xyz", "b/x.xyz", "a/x.pdb"});
  CHECK(summary_column(place, "output") ==
        Names{"sub/x.dat", "x.dat", "x_2.dat", "sub/x_2.dat", "x_3.dat", "x_4.dat"});
  for (const std::string& name : curves_of(tree_of(place, "out")))
    CHECK(is_pure_data(place.read("out/" + name), 2));
}

TEST_CASE("a list names files and directories, one a line", "[batch]") {
  const Workplace place;
  make_directories(place, {"in", "lists"});
  for (const std::string name : {"in/a.xyz", "in/b c.xyz", "#d.xyz", "e.xyz"})
    place.write(name, two_irons);
  place.write("lists/all.txt", "# models\n\n  e.xyz  \r\nin\n./#d.xyz\n   \n#e.xyz\ngone.pdb");
  const ProgramResult result = place.run(run + "@lists/all.txt e.xyz");
  CHECK(result.exit_code == 1);
  CHECK(summary_column(place, "file") ==
        Names{"e.xyz", "in/a.xyz", "in/b c.xyz", "./#d.xyz", "gone.pdb", "e.xyz"});
  CHECK(summary_column(place, "output") ==
        Names{"e.dat", "a.dat", "b c.dat", "#d.dat", "", "e_2.dat"});
  CHECK(place.run("echo e.xyz | debye @- -q 0,1 --quiet -o one").exit_code == 0);
  CHECK(summary_column(place, "file", "one") == Names{"e.xyz"});
  check_error(place.run(run + "@gone.txt"), {"gone.txt", "No such file"});
  place.write("empty.txt", "# nothing\n\n");
  check_error(place.run(run + "@empty.txt"), {"@empty.txt", "no structure"});
}

TEST_CASE("a directory without structures is an error", "[batch]") {
  const Workplace place;
  make_directories(place, {"in/sub", "empty"});
  place.write("in/notes.txt", "nothing\n");
  place.write("in/sub/x.xyz", two_irons);
  check_error(place.run(run + "empty"), {"empty: ", "no structure"});
  check_error(place.run(run + "in"), {"in: ", "no structure", "1 other file", "-r"});
  check_error(place.run("debye in -r -q 0"), {"-o DIRECTORY"});
  CHECK_FALSE(fs::exists(place / "out"));
  CHECK(place.run(run + "in -r").exit_code == 0);
}

TEST_CASE("a directory that cannot be opened costs a row", "[batch]") {
  const Workplace place;
  make_directories(place, {"in/closed"});
  place.write("in/a.xyz", two_irons);
  place.write("in/closed/b.xyz", two_irons);
  fs::permissions(place / "in/closed", fs::perms::none);
  // To root no directory is closed.
  const std::string user = ::geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : "";
  if (!user.empty()) {
    fs::permissions(place / ".", fs::perms::all);
    fs::permissions(place / "..", fs::perms::all);
  }
  const std::string program = fs::canonical(DEBYE_PROGRAM).string();
  const bool can_run = place.run(user + program + " --version").exit_code == 0;
  if (!can_run) {
    WARN("skipped: as root, this needs setpriv and a program that others may run");
  } else {
    const ProgramResult result = place.run(user + program + " -q 0,1 --quiet -o out -r in");
    CHECK(result.exit_code == 1);
    CHECK(summary_column(place, "file") == Names{"in/a.xyz", "in/closed"});
    CHECK(mentions(summary_column(place, "error")[1], "in/closed: cannot be opened: Permission"));
  }
  fs::permissions(place / "in/closed", fs::perms::owner_all);
}
