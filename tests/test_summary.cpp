// The table of a batch as text, and its lines read back.

#include <limits>
#include <string>

#include "catch.hpp"
#include "directory.hpp"
#include "errors.hpp"
#include "json_reader.hpp"
#include "output/flat_json.hpp"
#include "output/journal.hpp"
#include "output/summary.hpp"

using namespace debye;
using namespace debye::test;

namespace {

SummaryRow example_row() {
  SummaryRow row;
  row.number = 7;
  row.file = "in/\"x\", \\ y\n\x01.pdb";
  row.model = "3";
  row.atoms = 2002;
  row.method = "fourier";
  row.device = "CPU (AVX2, 1 thread)";
  row.forward_intensity = 16349428.738793312;
  row.radius_of_gyration = 0.1 + 0.2;
  row.seconds = 1e-5;
  row.warnings = {"one, two", "\xc3\xa9"};
  row.error = "";
  row.output = "x.dat";
  row.sha256 = "0d3d75b1";
  row.curves = 20;
  row.bytes = 9514;
  row.options = "abc";
  return row;
}

}  // namespace

TEST_CASE("a row of the table reads back from its line of JSON", "[batch]") {
  const SummaryRow row = example_row();
  const std::string line = json_line(row);
  CHECK(line.ends_with("}\n"));
  CHECK(line.find('\n') + 1 == line.size());
  const auto back = parse_json_line(line.substr(0, line.size() - 1));
  REQUIRE(back);
  CHECK(json_line(*back) == line);
  CHECK(back->file == row.file);
  CHECK(back->number == 7);
  CHECK(back->warnings == row.warnings);
  CHECK(back->radius_of_gyration == row.radius_of_gyration);
  CHECK(std::isnan(back->d_max));
  CHECK(back->seconds == 1e-5);
  CHECK(back->bytes == 9514);
  const Json by_another = parse_json(line);
  CHECK(by_another["file"].string == row.file);
  CHECK(by_another["atoms"].number == 2002);
}

TEST_CASE("no part of a line of JSON is taken for a row", "[batch]") {
  const std::string line = json_line(example_row());
  for (std::size_t n = 0; n + 2 < line.size(); ++n) {
    CAPTURE(n);
    CHECK_FALSE(parse_json_line(line.substr(0, n)));
  }
  CHECK_FALSE(parse_json_line("{}"));
  CHECK_FALSE(json::parse_flat_object("{\"a\": \"\\u00e9\"}"));
  CHECK_FALSE(json::parse_flat_object("{\"a\": \"\\n\"}"));
  CHECK_FALSE(json::parse_flat_object("{\"a\": 1} x"));
  CHECK(json::parse_flat_object("{\"a\": [], \"b\": 1}"));
}

TEST_CASE("fields of the table are quoted where RFC 4180 demands it", "[batch]") {
  SummaryRow row = example_row();
  row.file = "a \"b\", c\r\nd";
  row.error = "it's bad";
  const std::string text = csv_table({row});
  CHECK(text ==
        "file,model,atoms,method,device,I(0),Rg,Dmax,seconds,warnings,error,output,sha256\n"
        "\"a \"\"b\"\", c\r\nd\",3,,fourier,\"CPU (AVX2, 1 thread)\",16349428.738793312,"
        "0.30000000000000004,,1e-05,\"one, two; \xc3\xa9\",it's bad,x.dat,0d3d75b1\n");
}

TEST_CASE("method and device of a row are those of the engine", "[batch]") {
  RunInfo info;
  const auto row_of = [&](const std::string& engine) {
    info.engine = engine;
    const SummaryRow row = summary_row(info);
    return row.method + " | " + row.device;
  };
  CHECK(row_of("fourier, tolerance 0.0001, CPU (AVX2, 1 thread)") ==
        "fourier | CPU (AVX2, 1 thread)");
  CHECK(row_of("direct (two-q kernel), single precision, Device X (driver 1, 2)") ==
        "direct | Device X (driver 1, 2)");
  CHECK(row_of("hybrid: low q fourier, tolerance 0.0001, CPU (AVX2, 2 threads); high q direct "
               "(two-q kernel), single precision, Device X (driver 1)") ==
        "hybrid | Device X (driver 1)");
}

TEST_CASE("a journal grows by lines and loses a half one", "[batch]") {
  const Directory directory;
  const std::string path = directory / "journal";
  put(path, "one\ntwo\nthr");
  {
    Journal journal(path, true);
    journal.append("three\n");
  }
  CHECK(contents(path) == "one\ntwo\nthree\n");
  { const Journal journal(path, false); }
  CHECK(contents(path).empty());
  put(path, "half");
  { const Journal journal(path, true); }
  CHECK(contents(path).empty());
  CHECK(mentions(error_of<OutputError>([&] { const Journal journal(directory / "no/x", true); }),
                 "no/x: cannot be written"));
}

TEST_CASE("lines that are no rows are left out when a table is read", "[batch]") {
  const Directory directory;
  const std::string path = directory / "table.jsonl";
  const std::string line = json_line(example_row());
  put(path, "nothing\n" + line + line.substr(0, 50) + "\n" + line + line.substr(0, 100));
  CHECK(read_json_lines(path).size() == 2);
  CHECK(read_json_lines(directory / "gone").empty());
}
