// `debye fit` with many models and many data sets: where fits go, what they are called, the
// ranking, CRYSOL's columns, NMR files, and that neither order nor threads matter.

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "measured_lysozyme.hpp"
#include "output/json.hpp"
#include "run_program.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

namespace {

/// Three models and two data sets, a.dat measured from lysozyme.pdb and b.dat from long.pdb.
void put_many(const Workplace& place) {
  copy_lysozyme(place);
  place.write("long.pdb", changed_lysozyme(place, 1.25));
  place.write("short.pdb", changed_lysozyme(place, 0.8, 100));
  place.write("a.dat", as_text(measure(place)));
  Making of_long;
  of_long.model = "long.pdb";
  of_long.seed = 7;
  place.write("b.dat", as_text(measure(place, of_long)));
}

const std::string many = "lysozyme.pdb long.pdb short.pdb a.dat b.dat";
const Names all_fits = {"long_a.fit",     "long_b.fit",  "lysozyme_a.fit",
                        "lysozyme_b.fit", "short_a.fit", "short_b.fit"};

/// Two models: lysozyme as it is and stretched.
void put_nmr(const Workplace& place) {
  copy_lysozyme(place);
  place.write("nmr.pdb", "MODEL        1\n" + changed_lysozyme(place, 1) +
                             "ENDMDL\nMODEL        2\n" + changed_lysozyme(place, 1.25) +
                             "ENDMDL\n");
}

}  // namespace

TEST_CASE("fit: option -o FILE takes the fit and leaves its row to standard output") {
  const Workplace place;
  put_pair(place);
  const std::string command = "debye fit lysozyme.pdb data.dat --quiet";
  const std::string expected = place.run(command).out;
  for (const std::string where : {"result.fit", "new/"}) {
    const ProgramResult result = place.run(command + " -o " + where);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    const Names lines = lines_of(result.out);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].starts_with("# model "));
    CHECK(lines[1].starts_with("lysozyme.pdb  data.dat  200  0.01 "));
    const std::string text = place.read(where == "new/" ? "new/lysozyme_data.fit" : where);
    CHECK(is_pure_data(text, 4));
    CHECK(data_lines(text) == data_lines(expected));
  }
  CHECK(place.names("new") == Names{"lysozyme_data.fit"});
  const ProgramResult json = place.run(command + " --json -o result.json");
  const Json rows = parse_json(json.out), fit = parse_json(place.read("result.json"));
  REQUIRE(rows.array.size() == 1);
  CHECK(rows.array[0]["chi2_reduced"].number == fit["chi2_reduced"].number);
  CHECK(value_of(rows.array[0], "c1") == value_of(fit, "c1"));
  CHECK(fit["fit"].array.size() == 200);
}

TEST_CASE("fit: every model to every data set, the best first") {
  const Workplace place;
  put_many(place);
  const ProgramResult result = place.run("debye fit " + many + " --quiet -o fits");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(place.names("fits") == all_fits);
  for (const std::string& name : all_fits) CHECK(is_pure_data(place.read("fits/" + name), 4));
  CHECK(mentions(place.read("fits/long_a.fit"),
                 "# command: debye fit --quiet -o fits long.pdb a.dat\n"));
  const Names rows = data_lines(result.out);
  REQUIRE(rows.size() == 6);
  const Json ranking = fit_of(place, many + " -o json");
  REQUIRE(ranking.array.size() == 6);
  CHECK(place.names("json").size() == 6);
  double last = 0;
  for (std::size_t n = 0; n < 6; ++n) {
    const Json& fit = ranking.array[n];
    CHECK(fit["chi2_reduced"].number >= last);
    last = fit["chi2_reduced"].number;
    CHECK(mentions(rows[n], fit["model"].string));
    CHECK(mentions(rows[n], ' ' + fit["data"].string));
    const std::string stem = "json/" + fs::path(fit["model"].string).stem().string() + '_' +
                             fs::path(fit["data"].string).stem().string();
    CHECK(parse_json(place.read(stem + ".json"))["chi2_reduced"].number == last);
  }
  for (const std::size_t n : {0, 1}) {
    const Json& fit = ranking.array[n];
    CHECK(fit["model"].string == (fit["data"].string == "a.dat" ? "lysozyme.pdb" : "long.pdb"));
    CHECK(std::abs(fit["chi2_reduced"].number - 1) <= 0.4);
  }
  CHECK(ranking.array[2]["chi2_reduced"].number > 1.5);
  // Without a place the ranking alone.
  CHECK(place.run("debye fit " + many + " --quiet").out == result.out);
}

