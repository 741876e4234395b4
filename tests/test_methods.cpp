// Protects the choice of method: what is demanded is done, and each keeps the tolerance.

#include <cmath>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "debye/pair_sum.hpp"
#include "random_protein.hpp"
#include "run_program.hpp"
#include "solution_fixtures.hpp"

using namespace debye;
using namespace debye::test;

namespace {

EngineOptions options_for(Method method, double tolerance) {
  EngineOptions options;
  options.device = "cpu";
  options.threads = 2;
  options.method = method;
  options.tolerance = tolerance;
  return options;
}

}  // namespace

TEST_CASE("every method keeps its tolerance for a molecule in solution", "[methods]") {
  const QGrid q = QGrid::linear(0, 0.5, 51);
  const SolutionModel model = make_solution_model(lysozyme(), q);
  const std::vector<double> k = {1, -1, 0.01};
  const Eigen::ArrayXd expected = sum_model(model, q).partials.combine(k).intensity;
  for (const Method method : {Method::Auto, Method::Direct, Method::Histogram, Method::Fourier})
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      CAPTURE(method_name(method), tolerance);
      Engines engines(options_for(method, tolerance));
      const StatedSum sum = engines.compute(model.scattering, q, k);
      CHECK(sum.error_bound(k) <= tolerance);
      CHECK(largest_difference(sum.partials.combine(k).intensity, expected) <= tolerance);
      if (method != Method::Auto) CHECK(mentions(sum.engine, method_name(method)));
    }
}

TEST_CASE("auto takes the method that is forecast to end first", "[methods]") {
  const QGrid q = QGrid::linear(0, 0.5, 200);
  for (const std::size_t n : {10, 5000, 30'000}) {
    CAPTURE(n);
    const ScatteringModel model = random_protein(n, q);
    Engines engines(options_for(Method::Auto, 1e-4));
    const std::string taken = engines.choose(model, q).description();
    const std::vector<Forecast>& all = engines.forecasts();
    REQUIRE(all.size() == (n == 10 ? 2 : 3));  // a few atoms are summed before a grid is planned
    for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i - 1].seconds <= all[i].seconds);
    CHECK(mentions(taken, all[0].what));
    for (const Forecast& one : all) {
      Method method = Method::Auto;
      for (const Method any : all_methods)
        if (one.what == method_name(any)) method = any;
      Engines forced(options_for(method, 1e-4));
      forced.choose(model, q);
      CHECK(forced.forecasts()[0].seconds == one.seconds);
    }
  }
}

TEST_CASE("a precision or a device asked for means the direct sum", "[methods]") {
  const QGrid q = QGrid::linear(0, 0.5, 200);
  const ScatteringModel model = random_protein(5000, q);
  EngineOptions options = options_for(Method::Auto, 1e-4);
  options.precision = Precision::Single;
  CHECK(mentions(Engines(options).choose(model, q).description(), "direct, single"));
}

TEST_CASE("options of methods on the command line", "[methods]") {
  const Workplace place;
  copy_lysozyme(place);
  const auto run = [&](const std::string& options) {
    return place.run("debye lysozyme.pdb --quiet -q 0:0.5:21 " + options);
  };
  const Rows direct = data_rows(run("--method direct").out);
  REQUIRE(direct.size() == 21);
  for (const std::string method : {"histogram", "fourier", "auto"}) {
    const ProgramResult result = run("--method " + method + " --tolerance 1e-6");
    CHECK(largest_relative_difference(data_rows(result.out), direct, 1) <= 1e-6);
    if (method == "auto") continue;
    CHECK(mentions(result.out, "# engine: " + method + ", tolerance "));
    CHECK(mentions(result.out, "# numerical error: at most 1.0e-06 of I(q)"));
  }
  CHECK(mentions(run("-v").err, "  methods: "));
  const ProgramResult checked = run("--check");
  CHECK(checked.exit_code == 0);
  CHECK(mentions(checked.out, " q, the largest of them at q = "));
  CHECK(mentions(run("--check --json").out, "\"measured_error\": {\"largest\": "));
  check_error(run("--method fourier --precision double"), {"--precision double", "fourier"});
  check_error(run("--method fourier --device gpu"), {"--method fourier", "gpu"});
  check_error(run("--method hybrid --device cpu"), {"--method hybrid", "cpu"});
  check_error(run("--tolerance 1"), {"--tolerance"});
  check_error(run("--tolerance 1e-9"), {"--tolerance"});
  check_error(run("--method magic"), {"--method", "magic"});
}
