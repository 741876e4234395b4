// Protects the program as its users meet it: exit codes, what goes to standard output and what to
// standard error, every option, files in and out, and the command lines printed in README.md.

#include <zlib.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "run_program.hpp"

using debye::test::ProgramResult;
using debye::test::Workplace;
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;
using Rows = std::vector<std::vector<double>>;

const std::string two_models =
    "MODEL        1\n"
    "ATOM      1  N   GLY A   1       0.000   0.000   0.000  1.00 10.00           N\n"
    "ATOM      2  CA  GLY A   1       1.450   0.000   0.000  1.00 10.00           C\n"
    "ENDMDL\n"
    "MODEL        2\n"
    "ATOM      1  N   GLY A   1       0.000   0.000   0.000  1.00 10.00           N\n"
    "ATOM      2  CA  GLY A   1       0.000   1.650   0.000  1.00 10.00           C\n"
    "ENDMDL\n";

/// A residue that is in no dictionary, which is worth a warning.
const std::string with_warning =
    "ATOM      1  N   QZX A   1       0.000   0.000   0.000  1.00 10.00           N\n"
    "ATOM      2  CA  QZX A   1       1.450   0.000   0.000  1.00 10.00           C\n";

/// Iron takes no implicit hydrogens: I(0) = 4 f(0)².
const std::string two_irons = "2\ntwo irons\nFe 0 0 0\nFe 3 0 0\n";

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines that are no comments.
std::vector<std::string> data_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(text))
    if (!line.starts_with('#')) lines.push_back(line);
  return lines;
}

/// Their numbers; a word that is none becomes NaN.
Rows data_rows(const std::string& text) {
  Rows rows;
  for (const std::string& line : data_lines(text)) {
    rows.emplace_back();
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      double value = std::numeric_limits<double>::quiet_NaN();
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      const bool whole = error == std::errc() && end == word.data() + word.size();
      rows.back().push_back(whole ? value : std::numeric_limits<double>::quiet_NaN());
    }
  }
  return rows;
}

/// Only comments, then only rows of `columns` finite numbers.
bool is_pure_data(const std::string& text, std::size_t columns) {
  bool in_data = false;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with('#') && in_data) return false;
    in_data = !line.starts_with('#');
  }
  const Rows rows = data_rows(text);
  for (const auto& row : rows) {
    if (row.size() != columns) return false;
    for (const double value : row)
      if (!std::isfinite(value)) return false;
  }
  return !rows.empty();
}