TEST_CASE("fit: the order of the inputs changes nothing") {
  const Workplace place;
  put_many(place);
  const std::string expected = place.run("debye fit " + many + " --quiet -o fits").out;
  const ProgramResult other =
      place.run("debye fit b.dat short.pdb a.dat lysozyme.pdb long.pdb --quiet -o other");
  CHECK(other.out == expected);
  CHECK(place.names("other") == all_fits);
  for (const std::string& name : all_fits)
    CHECK(data_lines(place.read("other/" + name)) == data_lines(place.read("fits/" + name)));
  CHECK(data_lines(place.run("debye fit a.dat long.pdb").out) ==
        data_lines(place.run("debye fit long.pdb a.dat").out));
}

TEST_CASE("fit: threads change no number, and models in parallel are fitted as one by one") {
  const Workplace place;
  put_many(place);
  const std::string options = " --quiet --device cpu ";
  const std::string expected = place.run("debye fit " + many + options + "--threads 1 -o one").out;
  for (const std::string threads : {"2", "3", "8"}) {  // shared out, shared out, one after another
    const ProgramResult result =
        place.run("debye fit " + many + options + "--threads " + threads + " -o " + threads);
    CAPTURE(threads, result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.out == expected);
    for (const std::string& name : all_fits)
      CHECK(data_lines(place.read(threads + "/" + name)) == data_lines(place.read("one/" + name)));
  }
  const std::string to_a = "debye fit a.dat lysozyme.pdb long.pdb short.pdb";
  CHECK(place.run(to_a + options + "--threads 3 -o to_a").exit_code == 0);
  for (const std::string model : {"lysozyme", "long", "short"})
    CHECK(data_lines(place.run("debye fit a.dat " + model + ".pdb --quiet --device cpu").out) ==
          data_lines(place.read("to_a/" + model + "_a.fit")));
}

TEST_CASE("fit: several data sets change the fit to each by no more than is stated") {
  const Workplace place;
  put_many(place);
  const Json together = fit_of(place, "lysozyme.pdb a.dat b.dat -o fits");
  REQUIRE(together.array.size() == 2);
  for (const Json& fit : together.array)
    CHECK(difference_in_errors(fit, fit_of(place, "lysozyme.pdb " + fit["data"].string)) <= 1e-2);
}

TEST_CASE("fit: option --int writes CRYSOL's five columns") {
  const Workplace place;
  put_pair(place);
  const ProgramResult result =
      place.run("debye fit lysozyme.pdb data.dat --quiet --int --c1 1.02 --dro 0.03 -o x.fit");
  CHECK(result.exit_code == 0);
  CHECK(place.names() == Names{"data.dat", "lysozyme.pdb", "x.fit", "x.int"});
  const std::string text = place.read("x.int");
  const Names lines = lines_of(text);
  REQUIRE(lines.size() > 20);
  for (const std::string part : {"Dro:  0.030", "Ra: 1.601", "Vtot: 18449"})
    CHECK(mentions(lines[0], part));
  const Rows rows = data_rows(text.substr(text.find('\n') + 1));
  std::string grid;
  for (const auto& row : rows) {
    REQUIRE(row.size() == 5);
    grid += debye::json::number(row[0]) + '\n';
  }
  CHECK(rows.front()[0] == 0);
  CHECK(rows.back()[0] <= 0.4);
  CHECK(rows.back()[0] > 0.38);
  // At q = 0 the amplitudes are numbers of electrons, so squares are all there is to know.
  const auto& first = rows.front();
  const double net = std::sqrt(first[2]) - std::sqrt(first[3]) + std::sqrt(first[4]);
  CHECK(std::abs(net * net / first[1] - 1) <= 1e-6);
  place.write("q.dat", grid);
  const Rows terms = data_rows(
      place.run("debye lysozyme.pdb --quiet --partials --c1 1.02 --dro 0.03 -q q.dat").out);
  REQUIRE(terms.size() == rows.size());
  for (std::size_t n = 0; n < rows.size(); ++n)
    for (const std::size_t k : {1, 2, 3, 4}) {
      CAPTURE(n, k);
      CHECK(std::abs(rows[n][k] / terms[n][k] - 1) <= 2e-4);
    }
  CHECK(place.run("debye fit lysozyme.pdb data.dat data.dat --quiet --int -o both").exit_code == 0);
  CHECK(place.names("both") == Names{"lysozyme_data.fit", "lysozyme_data.int",
                                     "lysozyme_data_2.fit", "lysozyme_data_2.int"});
}

