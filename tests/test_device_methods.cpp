// Methods other than the direct sum with an OpenCL device: histogram, hybrid, and what auto takes.

#include <string>

#include "accuracy.hpp"
#include "catch.hpp"
#include "debye/pair_sum.hpp"
#include "engines.hpp"
#include "errors.hpp"
#include "models.hpp"
#include "reference.hpp"

using namespace debye;
using namespace debye::test;

TEST_CASE("hybrid divides the grid between the CPU and a device", "[opencl]") {
  if (opencl_is_missing()) return;
  EngineOptions options;
  options.device = "0";
  options.method = Method::Hybrid;
  for (const std::size_t n_q : {1u, 2u, 40u}) {
    CAPTURE(n_q);
    const QGrid q = n_q == 1 ? QGrid({0.3}) : QGrid::linear(0.0, 1.0, n_q);
    const ScatteringModel model = random_model(600, 3, 2, q);
    Engines engines(options);
    double last = 0;
    engines.on_progress([&last](double fraction) {
      CHECK(fraction >= last);
      last = fraction;
    });
    const StatedSum sum = engines.compute(model, q);
    if (n_q == 40) CHECK(last == Approx(1));  // at q = 0 there is nothing to report
    CHECK(mentions(sum.engine, "hybrid: low q fourier"));
    CHECK(mentions(sum.engine, "high q direct"));
    CHECK(max_relative_error(sum.partials, reference_sum(model, q)) <= 1e-4);
    CHECK(engines.warnings().empty());
  }
}

TEST_CASE("a device that is named sums by the fastest of its methods", "[opencl]") {
  if (opencl_is_missing()) return;
  EngineOptions options;
  options.device = "0";
  const QGrid q = QGrid::linear(0.0, 0.5, 50);
  const ScatteringModel model = random_model(600, 3, 1, q);
  Engines engines(options);
  const StatedSum sum = engines.compute(model, q);
  REQUIRE(engines.forecasts().size() >= 2);  // direct is left out where it is the slower one
  CHECK(engines.forecasts()[0].seconds <= engines.forecasts()[1].seconds);
  CHECK(mentions(engines.forecasts()[0].what, " on the device"));
  CHECK(mentions(sum.engine, list_devices()[0].name));
  options.method = Method::Histogram;
  const StatedSum counted = Engines(options).compute(model, q);
  CHECK(mentions(counted.engine, "histogram"));
  CHECK(mentions(counted.engine, list_devices()[0].name));
  CHECK(max_relative_error(counted.partials, reference_sum(model, q)) <= 1e-4);
}