double largest_relative_difference(const Rows& a, const Rows& b, std::size_t column) {
  if (a.size() != b.size() || a.empty()) return std::numeric_limits<double>::quiet_NaN();
  double largest = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    if (a[n].size() <= column || b[n].size() <= column)
      return std::numeric_limits<double>::quiet_NaN();
    if (a[n][column] == b[n][column]) continue;
    const double difference = std::abs(a[n][column] / b[n][column] - 1);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

void copy_lysozyme(const Workplace& place, const std::string& name = "lysozyme.pdb") {
  fs::copy_file(fs::path(DEBYE_DATA_DIR) / "lysozyme.pdb", place / name);
}

std::string gzipped(const std::string& text) {
  z_stream stream = {};
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string input = text, bytes(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

/// Exit code 2 (or `code`), nothing on standard output, one line on standard error with all
/// `parts`.
void check_error(const ProgramResult& result, const std::vector<std::string>& parts, int code = 2) {
  CAPTURE(result.err);
  CHECK(result.exit_code == code);
  CHECK(result.out.empty());
  CHECK(result.err.starts_with("debye: "));
  CHECK(lines_of(result.err).size() == 1);
  for (const std::string& part : parts) {
    CAPTURE(part);
    CHECK(mentions(result.err, part));
  }
}

// ── A JSON reader that shares nothing with the program ──────────────────────────────────────────

struct Json {
  enum class Kind { Null, Bool, Number, String, Array, Object };
  Kind kind = Kind::Null;
  bool boolean = false;
  double number = 0;
  std::string string;
  std::vector<Json> array;
  std::map<std::string, Json> object;

  const Json& operator[](const std::string& name) const {
    static const Json none;
    const auto found = object.find(name);
    return found == object.end() ? none : found->second;
  }
};

/// Strict JSON (RFC 8259) without \u escapes above 0x7f.
class JsonReader {
 public:
  explicit JsonReader(const std::string& text) : text_(text) {}

  Json read_document() {
    const Json value = read_value();
    skip_blanks();
    if (at_ != text_.size()) refuse("text after the end");
    return value;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw std::runtime_error("JSON: " + what + " at byte " + std::to_string(at_));
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::string(" \t\r\n").find(text_[at_]) != std::string::npos)
      ++at_;
  }

  char peek() {
    skip_blanks();
    if (at_ == text_.size()) refuse("unexpected end");
    return text_[at_];
  }

  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!take(c)) refuse(std::string("no ") + c);
  }

  bool take_word(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }

  Json read_value() {
    Json value;
    const char c = peek();
    if (c == '{') {
      read_object(value);
    } else if (c == '[') {
      read_array(value);
    } else if (c == '"') {
      value.kind = Json::Kind::String;
      value.string = read_string();
    } else if (take_word("null")) {
      value.kind = Json::Kind::Null;
    } else if (take_word("true") || take_word("false")) {
      value.kind = Json::Kind::Bool;
      value.boolean = text_[at_ - 2] == 'u';
    } else {
      value.kind = Json::Kind::Number;
      value.number = read_number();
    }
    return value;
  }

  void read_object(Json& value) {
    value.kind = Json::Kind::Object;
    expect('{');
    if (take('}')) return;
    do {
      if (peek() != '"') refuse("no name");
      const std::string name = read_string();
      expect(':');
      if (!value.object.emplace(name, read_value()).second) refuse("the name " + name + " twice");
    } while (take(','));
    expect('}');
  }

  void read_array(Json& value) {
    value.kind = Json::Kind::Array;
    expect('[');
    if (take(']')) return;
    do value.array.push_back(read_value());
    while (take(','));
    expect(']');
  }

  std::string read_string() {
    expect('"');
    std::string text;
    while (true) {
      if (at_ == text_.size()) refuse("unexpected end");
      const char c = text_[at_++];
      if (c == '"') return text;
      if (static_cast<unsigned char>(c) < 0x20) refuse("a control character in a string");
      text += c == '\\' ? read_escape() : c;
    }
  }

  char read_escape() {
    static const std::map<char, char> plain = {{'"', '"'},  {'\\', '\\'}, {'/', '/'},  {'b', '\b'},
                                               {'f', '\f'}, {'n', '\n'},  {'r', '\r'}, {'t', '\t'}};
    if (at_ == text_.size()) refuse("unexpected end");
    const char c = text_[at_++];
    if (plain.contains(c)) return plain.at(c);
    unsigned code = 0x80;
    if (c == 'u' && at_ + 4 <= text_.size())
      std::from_chars(text_.data() + at_, text_.data() + at_ + 4, code, 16);
    at_ += 4;
    if (code >= 0x80) refuse("an escape");
    return static_cast<char>(code);
  }

  double read_number() {
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    const bool digits = std::string("-0123456789").find(*begin) != std::string::npos;
    if (error != std::errc() || !digits || !std::isfinite(value)) refuse("no value");
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

Json parse_json(const std::string& text) { return JsonReader(text).read_document(); }

Rows rows_of(const Json& document) {
  Rows rows;
  const auto& q = document["q"].array;
  const auto& intensity = document["intensity"].array;
  for (std::size_t n = 0; n < q.size() && n < intensity.size(); ++n)
    rows.push_back({q[n].number, intensity[n].number});
  return rows;
}

}  // namespace

// ── Help ─────────────────────────────────────────────────────────────────────────────────────────

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
}

TEST_CASE("without a file the program says what it wants") {
  const Workplace place;
  check_error(place.run("debye"), {"no structure file", "debye --help"});
}

// ── One curve ────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("the first example: a curve of 200 rows on standard output and nothing else") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult result = place.run("debye lysozyme.pdb -q 0:0.5:200");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(is_pure_data(result.out, 2));
  const Rows rows = data_rows(result.out);
  REQUIRE(rows.size() == 200);
  CHECK(rows.front()[0] == 0);
  CHECK(rows.back()[0] == 0.5);
  CHECK(mentions(result.out, "# command: debye lysozyme.pdb -q 0:0.5:200\n"));
  CHECK(mentions(result.out, "# columns: q [1/A], I [electrons^2]\n"));
  // 613 C, 193 N, 185 O, 10 S and 959 H: 7628 electrons; the form factors miss f(0) by up to 0.1 %.
  CHECK(std::abs(rows.front()[1] / (7628.0 * 7628.0) - 1) <= 0.002);
  CHECK(place.names() == Names{"lysozyme.pdb"});
}

