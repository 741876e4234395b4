// Protects the places that debye writes to: files that appear whole or not at all, and the names of
// the curves of a run.

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "directory.hpp"
#include "errors.hpp"
#include "output/curve_writer.hpp"
#include "output/output_file.hpp"

using namespace debye;
using namespace debye::test;
namespace fs = std::filesystem;

namespace {

CurveWriter writer_for(const std::string& output, const std::vector<std::string>& inputs,
                       const std::string& extension) {
  return {output, distinct_stems(inputs), inputs.size() > 1, inputs, extension};
}

}  // namespace

TEST_CASE("a file is in its place after commit and not before") {
  const Directory directory;
  {
    const OutputFile file(directory / "curve.dat");
    CHECK(directory.names().empty());
    file.commit("0 1\n");
    CHECK(directory.names() == Names{"curve.dat"});
  }
  CHECK(directory.names() == Names{"curve.dat"});
  CHECK(contents(directory / "curve.dat") == "0 1\n");
}

TEST_CASE("without commit nothing stays and nothing changes") {
  const Directory directory;
  { const OutputFile file(directory / "new.dat"); }
  CHECK(directory.names().empty());
  put(directory / "old.dat", "old");
  { const OutputFile file(directory / "old.dat"); }
  CHECK(directory.names() == Names{"old.dat"});
  CHECK(contents(directory / "old.dat") == "old");
}

TEST_CASE("an existing file is replaced at commit only") {
  const Directory directory;
  put(directory / "curve.dat", "a much longer old text\n");
  OutputFile file(directory / "curve.dat");
  CHECK(contents(directory / "curve.dat") == "a much longer old text\n");
  file.commit("new\n");
  CHECK(contents(directory / "curve.dat") == "new\n");
  CHECK(directory.names() == Names{"curve.dat"});
}

TEST_CASE("a large text is written whole") {
  const Directory directory;
  const std::string text(20'000'000, 'x');
  OutputFile(directory / "large.dat").commit(text);
  CHECK(contents(directory / "large.dat") == text);
}

TEST_CASE("a link is written through, not replaced by a file") {
  const Directory directory;
  put(directory / "target.dat", "old");
  fs::create_symlink("target.dat", directory / "link.dat");
  OutputFile(directory / "link.dat").commit("new");
  CHECK(fs::is_symlink(directory / "link.dat"));
  CHECK(contents(directory / "target.dat") == "new");
}

TEST_CASE("a device is written to, not replaced") {
  OutputFile("/dev/null").commit("text");
  struct stat status {};
  REQUIRE(::stat("/dev/null", &status) == 0);
  CHECK(S_ISCHR(status.st_mode));
  { const OutputFile file("/dev/null"); }
  REQUIRE(::stat("/dev/null", &status) == 0);
  CHECK(S_ISCHR(status.st_mode));
}

TEST_CASE("a full disk is an error with its name") {
  CHECK(mentions(error_of([] { OutputFile("/dev/full").commit("text"); }),
                 "/dev/full: cannot be written: No space left"));
}

TEST_CASE("a place that cannot be written is refused at once") {
  const Directory directory;
  put(directory / "file", "");
  CHECK(mentions(error_of([&] { OutputFile file(directory / "missing/curve.dat"); }),
                 directory / "missing/curve.dat" + ": cannot be written: No such file"));
  CHECK(mentions(error_of([&] { OutputFile file(directory / "file/curve.dat"); }),
                 ": cannot be written: Not a directory"));
  CHECK(mentions(error_of([&] { OutputFile file(directory.path()); }),
                 directory.path() + ": cannot be written: Is a directory"));
  CHECK(directory.names() == Names{"file"});
}

TEST_CASE("curves go to the one file that -o names") {
  const Directory directory;
  CurveWriter writer = writer_for(directory / "curve.txt", {"model.pdb"}, ".dat");
  CHECK_FALSE(writer.takes_several());
  writer.write(0, "", "text");
  CHECK(directory.names() == Names{"curve.txt"});
  CHECK(contents(directory / "curve.txt") == "text");
}

