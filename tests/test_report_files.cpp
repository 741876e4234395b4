// `debye report` and files: what is read back from them, which are taken, where the page goes.

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "measured_lysozyme.hpp"
#include "report/result.hpp"
#include "report_text.hpp"
#include "run_program.hpp"

using namespace debye::test;
namespace report = debye::report;

TEST_CASE("what a file states is read back, from columns and from JSON alike") {
  const Workplace place;
  copy_lysozyme(place);
  place.write("data.dat", as_text(measure(place)));
  const std::string curve = "debye lysozyme.pdb --quiet --pr --points 11 ",
                    fit = "debye fit lysozyme.pdb data.dat --quiet ";
  REQUIRE(place
              .run(curve + "-o c.dat && " + curve + "--json >c.json && " + curve +
                   "--units 1/nm --qmax 5 -o n.dat && " + fit + "-o f.fit && " + fit +
                   "--json >f.json")
              .exit_code == 0);
  const auto read = [&](const std::string& name) {
    auto result = report::read_result(name, place.read(name));
    REQUIRE(result);
    return *result;
  };
  const report::Result columns = read("c.dat"), json = read("c.json"), nanometres = read("n.dat");
  const Json document = parse_json(place.read("c.json"));
  CHECK(columns.file == "c.dat");
  for (const report::Result* result : {&columns, &json}) {
    CHECK(result->model == "lysozyme.pdb");
    CHECK(result->data.empty());
    CHECK(result->fit.empty());
    CHECK(result->c1 == 1);
    CHECK(result->shell_contrast == 0.01);
    CHECK(std::isnan(result->chi2));
    REQUIRE(result->q.size() == 11);
    for (std::size_t i = 0; i < 11; ++i) {
      CHECK(result->q[i] == document["q"].array[i].number);
      CHECK(result->intensity[i] == document["intensity"].array[i].number);
      CHECK(std::abs(nanometres.q[i] - result->q[i]) < 1e-12);
    }
    CHECK(std::abs(result->radius_of_gyration - document["sizes"]["radius_of_gyration"].number) <
          0.006);
    CHECK(std::abs(result->d_max - document["sizes"]["d_max"].number) < 0.06);
  }
  report::Result with_distances = columns;
  CHECK(report::read_distances(place.read("c.pr"), with_distances));
  CHECK(with_distances.r == json.r);
  CHECK(with_distances.p == json.p);
  CHECK(json.r.size() > 40);
  CHECK_FALSE(report::read_distances(place.read("c.dat"), with_distances));
  CHECK_FALSE(report::read_result("c.pr", place.read("c.pr")));

  const report::Result fitted = read("f.fit"), fitted_json = read("f.json");
  CHECK(fitted.model == "lysozyme.pdb");
  CHECK(fitted.data == "data.dat");
  CHECK(fitted_json.data == "data.dat");
  CHECK(fitted.q == fitted_json.q);
  CHECK(fitted.sigma == fitted_json.sigma);
  CHECK(fitted.fit == fitted_json.fit);
  CHECK(fitted.fit.size() == 200);
  CHECK(fitted.flags == fitted_json.flags);
  CHECK(std::abs(fitted.chi2 / fitted_json.chi2 - 1) < 1e-4);
  CHECK(std::abs(fitted.cormap_p / fitted_json.cormap_p - 1) < 1e-2);
  CHECK(std::abs(fitted.c1 - 1.02) < 0.01);

  SECTION("files that are cut off are errors or less, never more") {
    for (const std::string name : {"c.dat", "f.fit", "c.json", "f.json"}) {
      const std::string whole = place.read(name);
      for (std::size_t size = 0; size + 2 < whole.size(); size += 1 + whole.size() / 500) {
        std::optional<report::Result> part;
        const std::string error =
            error_of([&] { part = report::read_result(name, whole.substr(0, size)); });
        CAPTURE(name, size);
        if (part) CHECK(part->q.size() <= 200);
        if (!error.empty()) CHECK(error.starts_with(name + ": "));
        if (name.ends_with(".json")) CHECK_FALSE(part);
      }
    }
  }
}

TEST_CASE("report takes files and folders, and says what it passes over") {
  const Workplace place;
  place.write("a.xyz", two_irons);
  place.write("b.pdb", two_models);
  REQUIRE(place.run("debye a.xyz b.pdb --vacuum -o out && debye a.xyz --pr --json >out/c.json")
              .exit_code == 0);
  place.write("out/measured.dat", "0.1 5 1\n0.2 4 1\n0.3 3 1\n");
  place.write("out/other.txt", "nothing");
  const ProgramResult folder = place.run("debye report out");
  CHECK(folder.exit_code == 0);
  CHECK(folder.out.empty());
  CHECK(folder.err ==
        "debye: note: out/report.html: 3 curves and fits; passed over 1 files that "
        "debye has not written\n");
  const Json json = parse_json(data_of(place.read("out/report.html")));
  CHECK(json["curves"].array.at(0)["file"].string == "out/a.dat");
  CHECK(json["curves"].array.size() == 3);

  CHECK(place.run("debye report out/a.dat out/b.dat --quiet").exit_code == 0);
  CHECK(parse_json(data_of(place.read("report.html")))["curves"].array.size() == 2);
  CHECK(mentions(place.run("debye report out -v").err, "passed over out/measured.dat\n"));
  CHECK(place.run("debye report out -o x.html --quiet").exit_code == 0);
  const ProgramResult printed = place.run("debye report out -o - --quiet");
  CHECK(printed.out == place.read("x.html"));

  const ProgramResult some = place.run("debye report out/a.dat out/measured.dat missing.dat");
  CHECK(some.exit_code == 1);
  CHECK(mentions(some.err, "out/measured.dat: is no curve or fit that debye has written"));
  CHECK(mentions(some.err, "missing.dat: cannot be opened"));
  check_error(place.run("debye report out/measured.dat"), {"out/measured.dat: is no curve or fit"});
  check_error(place.run("debye report"), {"PATH is required"});
  check_error(place.run("debye report out/a.dat -o out/a.dat"), {"is the input out/a.dat itself"});
  check_error(place.run("debye report out -o no/such/x.html"),
              {"no/such/x.html: cannot be written"});
  place.write("broken.dat", "# debye 1\n# columns: q [1/A], I\n0.1 5\n0.2\n");
  check_error(place.run("debye report broken.dat"), {"broken.dat: rows of different length"});
}