TEST_CASE("the curve of two atoms is the Debye formula") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  const Rows pair = data_rows(place.run("debye fe.xyz -q 0,0.5,1,2 --precision double").out);
  place.write("one.xyz", "1\none iron\nFe 0 0 0\n");
  const Rows single = data_rows(place.run("debye one.xyz -q 0,0.5,1,2 --precision double").out);
  REQUIRE(pair.size() == 4);
  REQUIRE(single.size() == 4);
  for (std::size_t n = 0; n < 4; ++n) {
    const double x = 3 * pair[n][0];
    const double expected = 2 * single[n][1] * (1 + (x == 0 ? 1 : std::sin(x) / x));
    CHECK(std::abs(pair[n][1] / expected - 1) <= 1e-10);
  }
}

TEST_CASE("every form of -q") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  place.write("measured.dat", "q,I,sigma\r\n0.1,5,1\r\n0.25,4,1\r\n");
  const auto q_of = [&](const std::string& options) {
    const ProgramResult result = place.run("debye fe.xyz " + options);
    CAPTURE(options, result.err);
    CHECK(result.exit_code == 0);
    std::vector<double> q;
    for (const auto& row : data_rows(result.out)) q.push_back(row.at(0));
    return q;
  };
  CHECK(q_of("-q 0:1:5") == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
  CHECK(q_of("-q 0.1,0.2,0.7") == std::vector<double>{0.1, 0.2, 0.7});
  CHECK(q_of("-q 0.3") == std::vector<double>{0.3});
  CHECK(q_of("-q measured.dat") == std::vector<double>{0.1, 0.25});
  CHECK(q_of("-q 0:2:10000").size() == 10000);
  CHECK(q_of("--qmax 1 --points 3") == std::vector<double>{0, 0.5, 1});
  CHECK(q_of("--qmax 2").size() == 101);
  CHECK(q_of("--points 3") == std::vector<double>{0, 0.25, 0.5});
  const auto standard = q_of("");
  REQUIRE(standard.size() == 101);
  CHECK(standard.back() == 0.5);
  CHECK(q_of("-q 0:25:3").back() == 25);
}

TEST_CASE("an output file is a q grid for the next run") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult first = place.run("debye lysozyme.pdb -q 0.01:0.4:23 -o first.dat");
  REQUIRE(first.exit_code == 0);
  CHECK(first.out.empty());
  const ProgramResult second = place.run("debye lysozyme.pdb -q first.dat");
  CHECK(data_lines(second.out).size() == 23);
  const double difference =
      largest_relative_difference(data_rows(place.read("first.dat")), data_rows(second.out), 1);
  CHECK(difference <= 1e-9);
}

TEST_CASE("bad grids are errors that name the argument") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  place.write("text.dat", "no\nnumbers\n");
  const std::map<std::string, std::vector<std::string>> cases = {
      {"-q 0:0.5:0", {"-q 0:0.5:0", "count"}},
      {"-q 0.5:0.1:10", {"-q 0.5:0.1:10", "maximum"}},
      {"-q -0.1:1:5", {"-q -0.1:1:5", "-0.1"}},
      {"-q nan", {"-q nan"}},
      {"-q 0.2,0.1", {"-q 0.2,0.1"}},
      {"-q ''", {"-q"}},
      {"-q nowhere.dat", {"-q nowhere.dat"}},
      {"-q text.dat", {"-q text.dat", "no line"}},
      {"-q .", {"-q .", "directory"}},
      {"-q 0:30:10", {"30", "25"}},
      {"--qmax -1", {"--qmax"}},
      {"--qmax 0", {"--qmax"}},
      {"--qmax nan", {"--qmax"}},
      {"--qmax inf", {"--qmax inf"}},
      {"--qmax x", {"--qmax", "x"}},
      {"--points 1", {"--points 1"}},
      {"--points -5", {"--points", "-5"}},
      {"--qmax 1 -q 0.1", {"-q", "--qmax"}},
  };
  for (const auto& [options, parts] : cases) {
    CAPTURE(options);
    check_error(place.run("debye fe.xyz " + options), parts);
  }
}