TEST_CASE("an existing directory, a trailing slash, or several inputs make a directory of -o") {
  const Directory directory;
  {
    CurveWriter writer = writer_for(directory.path(), {"a/model.pdb"}, ".dat");
    CHECK(writer.takes_several());
    writer.write(0, "", "1");
    CHECK(directory.names() == Names{"model.dat"});
  }
  {
    CurveWriter writer = writer_for(directory / "deep/er/", {"model.pdb"}, ".json");
    CHECK(writer.takes_several());
    writer.write(0, "", "2");
    CHECK(contents(directory / "deep/er/model.json") == "2");
  }
  {
    CurveWriter writer = writer_for(directory / "several", {"model.pdb", "other.pdb"}, ".dat");
    writer.write(0, "", "3");
    CHECK(contents(directory / "several/model.dat") == "3");
  }
}

TEST_CASE("curves are called after their input without gz and extension, with the model") {
  const Directory directory;
  const std::vector<std::string> inputs = {"/data/1abc.pdb", "2abc.cif.gz",     "nmr.pdb", "-",
                                           "no_extension",   "dots.in.name.pdb"};
  CurveWriter writer = writer_for(directory.path(), inputs, ".dat");
  for (const std::size_t input : {0, 1, 3, 4, 5}) writer.write(input, "", "");
  writer.write(2, "_model1", "");
  writer.write(2, "_model2", "");
  CHECK(directory.names() == Names{"1abc.dat", "2abc.dat", "dots.in.name.dat", "nmr_model1.dat",
                                   "nmr_model2.dat", "no_extension.dat", "stdin.dat"});
}

TEST_CASE("inputs of one name never replace each other's curve") {
  const Directory directory;
  const std::vector<std::string> inputs = {"a/x.pdb", "b/x.pdb", "c/x.cif.gz", "x_2.pdb",
                                           "x_3.pdb"};
  CurveWriter writer = writer_for(directory.path(), inputs, ".dat");
  for (std::size_t i = 0; i < inputs.size(); ++i) writer.write(i, "", inputs[i]);
  const Names names = directory.names();
  REQUIRE(names.size() == inputs.size());
  std::vector<std::string> found;
  for (const std::string& name : names) found.push_back(contents(directory / name));
  std::sort(found.begin(), found.end());
  CHECK(found == inputs);
  CHECK(contents(directory / "x.dat") == "a/x.pdb");
  CHECK(contents(directory / "x_2.dat") == "b/x.pdb");
}

TEST_CASE("the name of a curve does not depend on which inputs failed") {
  const Directory directory;
  CurveWriter writer = writer_for(directory.path(), {"a/x.pdb", "b/x.pdb"}, ".dat");
  writer.write(1, "", "b");
  CHECK(directory.names() == Names{"x_2.dat"});
}

TEST_CASE("a model of one input and an input of that name keep apart") {
  const Directory directory;
  CurveWriter writer = writer_for(directory.path(), {"x.pdb", "x_model1.pdb"}, ".dat");
  writer.write(0, "_model1", "first");
  writer.write(1, "", "second");
  CHECK(contents(directory / "x_model1_2.dat") == "first");
  CHECK(contents(directory / "x_model1.dat") == "second");
}

TEST_CASE("a curve never replaces an input") {
  const Directory directory;
  put(directory / "x.dat", "structure");
  const std::vector<std::string> input = {directory / "x.dat"};
  CHECK(mentions(
      error_of([&] { CurveWriter writer = writer_for(directory / "x.dat", input, ".dat"); }),
      "is the input"));
  CurveWriter writer = writer_for(directory.path(), input, ".dat");
  CHECK(mentions(error_of([&] { writer.write(0, "", "curve"); }), "is the input"));
  CHECK(contents(directory / "x.dat") == "structure");
}

TEST_CASE("several inputs need a place, and a file is none") {
  const Directory directory;
  const std::vector<std::string> one = {"a"}, two = {"a", "b"};
  CHECK(mentions(error_of([&] { CurveWriter writer = writer_for("", two, ".dat"); }),
                 "add -o DIRECTORY"));
  CHECK(mentions(error_of([&] { CurveWriter writer = writer_for("-", two, ".dat"); }),
                 "add -o DIRECTORY"));
  put(directory / "file", "text");
  CHECK(
      mentions(error_of([&] { CurveWriter writer = writer_for(directory / "file", two, ".dat"); }),
               directory / "file" + ": cannot be made a directory"));
  CHECK(
      mentions(error_of([&] { CurveWriter writer = writer_for(directory / "file/", one, ".dat"); }),
               "cannot be made a directory"));
  CHECK(mentions(
      error_of([&] { CurveWriter writer = writer_for(directory / "no/curve.dat", one, ".dat"); }),
      directory / "no/curve.dat" + ": cannot be written"));
  CHECK(contents(directory / "file") == "text");
}
