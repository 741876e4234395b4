// What engines and results do with models that make no sense: the right type of error, naming the
// culprit, from every engine.

#include <limits>

#include "engines.hpp"
#include "errors.hpp"
#include "models.hpp"

using namespace debye;
using namespace debye::test;

namespace {

void every_engine_refuses(const ScatteringModel& model, const QGrid& q, const std::string& part) {
  for (const EngineCase& engine_case : all_engines()) {
    INFO(engine_case.name << " should say: " << part);
    const auto engine = engine_case.make();
    CHECK(mentions(error_of([&] { engine->compute(model, q); }), part));
  }
}

}  // namespace

TEST_CASE("every engine refuses a model that makes no sense and names what is wrong") {
  const QGrid q({0.1, 0.2, 0.4});
  ScatteringModel model = random_model(10, 2, 2, q);
  std::string part;
  SECTION("no atoms") {
    model.position.clear();
    model.type.clear();
    part = "no scatterers";
  }
  SECTION("a coordinate that is not a number") {
    model.position[3][1] = std::numeric_limits<double>::quiet_NaN();
    part = "scatterer 4";
  }
  SECTION("an infinite coordinate") {
    model.position[9][2] = std::numeric_limits<double>::infinity();
    part = "scatterer 10";
  }
  SECTION("fewer types than atoms") {
    model.type.pop_back();
    part = "10 positions but 9 types";
  }
  SECTION("a type without a row") {
    model.type[0] = 2;
    part = "of type 2";
  }
  SECTION("atoms so far apart that phases lose their meaning") {
    model.position[2][0] = 1e8;
    part = "q times the size of the model";
  }
  SECTION("no channels") {
    model.channels.clear();
    part = "no channels";
  }
  SECTION("a channel of another grid") {
    model.channels[1].form.conservativeResize(2, 2);
    part = "channel 1";
  }
  SECTION("an amplitude that is not a number") {
    model.channels[1].form(0, 0) = std::numeric_limits<double>::quiet_NaN();
    part = "channel 1";
  }
  every_engine_refuses(model, q, part);
}

TEST_CASE("combine wants one coefficient a channel") {
  const QGrid q({0.1});
  const ScatteringModel model = random_model(5, 1, 2, q);
  const PartialProfiles partials = make_cpu_engine(Precision::Double, 1)->compute(model, q);
  CHECK_THROWS_AS(partials.combine({1.0}), InputError);
  CHECK_THROWS_AS(partials.combine({1.0, 2.0, 3.0}), InputError);
  CHECK(partials.combine({1.0, -1.0}).intensity.size() == 1);
}

#ifdef DEBYE_WITH_OPENCL
TEST_CASE("a device that is not there is never replaced by another") {
  EngineOptions options;
  options.device = "no such device";
  Engines engines(options);
  CHECK_THROWS_AS(engines.choose(1.0), DeviceError);
}
#endif