TEST_CASE("q in 1/nm gives the rows of 1/A") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult angstrom = place.run("debye lysozyme.pdb -q 0:0.5:11 --precision double");
  const ProgramResult nanometre =
      place.run("debye lysozyme.pdb -q 0:5:11 --units 1/nm --precision double");
  CHECK(mentions(nanometre.out, "# columns: q [1/nm]"));
  Rows expected = data_rows(angstrom.out);
  for (auto& row : expected) row[0] *= 10;
  CHECK(largest_relative_difference(data_rows(nanometre.out), expected, 0) <= 1e-15);
  CHECK(largest_relative_difference(data_rows(nanometre.out), expected, 1) <= 1e-9);
  const Rows short_form = data_rows(place.run("debye lysozyme.pdb --units 1/nm").out);
  REQUIRE(short_form.size() == 101);
  CHECK(short_form.back()[0] == 5);
  const Rows by_qmax = data_rows(place.run("debye lysozyme.pdb --qmax 3 --units 1/nm").out);
  REQUIRE(by_qmax.size() == 101);
  CHECK(std::abs(by_qmax.back()[0] - 3) <= 1e-15);
}

TEST_CASE("option --absolute adds 1/cm for 1 mg/ml") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult result = place.run("debye lysozyme.pdb -q 0:0.5:5 --absolute");
  CHECK(result.exit_code == 0);
  CHECK(is_pure_data(result.out, 3));
  CHECK(mentions(result.out, "# columns: q [1/A], I [electrons^2], I [1/cm per mg/ml]\n"));
  // r_e² N_A 10⁻³ / M with M = 14313 g/mol, the weight of hen egg-white lysozyme.
  const double scale = 2.8179403262e-13 * 2.8179403262e-13 * 6.02214076e23 * 1e-3 / 14313;
  for (const auto& row : data_rows(result.out))
    CHECK(std::abs(row.at(2) / (row.at(1) * scale) - 1) <= 1e-5);
}

TEST_CASE("option --json is one JSON document with the same numbers") {
  const Workplace place;
  copy_lysozyme(place);
  const std::string command = "debye lysozyme.pdb -q 0:0.5:7";
  const ProgramResult result = place.run(command + " --json --absolute");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const Json document = parse_json(result.out);
  CHECK(document["program"].string.starts_with("debye "));
  CHECK(document["command"].string == command + " --json --absolute");
  CHECK(document["input"]["name"].string == "lysozyme.pdb");
  CHECK(document["input"]["format"].string == "PDB");
  CHECK(document["input"]["sha256"].string.size() == 64);
  CHECK(document["audit"]["elements"]["C"].number == 613);
  CHECK(document["audit"]["electrons"].number == 7628);
  CHECK(document["q_unit"].string == "1/A");
  CHECK(document["intensity_per_cm_per_mg_ml"].array.size() == 7);
  CHECK(document["error_bound"].number > 0);
  CHECK(rows_of(document) == data_rows(place.run(command).out));
}

TEST_CASE("option --json stands names that JSON must escape") {
  const Workplace place;
  const std::string name = "a \"b\"\\\t'\xE9.xyz";
  place.write(name, two_irons);
  place.write("shell_name", name);
  const ProgramResult result = place.run("debye \"$(cat shell_name)\" -q 0 --json");
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(parse_json(result.out)["input"]["name"].string == "a \"b\"\\\t'\xEF\xBF\xBD.xyz");
}

TEST_CASE("the command in the header can be pasted into a shell") {
  const Workplace place;
  place.write("it's a file.xyz", two_irons);
  const ProgramResult first = place.run("debye \"it's a file.xyz\" -q '0,1'");
  REQUIRE(first.exit_code == 0);
  const std::string label = "# command: ";
  for (const std::string& line : lines_of(first.out))
    if (line.starts_with(label)) CHECK(place.run(line.substr(label.size())).out == first.out);
  CHECK(mentions(first.out, label));
}

TEST_CASE("a line break in a file name does not become data") {
  const Workplace place;
  place.write("0.1\n0.2 7.xyz", two_irons);
  const ProgramResult result = place.run("debye 0.1* -q 0,1");
  CHECK(result.exit_code == 0);
  CHECK(data_lines(result.out).size() == 2);
}

