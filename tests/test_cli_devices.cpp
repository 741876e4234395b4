// Engines by name, precision, threads, `debye devices` and `debye bench`.

#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "debye/pair_sum.hpp"
#include "json_reader.hpp"
#include "run_program.hpp"

using namespace debye::test;

TEST_CASE("a device that is not there is exit code 3 with the devices found") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  const ProgramResult devices = place.run("debye devices");
  const ProgramResult result = place.run("debye fe.xyz --vacuum -q 0 --device no-such-device");
  check_error(result, {"--device", "no-such-device"}, 3);
  for (const std::string& line : lines_of(devices.out)) {
    const std::size_t name_begin = line.find("  "), name_end = line.rfind("  (");
    const bool is_device = !line.empty() && line[0] >= '0' && line[0] <= '9';
    if (is_device)
      CHECK(mentions(result.err, line.substr(name_begin + 2, name_end - name_begin - 2)));
  }
  check_error(place.run("debye fe.xyz --vacuum -q 0 --device 99"), {"99"}, 3);
  check_error(place.run("debye fe.xyz --vacuum -q 0 --device ''"), {"--device"}, 3);
}

TEST_CASE("words of --device are read in any case") {
  const Workplace place;
  place.write("fe.xyz", two_irons);
  for (const std::string word : {"cpu", "auto"}) {
    const ProgramResult expected = place.run("debye fe.xyz --vacuum -q 0,1 --device " + word);
    CHECK(expected.exit_code == 0);
    for (const std::string& same : word == "cpu" ? Names{"CPU", "Cpu"} : Names{"AUTO", "Auto"}) {
      const ProgramResult result = place.run("debye fe.xyz --vacuum -q 0,1 --device " + same);
      CAPTURE(same, result.err);
      CHECK(result.exit_code == 0);
      CHECK(result.err.empty());
      CHECK(data_lines(result.out) == data_lines(expected.out));
    }
  }
  const std::string by_word = "debye fe.xyz -q 0 --device ";
  CHECK(place.run(by_word + "GPU").exit_code == place.run(by_word + "gpu").exit_code);
}