TEST_CASE("fit: an NMR file by its first model, by all models, and by their mean") {
  const Workplace place;
  put_nmr(place);
  Making of_mean;
  of_mean.model = "nmr.pdb";
  of_mean.options = "--average";
  place.write("mean.dat", as_text(measure(place, of_mean)));
  place.write("data.dat", as_text(measure(place)));

  const Json first = fit_of(place, "nmr.pdb data.dat");
  CHECK(first["chi2_reduced"].number < 1.4);
  CHECK(value_of(first, "c1") == value_of(fit_of(place, "lysozyme.pdb data.dat"), "c1"));
  const Json second = fit_of(place, "nmr.pdb data.dat --model 2");
  CHECK(second["model"].string == "nmr.pdb:2");
  CHECK(second["chi2_reduced"].number > 1.4);

  const Json all = fit_of(place, "nmr.pdb data.dat --model all -o fits/");
  CHECK(place.names("fits") == Names{"nmr_data_model1.json", "nmr_data_model2.json"});
  REQUIRE(all.array.size() == 2);
  CHECK(all.array[0]["model"].string == "nmr.pdb:1");
  CHECK(all.array[0]["chi2_reduced"].number == first["chi2_reduced"].number);
  CHECK(all.array[1]["model"].string == "nmr.pdb:2");
  CHECK(all.array[1]["chi2_reduced"].number == second["chi2_reduced"].number);
  check_error(place.run("debye fit nmr.pdb data.dat --quiet --model all"),
              {"nmr.pdb: 2 models", "-o DIRECTORY/", "--average"});

  const Json mean = fit_of(place, "nmr.pdb mean.dat --average");
  CHECK(mean["model"].string == "nmr.pdb");
  CHECK(std::abs(mean["chi2_reduced"].number - 1) <= 0.4);
  for (const std::string name : {"c1", "shell_contrast"})
    CHECK(std::abs(value_of(mean, name) - (name == "c1" ? 1.02 : 0.03)) <=
          4 * mean["parameters"][name]["error"].number);
  CHECK(fit_of(place, "nmr.pdb mean.dat")["chi2_reduced"].number >
        mean["chi2_reduced"].number + 0.3);
  CHECK(mentions(place.run("debye fit nmr.pdb mean.dat --average").out, "), mean of 2 models\n"));
}

TEST_CASE("fit: names that meet are given in the order of the inputs, with any threads") {
  const Workplace place;
  put_pair(place);
  copy_lysozyme(place, "a.pdb");
  place.write("a_b.pdb", changed_lysozyme(place, 1, 900));  // small, and done first
  fs::rename(place / "data.dat", place / "b_c.dat");
  fs::copy_file(place / "b_c.dat", place / "c.dat");
  for (const std::string threads : {"1", "2"}) {
    CAPTURE(threads);
    CHECK(place
              .run("debye fit a.pdb a_b.pdb b_c.dat c.dat --quiet --device cpu --threads " +
                   threads + " -o fits" + threads)
              .exit_code == 0);
    const std::string fits = "fits" + threads;
    CHECK(place.names(fits) == Names{"a_b_b_c.fit", "a_b_c.fit", "a_b_c_2.fit", "a_c.fit"});
    CHECK(mentions(place.read(fits + "/a_b_c.fit"), "# model: a.pdb "));
    CHECK(mentions(place.read(fits + "/a_b_c_2.fit"), "# model: a_b.pdb "));
  }
}

TEST_CASE("fit: standard input may be the structure or the curve") {
  const Workplace place;
  put_pair(place);
  const auto expected = data_lines(place.run("debye fit lysozyme.pdb data.dat --quiet").out);
  REQUIRE(expected.size() == 200);
  for (const std::string command : {"debye fit --quiet - data.dat < lysozyme.pdb",
                                    "debye fit --quiet lysozyme.pdb - < data.dat",
                                    "gzip -c lysozyme.pdb | debye fit --quiet data.dat -"}) {
    const ProgramResult result = place.run(command);
    CAPTURE(command, result.err);
    CHECK(result.exit_code == 0);
    CHECK(data_lines(result.out) == expected);
  }
}