// ── Inputs ───────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("standard input and gzip give the curve of the file") {
  const Workplace place;
  copy_lysozyme(place);
  const std::string text = place.read("lysozyme.pdb");
  place.write("packed.gz", gzipped(text));
  place.write("packed_under_another_name.pdb", gzipped(text));
  const auto expected = data_lines(place.run("debye lysozyme.pdb -q 0:0.3:4").out);
  REQUIRE(expected.size() == 4);
  for (const std::string command :
       {"debye - -q 0:0.3:4 < lysozyme.pdb", "cat lysozyme.pdb | debye - -q 0:0.3:4",
        "cat packed.gz | debye -q 0:0.3:4 -", "debye packed.gz -q 0:0.3:4",
        "debye packed_under_another_name.pdb -q 0:0.3:4"}) {
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
  check_error(place.run("debye folder"), {"folder", "directory"});
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
  place.write("c.pdb", two_models);
  const ProgramResult result = place.run("debye a.xyz bad.pdb c.pdb -q 0,1 -o curves");
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK(lines_of(result.err).size() == 1);
  CHECK(mentions(result.err, "debye: bad.pdb"));
  CHECK(place.names("curves") == Names{"a.dat", "c.dat"});
  CHECK(is_pure_data(place.read("curves/a.dat"), 2));
  CHECK(is_pure_data(place.read("curves/c.dat"), 2));
  CHECK(place.run("debye a.xyz c.pdb -q 0,1 -o fine --json").exit_code == 0);
  CHECK(place.names("fine") == Names{"a.json", "c.json"});
  CHECK(rows_of(parse_json(place.read("fine/a.json"))).size() == 2);
}

TEST_CASE("equal names from several directories give several curves") {
  const Workplace place;
  fs::create_directory(place / "x");
  fs::create_directory(place / "y");
  place.write("x/model.xyz", two_irons);
  place.write("y/model.xyz", "1\n\nFe 0 0 0\n");
  CHECK(place.run("debye x/model.xyz y/model.xyz -q 0 -o out/").exit_code == 0);
  REQUIRE(place.names("out") == Names{"model.dat", "model_2.dat"});
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

// ── Messages ─────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("warnings go to standard error; --quiet drops them, --strict makes them errors") {
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

TEST_CASE("option -v prints the audit on standard error and leaves standard output alone") {
  const Workplace place;
  copy_lysozyme(place);
  const ProgramResult plain = place.run("debye lysozyme.pdb -q 0:0.5:3");
  const ProgramResult verbose = place.run("debye lysozyme.pdb -q 0:0.5:3 -v");
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

// ── Output ───────────────────────────────────────────────────────────────────────────────────────

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
  const ProgramResult file = place.run("debye fe.xyz -q 0 -o /dev/full");
  check_error(file, {"/dev/full", "No space left"});
  const ProgramResult standard_output = place.run("debye fe.xyz -q 0 > /dev/full");
  check_error(standard_output, {"standard output", "No space left"});
  CHECK(place.run("debye bench --atoms 50 -q 0.1 --device cpu > /dev/full").exit_code == 2);
  CHECK(place.run("debye devices > /dev/full").exit_code == 2);
}

// ── Engines ──────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("a device that is not there is exit code 3 with the devices found") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  const ProgramResult devices = place.run("debye devices");
  const ProgramResult result = place.run("debye fe.xyz -q 0 --device no-such-device");
  check_error(result, {"--device", "no-such-device"}, 3);
  for (const std::string& line : lines_of(devices.out)) {
    const std::size_t name_begin = line.find("  "), name_end = line.rfind("  (");
    const bool is_device = !line.empty() && line[0] >= '0' && line[0] <= '9';
    if (is_device)
      CHECK(mentions(result.err, line.substr(name_begin + 2, name_end - name_begin - 2)));
  }
  check_error(place.run("debye fe.xyz -q 0 --device 99"), {"99"}, 3);
  check_error(place.run("debye fe.xyz -q 0 --device ''"), {"--device"}, 3);
}

TEST_CASE("debye devices says what auto takes") {
  const Workplace place;
  const ProgramResult result = place.run("debye devices");
  CHECK(result.exit_code == 0);
  CHECK(mentions(result.out, "--device auto takes"));
}

