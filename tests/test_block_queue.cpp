// Models packed into launches, shared by devices, and done again when a device fails.

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "debye/error.hpp"
#include "engines.hpp"
#include "errors.hpp"
#include "opencl/device_group.hpp"
#include "opencl/handle.hpp"
#include "opencl/sampled_engine.hpp"
#include "opencl_fixtures.hpp"
#include "parallel_for.hpp"

using namespace debye;
using namespace debye::test;

namespace {

const QGrid q = QGrid::linear(0, 0.5, 21);

/// Of different sizes, types and diameters, so of different samples too.
std::vector<ScatteringModel> various_models() {
  std::vector<ScatteringModel> models;
  for (std::size_t i = 0; i < 40; ++i) {
    models.push_back(random_ball(2 + 37 * i % 300, 1 + static_cast<int>(i % 3), q,
                                 static_cast<unsigned>(1 + i % 7)));
    if (i % 5 == 0)
      for (Position& position : models.back().position) position[0] *= 3;
  }
  return models;
}

std::vector<PartialProfiles> one_by_one(const std::vector<ScatteringModel>& models) {
  const auto engine = make_sampled_engine(opencl::open_devices({0}), Precision::Single);
  std::vector<PartialProfiles> sums;
  for (const ScatteringModel& model : models) sums.push_back(engine->compute(model, q));
  return sums;
}

/// Each by an engine of its own, which share the devices, on many threads.
std::vector<PartialProfiles> all_at_once(const std::vector<ScatteringModel>& models,
                                         const std::shared_ptr<opencl::DeviceGroup>& devices) {
  std::vector<PartialProfiles> sums(models.size(), {q, 1, {}});
  parallel_for(models.size(), 16, [&](std::size_t i) {
    sums[i] = make_sampled_engine(devices, Precision::Single)->compute(models[i], q);
  });
  return sums;
}

/// Results that differ by more than the order of a sum in double.
std::size_t count_different(const std::vector<PartialProfiles>& a,
                            const std::vector<PartialProfiles>& b) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < a.size(); ++i) n += !(max_relative_error(a[i], b[i]) <= 1e-13);
  return n;
}

/// Throws Error on launches `first` to before `last`.
template <class Error>
std::function<void()> fault(int first, int last) {
  return [=, n = std::make_shared<std::atomic<int>>(0)] {
    const int launch = (*n)++;
    if (launch >= first && launch < last) throw Error("injected");
  };
}

}  // namespace

TEST_CASE("what else is in a launch leaves no trace in a sum", "[opencl]") {
  if (opencl_is_missing()) return;
  const std::vector<ScatteringModel> models = various_models();
  const std::vector<PartialProfiles> expected = one_by_one(models);
  const auto devices = opencl::open_devices({0});
  for (int repeat = 0; repeat < 3; ++repeat) {
    const std::vector<PartialProfiles> found = all_at_once(models, devices);
    for (std::size_t i = 0; i < models.size(); ++i) {
      CAPTURE(i, models[i].size());
      CHECK(same_bits(found[i], expected[i]));
    }
  }
  CHECK(max_relative_error(expected[7], reference_sum(models[7], q)) <= single_error);
}

TEST_CASE("several devices share the parts of a model and a batch", "[opencl]") {
  if (opencl_is_missing()) return;
  OpenClOptions options;
  options.max_chunk_bytes = 20'000;  // cuts even these models
  const std::vector<ScatteringModel> models = various_models();
  // Two contexts on one device stand for two devices.
  const auto devices = opencl::open_devices({0, 0}, options);
  CHECK(count_different(all_at_once(models, devices), one_by_one(models)) == 0);
  CHECK(devices->take_problems().empty());
  const auto engine = make_sampled_engine(devices, Precision::Single);
  engine->compute(models[3], q);
  CHECK(mentions(engine->description(), "and 1 more"));
}

TEST_CASE("a batch too large for the device's memory is done in smaller parts", "[opencl]") {
  if (opencl_is_missing()) return;
  std::vector<ScatteringModel> models;  // of runs enough to be halved three times
  for (std::size_t i = 0; i < 30; ++i) models.push_back(random_ball(250 + i, 1, q, 5));
  const std::vector<PartialProfiles> expected = one_by_one(models);
  for (const int last : {1, 2, 3}) {
    CAPTURE(last);
    OpenClOptions options;
    options.fault = fault<opencl::OutOfMemory>(0, last);
    const auto devices = opencl::open_devices({0}, options);
    CHECK(count_different(all_at_once(models, devices), expected) == 0);
    CHECK(devices->take_problems().empty());
  }
}

TEST_CASE("memory that never suffices is an error of the model alone", "[opencl]") {
  if (opencl_is_missing()) return;
  OpenClOptions options;
  options.fault = fault<opencl::OutOfMemory>(0, 1 << 30);
  const auto engine = make_sampled_engine(opencl::open_devices({0}, options), Precision::Single);
  const auto text = error_of<DeviceError>([&] { engine->compute(random_ball(100, 1, q), q); });
  CHECK(mentions(text, "injected"));
  CHECK(mentions(text, list_devices().front().name));
}

TEST_CASE("the work of a device that fails is done by the others", "[opencl]") {
  if (opencl_is_missing()) return;
  const std::vector<ScatteringModel> models = various_models();
  const std::vector<PartialProfiles> expected = one_by_one(models);
  for (const int first : {0, 1, 5}) {
    CAPTURE(first);
    OpenClOptions options;
    options.fault = fault<DeviceError>(first, first + 1);
    const auto devices = opencl::open_devices({0, 0}, options);
    CHECK(count_different(all_at_once(models, devices), expected) == 0);
    const std::vector<std::string> problems = devices->take_problems();
    REQUIRE(problems.size() == 1);
    CHECK(mentions(problems.front(), "injected"));
    CHECK(devices->take_problems().empty());  // told once
  }
}

TEST_CASE("when the last device has failed, all that wait are told", "[opencl]") {
  if (opencl_is_missing()) return;
  for (const std::vector<int>& indices : {std::vector{0}, std::vector{0, 0}}) {
    OpenClOptions options;
    options.fault = fault<DeviceError>(2, 1 << 30);
    const auto devices = opencl::open_devices(indices, options);
    std::atomic<int> failed{0}, done{0};
    parallel_for(64, 16, [&](std::size_t i) {
      try {
        make_sampled_engine(devices, Precision::Single)->compute(random_ball(60 + i, 1, q), q);
        ++done;
      } catch (const DeviceError&) {
        ++failed;
      }
    });
    CHECK(failed >= 1);
    CHECK(failed + done == 64);
    const auto engine = make_sampled_engine(devices, Precision::Single);
    CHECK_THROWS_AS(engine->compute(random_ball(60, 1, q), q), DeviceError);
  }
}
