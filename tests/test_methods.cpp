// Protects the choice of method: what is demanded is done, and each keeps the tolerance.

#include <cmath>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "debye/pair_sum.hpp"
#include "forecast.hpp"
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
  for (const std::size_t n : {10, 1000, 30'000}) {
    CAPTURE(n);
    const ScatteringModel model = random_protein(n, q);
    const std::vector<Forecast> all = forecast(model, q, 1e-4, 2);
    REQUIRE(all.size() == 3);
    CHECK(all[0].seconds <= all[1].seconds);
    CHECK(all[1].seconds <= all[2].seconds);
    Engines engines(options_for(Method::Auto, 1e-4));
    CHECK(mentions(engines.choose(model, q).description(), method_name(all[0].method)));
    CHECK(mentions(engines.forecasts(), method_name(all[0].method)));
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
  CHECK(mentions(run("-v").err, "methods forecast: "));
  check_error(run("--method fourier --precision double"), {"--precision double", "fourier"});
  check_error(run("--method histogram --device gpu"), {"--method histogram", "gpu"});
  check_error(run("--tolerance 1"), {"--tolerance"});
  check_error(run("--tolerance 1e-9"), {"--tolerance"});
  check_error(run("--method magic"), {"--method", "magic"});
}