TEST_CASE("single and double precision agree, on the CPU by name and with any number of threads") {
  const Workplace place;
  copy_lysozyme(place);
  const std::string command = "debye lysozyme.pdb -q 0:2:31 --device cpu";
  for (const std::string precision : {"single", "double"}) {
    const ProgramResult one = place.run(command + " --threads 1 --precision " + precision);
    const ProgramResult two = place.run(command + " --threads 2 --precision " + precision);
    const ProgramResult again = place.run(command + " --threads 2 --precision " + precision);
    CHECK(one.exit_code == 0);
    CHECK(mentions(one.out, precision + " precision, CPU"));
    REQUIRE(data_lines(one.out).size() == 31);
    CHECK(data_lines(one.out) == data_lines(two.out));
    CHECK(again.out == two.out);
  }
  const Rows single = data_rows(place.run(command + " --precision single").out);
  const Rows precise = data_rows(place.run(command + " --precision double").out);
  CHECK(largest_relative_difference(single, precise, 1) <= 1e-5);
}

TEST_CASE("debye bench prints a table and JSON with time and error") {
  const Workplace place;
  const ProgramResult table = place.run("debye bench --atoms 200 -q 0:0.5:10");
  CHECK(table.exit_code == 0);
  CHECK(table.err.empty());
  CHECK(mentions(table.out, "# command: debye bench --atoms 200 -q 0:0.5:10\n"));
  CHECK(mentions(table.out, "# processor: "));
  CHECK(data_lines(table.out).size() >= 2);

  const ProgramResult result = place.run("debye bench --atoms 200,300 -q 0:0.5:10 --json");
  CHECK(result.exit_code == 0);
  const Json document = parse_json(result.out);
  CHECK(document["q_count"].number == 10);
  CHECK(document["q_max"].number == 0.5);
  const auto& rows = document["rows"].array;
  REQUIRE(rows.size() >= 2);
  CHECK(rows.front()["atoms"].number == 200);
  CHECK(rows.back()["atoms"].number == 300);
  for (const Json& row : rows) {
    CHECK(row["engine"].string.starts_with("direct"));
    CHECK(row["seconds"].number > 0);
    CHECK(row["error"].kind == Json::Kind::Number);
    CHECK(row["error"].number <= 1e-5);
    const double n = row["atoms"].number;
    CHECK(row["terms"].number == n * (n - 1) / 2 * 10);
  }
  CHECK(place.run("debye bench --atoms 100 -q 0 --device cpu").exit_code == 0);
  CHECK(place.run("debye bench --atoms 1 -q 0.1 --device cpu").exit_code == 0);
}

// ── README ───────────────────────────────────────────────────────────────────────────────────────

namespace {

/// Whether a line runs the program, at its start or behind a pipe.
bool runs_program(const std::string& line) {
  for (const std::string name : {"debye ", "./debye "})
    if (line.starts_with(name) || mentions(line, "| " + name)) return true;
  return false;
}

/// Command lines of the ```sh blocks that run the program; a backslash at the end of a line
/// continues it, and `# not run: reason` at its end excludes it.
std::vector<std::string> readme_commands(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> commands;
  bool in_block = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      in_block = line == "```sh";
      continue;
    }
    if (!in_block) continue;
    for (std::string next; line.ends_with('\\') && std::getline(file, next);) {
      line.pop_back();
      line += next;
    }
    const bool excluded = mentions(line, "# not run: ");
    if (runs_program(line) && !excluded) commands.push_back(line);
  }
  return commands;
}

/// The data files beside README.md, and those of them that the command names without a folder.
void lay_out_data(const Workplace& place, const std::vector<std::string>& commands) {
  fs::copy(DEBYE_DATA_DIR, place / "data", fs::copy_options::recursive);
  for (const std::string& command : commands) {
    std::istringstream words(command);
    for (std::string word; words >> word;) {
      const fs::path source = fs::path(DEBYE_DATA_DIR) / word;
      const bool plain_name = word.find('/') == std::string::npos && word.find('.') > 0;
      if (plain_name && fs::is_regular_file(source))
        fs::copy_file(source, place / word, fs::copy_options::skip_existing);
    }
  }
}

}  // namespace

TEST_CASE("every command line of README.md works as printed") {
  const std::string readme = std::string(DEBYE_SOURCE_DIR) + "/README.md";
  const std::vector<std::string> commands = readme_commands(readme);
  CAPTURE(readme);
  REQUIRE_FALSE(commands.empty());
  const Workplace place;
  lay_out_data(place, commands);
  fs::create_symlink(DEBYE_PROGRAM, place / "debye");
  for (const std::string& command : commands) {
    const ProgramResult result = place.run(command);
    CAPTURE(command, result.out, result.err);
    CHECK(result.exit_code == 0);
  }
}
