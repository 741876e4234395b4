// Protects the grammar of -q and the invariant of QGrid: every accepted form gives exactly the
// values meant, everything else is an error that names the culprit.

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "debye/q_grid.hpp"
#include "errors.hpp"

using namespace debye;
using namespace debye::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A file of its own for each use, removed at the end.
class TextFile {
 public:
  explicit TextFile(const std::string& text) {
    static int count = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("debye_test_q_grid_" + std::to_string(::getpid()) + "_" + std::to_string(count++)))
                .string();
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

using Values = std::vector<double>;

Values read(const std::string& text) { return parse_q_grid(TextFile(text).path()).values(); }

std::string parse_error(const std::string& text, QUnit unit = QUnit::InverseAngstrom) {
  return error_of([&] { parse_q_grid(text, unit); });
}

std::string grid_error(const Values& values) {
  return error_of([&] { QGrid grid(values); });
}

/// Message for the text in a file, with the name of the file replaced by FILE.
std::string file_error(const std::string& text) {
  const TextFile file(text);
  std::string message = parse_error(file.path());
  const std::size_t at = message.find(file.path());
  if (at != std::string::npos) message.replace(at, file.path().size(), "FILE");
  return message;
}

}  // namespace

TEST_CASE("a range includes both ends") {
  const QGrid q = parse_q_grid("0:0.5:200");
  REQUIRE(q.size() == 200);
  CHECK(q.front() == 0);
  CHECK(q.back() == 0.5);
  for (std::size_t i = 0; i < q.size(); ++i)
    REQUIRE(std::abs(q[i] - 0.5 * static_cast<double>(i) / 199) <= 1e-16);
  CHECK(parse_q_grid("0.1:0.3:2").values() == Values{0.1, 0.3});
  CHECK(parse_q_grid("1e-3:+2.5E-1:2").values() == Values{0.001, 0.25});
  CHECK(parse_q_grid("0:1:1e3").size() == 1000);
}

TEST_CASE("a list, one value, and one point of a range") {
  CHECK(parse_q_grid("0,0.1,0.25").values() == Values{0, 0.1, 0.25});
  CHECK(parse_q_grid("0.1").values() == Values{0.1});
  CHECK(parse_q_grid("0").values() == Values{0});
  CHECK(parse_q_grid("+0.1").values() == Values{0.1});
  CHECK(parse_q_grid("0.1:0.1:1").values() == Values{0.1});
  CHECK(parse_q_grid("0:0:1").values() == Values{0});
}

TEST_CASE("grids of ten thousand and of a million values are taken") {
  const QGrid q = parse_q_grid("0:2:10000");
  CHECK(q.size() == 10000);
  CHECK(q.back() == 2);
  CHECK(parse_q_grid("0:1:1000000").size() == 1'000'000);
  CHECK(QGrid::max_size == 1'000'000);
}

TEST_CASE("the first column of a file, whatever stands around it") {
  CHECK(read("0\n0.1\n0.2\n") == Values{0, 0.1, 0.2});
  CHECK(read("0\n0.1\n0.2") == Values{0, 0.1, 0.2});
  CHECK(read("# q I\n0.1 5 1\n0.2 4 1\n") == Values{0.1, 0.2});
  CHECK(read("Sample: lysozyme\nq [1/A]\tI\n\n0.1\t5\n0.2\t4\n\nend of data\n") ==
        Values{0.1, 0.2});
  CHECK(read("0.1 5\r\n0.2 4\r\n") == Values{0.1, 0.2});
  CHECK(read("q,I,sigma\n0.1,5,1\n0.2,4,1\n") == Values{0.1, 0.2});
  CHECK(read("0.1;5\n0.2;4\n") == Values{0.1, 0.2});
  CHECK(read("   1.0E-01   5\n  +2.0e-01   4\n") == Values{0.1, 0.2});
  CHECK(read("\xEF\xBB\xBF"
             "0.1,5\r\n0.2,4\r\n") == Values{0.1, 0.2});
  CHECK(read("0.3\n") == Values{0.3});
}

TEST_CASE("a file of ten thousand values") {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += std::to_string(i) + "e-4 1.0\n";
  const Values values = read(text);
  REQUIRE(values.size() == 10000);
  CHECK(values[0] == 0);
  CHECK(values[9999] == 0.9999);
}

TEST_CASE("a file whose name looks like a range or a list is still a file") {
  const TextFile file("0.1\n");
  const std::string path = file.path() + "_0:1,2";
  std::filesystem::copy_file(file.path(), path);
  CHECK(parse_q_grid(path).values() == Values{0.1});
  std::filesystem::remove(path);
}