TEST_CASE("more threads than the system gives are no error") {
#ifdef __SANITIZE_ADDRESS__
  WARN("the address sanitizer needs more address space than the limit: not tested");
#else
  const Workplace place;
  copy_lysozyme(place);
  const std::string command = "debye lysozyme.pdb --vacuum -q 0:2:2000 --device cpu --threads ";
  const ProgramResult expected = place.run(command + "1");
  // Room for four threads with stacks of 100 MB, and some more for the work itself.
  const ProgramResult result = place.run(
      "ulimit -s 100000 && ulimit -v 470000 || exit 99\nMALLOC_ARENA_MAX=1 " + command + "300");
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(data_lines(result.out) == data_lines(expected.out));
#endif
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

TEST_CASE("debye bench --kernel takes the kernel that is asked for") {
  const Workplace place;
  const std::string bench = "debye bench --atoms 50 ";
  if (place.run("debye devices").out.starts_with("0  ")) {
    const auto engine_of = [&](const std::string& options) {
      return place.run(bench + "--device 0 --precision single -q 0:0.5:5 " + options).out;
    };
    CHECK(mentions(engine_of("--kernel fast"), "direct (fast form)"));
    CHECK(mentions(engine_of("--kernel two-q"), "direct (two-q kernel)"));
    CHECK(mentions(engine_of(""), "direct (two-q kernel)"));  // with as few q
  }
  const ProgramResult uneven = place.run(bench + "-q 0.1,0.2,0.4 --kernel fast");
  CHECK(uneven.exit_code == 2);
  CHECK(mentions(uneven.err, "0.1,0.2,0.4 is not uniform"));
  CHECK(place.run(bench + "--device cpu --kernel fast").exit_code == 2);
  CHECK(place.run("debye bench --shell --atoms 1 --kernel fast").exit_code == 2);
}

TEST_CASE("debye bench --shell prints a table and JSON with time and difference") {
  const Workplace place;
  const ProgramResult table = place.run("debye bench --shell --atoms 1,200");
  CHECK(table.exit_code == 0);
  CHECK(table.err.empty());
  CHECK(mentions(table.out, "# processor: "));
  CHECK(data_lines(table.out).size() >= 3);

  const ProgramResult result = place.run("debye bench --shell --atoms 200,300 --json");
  CHECK(result.exit_code == 0);
  const Json document = parse_json(result.out);
  const auto& rows = document["rows"].array;
  REQUIRE(rows.size() >= 2);
  CHECK(rows.front()["atoms"].number == 200);
  CHECK(rows.back()["atoms"].number == 300);
  for (const Json& row : rows) {
    CHECK(row["points"].number > 1000);
    CHECK(row["seconds"].number > 0);
    CHECK(row["speed_up"].number > 0);
    CHECK(row["difference"].number <= 1e-4);
  }
  // What it would not use is refused.
  CHECK(place.run("debye bench --shell --atoms 1 -q 0.1").exit_code == 2);
  CHECK(place.run("debye bench --shell --atoms 1 --precision single").exit_code == 2);
}

TEST_CASE("debye bench --methods prints time and error of each method, and of auto") {
  const Workplace place;
  const ProgramResult table = place.run("debye bench --methods --atoms 150 -q 0:0.5:10");
  CHECK(table.exit_code == 0);
  CHECK(mentions(table.out, "FoXS"));
  CHECK(data_lines(table.out).size() == 1 + 3 * 4);  // names of columns; shapes times methods

  const ProgramResult result = place.run(
      "debye bench --methods --atoms 150,300 -q 0:1:10 --device cpu --tolerance 1e-3 --json");
  CHECK(result.exit_code == 0);
  const Json document = parse_json(result.out);
  CHECK(document["tolerance"].number == 1e-3);
  const auto& rows = document["rows"].array;
  REQUIRE(rows.size() == 3 * 2 * 4);
  for (const Json& row : rows) {
    CAPTURE(row["shape"].string, row["atoms"].number, row["engine"].string);
    if (row["method"].string != "auto")
      CHECK(row["engine"].string.starts_with(row["method"].string));
    CHECK(row["forecast"].number > 0);
    CHECK(row["seconds"].number > 0);
    CHECK(row["error_bound"].number <= 1e-3);
    CHECK(row["error"].kind == Json::Kind::Number);
    CHECK(row["error"].number <= row["error_bound"].number);
  }
  CHECK(place.run("debye bench --tolerance 1e-3").exit_code == 2);
  CHECK(place.run("debye bench --methods --shell").exit_code == 2);
}

TEST_CASE("debye bench --ensemble prints a rate and the error that it found") {
  const Workplace place;
  const ProgramResult table = place.run("debye bench --ensemble 20 --atoms 60,90 --device cpu");
  CHECK(table.exit_code == 0);
  CHECK(data_lines(table.out).size() == 1 + 2);
  const ProgramResult result = place.run(
      "debye bench --ensemble 30 --atoms 150 --method fourier --tolerance 1e-3 -q 0:1:10 --json");
  CHECK(result.exit_code == 0);
  const Json row = parse_json(result.out)["rows"].array.at(0);
  CHECK(row["conformers"].number == 30);
  CHECK(row["profiles_per_second"].number > 0);
  CHECK(row["engine"].string.starts_with("fourier"));
  CHECK(row["error_bound"].number == 1e-3);
  CHECK(row["error"].number <= 1e-3);
  CHECK(place.run("debye bench --method direct").exit_code == 2);
  CHECK(place.run("debye bench --ensemble 3 --methods").exit_code == 2);
  CHECK(place.run("debye bench --ensemble 0").exit_code == 2);
}

TEST_CASE("debye bench --tune finds what a device does fastest, and later runs take it") {
  const Workplace place;
  const std::string tune = "debye bench --tune --atoms 60,90 -q 0:0.5:20 --device ";
  CHECK(place.run(tune + "nothing").exit_code == 3);
  CHECK(place.run("debye bench --tune --methods").exit_code == 2);
  if (debye::list_devices().empty()) return;
  const ProgramResult result = place.run(tune + "0");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const Names rows = data_lines(result.out);
  REQUIRE(rows.size() >= 11);
  CHECK(mentions(rows.back(), "taken"));
  place.write("fe.xyz", "2\n\nFe 0 0 0\nFe 3 0 0\n");
  const ProgramResult curve =
      place.run("debye fe.xyz --vacuum -q 0:0.5:20 --method sampled --device 0");
  CHECK(curve.exit_code == 0);
  CHECK(mentions(curve.out,
                 mentions(rows.back(), "double") ? "double precision" : "single precision"));
  const ProgramResult off = place.run(tune + "0 --no-cache");
  CHECK(off.exit_code == 0);
  CHECK(mentions(off.err, "not kept"));
}

TEST_CASE("debye selftest passes, a row for each shape and engine") {
  const Workplace place;
  const ProgramResult result = place.run("debye selftest");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const auto rows = data_lines(result.out);
  CHECK(rows.size() >= 1 + 3 * (2 + 3 + 3));
  for (std::size_t i = 1; i < rows.size(); ++i) CHECK(mentions(rows[i], "  ok  "));
  const std::string n = std::to_string(rows.size() - 1);
  CHECK(mentions(result.out, "# " + n + " of " + n + " tests passed\n"));
}