TEST_CASE("values in 1/nm are ten times those in 1/A") {
  CHECK(to_inverse_angstrom(QUnit::InverseAngstrom) == 1);
  CHECK(to_inverse_angstrom(QUnit::InverseNanometre) == 0.1);
  CHECK(unit_name(QUnit::InverseAngstrom) == "1/A");
  CHECK(unit_name(QUnit::InverseNanometre) == "1/nm");
  const TextFile file("0\n1\n5\n");
  for (const std::string& text : {std::string("0,1,5"), file.path()}) {
    const QGrid q = parse_q_grid(text, QUnit::InverseNanometre);
    CAPTURE(text);
    REQUIRE(q.size() == 3);
    CHECK(q[0] == 0);
    CHECK(std::abs(q[1] - 0.1) <= 1e-17);
    CHECK(std::abs(q[2] - 0.5) <= 1e-16);
  }
  const QGrid range = parse_q_grid("0:5:11", QUnit::InverseNanometre);
  CHECK(range.size() == 11);
  CHECK(std::abs(range.back() - 0.5) <= 1e-16);
  CHECK(std::abs(parse_q_grid("3", QUnit::InverseNanometre)[0] - 0.3) <= 1e-16);
}

TEST_CASE("the invariant of a grid: the first value that breaks it is named") {
  CHECK(mentions(grid_error({}), "empty"));
  CHECK(mentions(grid_error({0.1, 0.2, 0.15}), "q value 3 is 0.15, not larger than"));
  CHECK(mentions(grid_error({0.1, 0.1}), "q value 2 is 0.1, not larger than"));
  CHECK(mentions(grid_error({-0.1, 0.1}), "q value 1 is -0.1"));
  CHECK(mentions(grid_error({0.1, not_a_number}), "q value 2 is nan"));
  CHECK(mentions(grid_error({not_a_number, 0.1}), "q value 1 is nan"));
  CHECK(mentions(grid_error({0.1, infinity}), "q value 2 is inf"));
  CHECK(mentions(grid_error(Values(QGrid::max_size + 1)), "1000001 values"));
  CHECK(grid_error({0, 1e-300}).empty());
  CHECK(mentions(error_of([] { QGrid::linear(0, 1, 1); }), "2 points or more, not 1"));
  CHECK(mentions(error_of([] { QGrid::linear(1, 0, 5); }), "must increase"));
  CHECK(mentions(error_of([] { QGrid::linear(0, not_a_number, 5); }), "nan"));
}

TEST_CASE("bad ranges name the argument and what is wrong with it") {
  CHECK(mentions(parse_error(""), "-q is empty"));
  for (const std::string count : {"0", "1.5", "-5", "1e9", "1000001", "nan", "inf"}) {
    CAPTURE(count);
    const std::string message = parse_error("0:1:" + count);
    CHECK(mentions(message, "-q 0:1:" + count + ": the count \"" + count + "\""));
  }
  CHECK(mentions(parse_error("0:1:1"), "-q 0:1:1: one point cannot include both ends"));
  CHECK(mentions(parse_error("0.5:0.1:10"), "-q 0.5:0.1:10: the maximum must be larger"));
  CHECK(mentions(parse_error("0.5:0.5:10"), "-q 0.5:0.5:10: the maximum must be larger"));
  CHECK(mentions(parse_error("0:1"), "-q 0:1: a range is min:max:count"));
  CHECK(mentions(parse_error("0:1:5:2"), "-q 0:1:5:2: a range is min:max:count"));
  CHECK(mentions(parse_error("0:x:5"), "-q 0:x:5: \"x\" is no number"));
  CHECK(mentions(parse_error("0::5"), "-q 0::5: \"\" is no number"));
  CHECK(mentions(parse_error(":"), "-q :"));
}

TEST_CASE("ranges and lists out of bounds name the argument and the value") {
  for (const std::string text : {"-0.1:1:5", "0:inf:5", "nan:1:5", "0:nan:5", "-0.1", "nan", "inf",
                                 "0.1,nan", "0.1,inf", "-0.1,0.1", "0.2,0.1", "0.1,0.1"}) {
    CAPTURE(text);
    CHECK(mentions(parse_error(text), "-q " + text));
  }
  CHECK(mentions(parse_error("0.1,0.3,0.2"), "\"0.2\" is not larger than the value before it"));
  CHECK(mentions(parse_error("0:-1:5"), "\"-1\" is not a finite number >= 0"));
  CHECK(mentions(parse_error("0.1,,0.2"), "-q 0.1,,0.2: \"\" is no number"));
  CHECK(mentions(parse_error("0.1,0.2,"), "-q 0.1,0.2,: \"\" is no number"));
  CHECK(mentions(parse_error("0.1,abc"), "-q 0.1,abc: \"abc\" is no number"));
  CHECK(mentions(parse_error("0.1,0.2abc"), "\"0.2abc\" is no number"));
}

TEST_CASE("a list in 1/nm is refused in the numbers that the user typed") {
  CHECK(mentions(parse_error("1,3,2", QUnit::InverseNanometre), "\"2\" is not larger"));
}

TEST_CASE("bad files are named, with the line") {
  CHECK(mentions(parse_error("/nonexistent/q.dat"), "-q /nonexistent/q.dat: neither numbers"));
  CHECK(mentions(parse_error("no_such_file.dat"), "-q no_such_file.dat: neither numbers"));
  const std::string directory = std::filesystem::temp_directory_path().string();
  CHECK(mentions(parse_error(directory), "-q " + directory + ": is a directory"));
  CHECK(mentions(file_error(""), "-q FILE: no line of the file starts with a number"));
  CHECK(mentions(file_error("# only\na header\n"), "-q FILE: no line"));
  CHECK(mentions(file_error("# q\n0.1\n0.2\n0.2\n"), "-q FILE:4: q = 0.2 is not larger"));
  CHECK(mentions(file_error("0.2 1\r\n0.1 1\r\n"), "-q FILE:2: q = 0.1 is not larger"));
  CHECK(mentions(file_error("\n\n-0.1\n0.1\n"), "-q FILE:3: q = -0.1 is not a finite number >= 0"));
  CHECK(mentions(file_error("0.1\ninf\n"), "-q FILE:2: q = inf is not a finite number >= 0"));
  CHECK(
      mentions(file_error("0.1\nnan 5\n0.2\n"), "-q FILE:2: q = nan is not a finite number >= 0"));
}

TEST_CASE("equally spaced grids are recognised as uniform at every size") {
  for (const double low : {0.0, 0.001, 0.01, 0.123456789, 1.0, 10.0})
    for (const double width : {1e-3, 0.1, 0.5, 1.0, 2.0, 15.0})
      for (const std::size_t n : {2u, 3u, 7u, 50u, 101u, 200u, 997u, 1000u, 4096u, 10'000u}) {
        CAPTURE(low, width, n);
        const QGrid q = QGrid::linear(low, low + width, n);
        const auto step = q.uniform_step();
        REQUIRE(step.has_value());
        REQUIRE(std::abs(*step * static_cast<double>(n - 1) / width - 1) <= 1e-12);
      }
  CHECK(QGrid::linear(0, 2, 1'000'000).uniform_step().has_value());
}

TEST_CASE("equally spaced grids between any ends are recognised as uniform") {
  // Some of these miss front() + i step by 5e-16 of back(): three roundings here, three there.
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int i = 0; i < 4000; ++i) {
    const double low = i % 2 == 0 ? 0.1 * uniform(generator) : 0;
    const double high = low + 2 * uniform(generator) + 1e-6;
    const std::size_t n = 2 + generator() % 1500;
    CAPTURE(low, high, n);
    REQUIRE(QGrid::linear(low, high, n).uniform_step().has_value());
  }
}

TEST_CASE("decimal grids read from text are uniform, whatever the unit") {
  std::string text;
  for (int i = 0; i <= 500; ++i) text += std::to_string(i) + "e-3 1.0\n";
  const TextFile file(text);
  CHECK(parse_q_grid(file.path()).uniform_step().has_value());
  CHECK(parse_q_grid(file.path(), QUnit::InverseNanometre).uniform_step().has_value());
  CHECK(parse_q_grid("0:5:501", QUnit::InverseNanometre).uniform_step().has_value());
  CHECK(parse_q_grid("0.1,0.2,0.3").uniform_step().has_value());
}

TEST_CASE("a grid with one value moved by 1e-12 is not uniform") {
  for (const std::size_t n : {3u, 10u, 101u, 1000u})
    for (const std::size_t moved : {std::size_t{0}, std::size_t{1}, n / 2, n - 2, n - 1})
      for (const double by : {1e-12, -1e-12}) {
        Values values = QGrid::linear(0.1, 0.5, n).values();
        values[moved] += by;
        CAPTURE(n, moved, by);
        CHECK_FALSE(QGrid(values).uniform_step().has_value());
      }
}

TEST_CASE("other grids are not uniform") {
  CHECK_FALSE(QGrid({0.1}).uniform_step().has_value());
  CHECK_FALSE(QGrid({0, 0.1, 0.3}).uniform_step().has_value());
  CHECK_FALSE(QGrid({0.01, 0.1, 1}).uniform_step().has_value());
  CHECK(QGrid({0.1, 0.7}).uniform_step().has_value());
}
