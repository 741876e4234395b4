// The OpenCL engine and what lies under it: choice of device, error texts, cutting into launches,
// the sum two q at a time. The fast form is in test_opencl_fast.cpp.
// Its numbers are also checked by the body that all engines share, test_pair_sum.cpp.

#include <cmath>
#include <cstdlib>
#include <string>

#include "catch.hpp"
#include "engines.hpp"
#include "errors.hpp"
#include "opencl/choose_device.hpp"
#include "opencl/device.hpp"
#include "opencl/device_group.hpp"
#include "opencl/handle.hpp"
#include "opencl/pair_sum_opencl.hpp"
#include "opencl/program.hpp"
#include "opencl/self_test.hpp"
#include "opencl/work_list.hpp"
#include "opencl_fixtures.hpp"

using namespace debye;
using namespace debye::test;

namespace {

DeviceInfo named(int index, const std::string& name, bool is_gpu) {
  DeviceInfo device;
  device.index = index;
  device.name = name;
  device.is_gpu = is_gpu;
  return device;
}

std::vector<int> chosen(const std::vector<DeviceInfo>& devices, const std::string& wanted) {
  std::vector<int> indices;
  for (const DeviceInfo& device : opencl::choose_devices(devices, wanted))
    indices.push_back(device.index);
  return indices;
}

}  // namespace

TEST_CASE("a device is chosen by number, by name or as the first GPU", "[opencl]") {
  const std::vector<DeviceInfo> devices = {named(0, "cpu-haswell", false),
                                           named(1, "NVIDIA H200", true),
                                           named(2, "NVIDIA H200 NVL", true)};
  CHECK(chosen(devices, "2") == std::vector{2});
  CHECK(chosen(devices, "gpu") == std::vector{1});
  CHECK(chosen(devices, "GPU") == std::vector{1});
  CHECK(chosen(devices, "HASWELL") == std::vector{0});
  CHECK(chosen(devices, "nvl") == std::vector{2});
  CHECK(chosen(devices, "nvidia h200") == std::vector{1});  // complete, though part of another
}

TEST_CASE("several devices are chosen, each once", "[opencl]") {
  const std::vector<DeviceInfo> devices = {named(0, "cpu-haswell", false),
                                           named(1, "NVIDIA H200", true),
                                           named(2, "NVIDIA H200 NVL", true)};
  CHECK(chosen(devices, "2,0") == std::vector{2, 0});
  CHECK(chosen(devices, "gpu:all") == std::vector{1, 2});
  CHECK(chosen(devices, "haswell,GPU:ALL") == std::vector{0, 1, 2});
  for (const char* wanted : {"1,1", "gpu,1", "gpu:all,2"})
    CHECK(
        mentions(error_of<DeviceError>([&] { opencl::choose_devices(devices, wanted); }), "twice"));
  for (const char* wanted : {"1,", ",1", "1,7", "gpu:some"})
    CHECK(mentions(error_of<DeviceError>([&] { opencl::choose_devices(devices, wanted); }),
                   "matches no device"));
  CHECK(
      mentions(error_of<DeviceError>([&] { opencl::choose_devices({devices.front()}, "gpu:all"); }),
               "matches no device"));
}

TEST_CASE("a name that fits no device or several lists what there is", "[opencl]") {
  const std::vector<DeviceInfo> devices = {named(0, "NVIDIA H200", true),
                                           named(1, "NVIDIA A100", true)};
  const std::string found = "0 NVIDIA H200, 1 NVIDIA A100";
  for (const char* wanted : {"AMD", "2", "100", "-1", ""}) {
    const auto text = error_of<DeviceError>([&] { opencl::choose_devices(devices, wanted); });
    CHECK(mentions(text, "matches no device"));
    CHECK(mentions(text, found));
  }
  const auto text = error_of<DeviceError>([&] { opencl::choose_devices(devices, "nvidia"); });
  CHECK(mentions(text, "matches several"));
  CHECK(mentions(text, found));
  CHECK(mentions(error_of<DeviceError>([] { opencl::choose_devices({}, "gpu"); }),
                 "no OpenCL devices"));
}

TEST_CASE("errors of OpenCL carry names", "[opencl]") {
  CHECK(opencl::error_name(CL_INVALID_WORK_GROUP_SIZE) == "CL_INVALID_WORK_GROUP_SIZE");
  CHECK(opencl::error_name(-1001) == "CL_PLATFORM_NOT_FOUND_KHR");
  CHECK(mentions(opencl::error_name(-9999), "-9999"));
  CHECK_NOTHROW(opencl::check(CL_SUCCESS, "nothing"));
  CHECK(error_of<DeviceError>([] { opencl::check(CL_INVALID_VALUE, "clTest x"); }) ==
        "clTest x: CL_INVALID_VALUE");
  CHECK_THROWS_AS(opencl::check(CL_OUT_OF_RESOURCES, "clTest"), opencl::OutOfMemory);
}

TEST_CASE("the work list covers the triangle once, in even pieces", "[opencl]") {
  for (const std::size_t n_blocks : {1, 2, 7, 40})
    for (const std::size_t max_blocks : {1, 3, 32, 100}) {
      std::vector<int> seen(n_blocks * n_blocks, 0);
      for (const opencl::WorkItem& item : opencl::make_work_list(n_blocks, max_blocks)) {
        CHECK(item.n_j_blocks >= 1);
        CHECK(static_cast<std::size_t>(item.n_j_blocks) <= max_blocks);
        for (int j = item.first_j_block; j < item.first_j_block + item.n_j_blocks; ++j)
          ++seen[static_cast<std::size_t>(item.k_block) * n_blocks + static_cast<std::size_t>(j)];
      }
      for (std::size_t k = 0; k < n_blocks; ++k)
        for (std::size_t j = 0; j < n_blocks; ++j)
          REQUIRE(seen[k * n_blocks + j] == (j <= k ? 1 : 0));
    }
}

TEST_CASE("a broken kernel shows the compiler's message with file and line", "[opencl]") {
  if (opencl_is_missing()) return;
  const std::vector<opencl::Device> devices = opencl::find_devices();
  const opencl::Device& device = devices.front();
  cl_int status = CL_SUCCESS;
  const opencl::Context context(clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &status));
  REQUIRE(status == CL_SUCCESS);
  const char* source = "#line 1 \"broken.cl\"\n\n__kernel void f() { undeclared = 1; }\n";
  const auto text = error_of<DeviceError>(
      [&] { opencl::build_program(context.get(), device, source, "-DREAL=float"); });
  CHECK(mentions(text, "CL_BUILD_PROGRAM_FAILURE"));
  CHECK(mentions(text, "broken.cl:2"));
  CHECK(mentions(text, "undeclared"));
  CHECK(mentions(text, "-DREAL=float"));
  CHECK(mentions(text, device.info.name));
}

TEST_CASE("double precision is refused by a device without it", "[opencl]") {
  for (const DeviceInfo& device : list_devices())
    if (!device.has_fp64)
      CHECK(mentions(error_of<DeviceError>([&] {
                       make_opencl_engine(opencl::open_devices({device.index}), Precision::Double);
                     }),
                     device.name));
}

TEST_CASE("a device number that does not exist is an error", "[opencl]") {
  CHECK_THROWS_AS(make_opencl_engine(opencl::open_devices({-1}), Precision::Single), DeviceError);
  CHECK_THROWS_AS(make_opencl_engine(opencl::open_devices({1000}), Precision::Single), DeviceError);
}

TEST_CASE("sums agree with the reference around the edges of blocks", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q({0, 0.02, 0.1, 0.3, 0.7});
  OpenClOptions options;
  options.block_size = 64;
  for (const DeviceInfo& device : list_devices()) {
    const auto engine =
        make_opencl_engine(opencl::open_devices({device.index}, options), Precision::Single);
    for (const std::size_t n : {1, 2, 15, 16, 17, 63, 64, 65, 3 * 64 + 7}) {
      INFO(device.name << ", N = " << n);
      CHECK(error_against_reference(*engine, random_ball(n, 1, q), q) <= single_error);
    }
  }
}

TEST_CASE("one to four channels, in both precisions", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q({0.05, 0.2, 0.5});
  for (const DeviceInfo& device : list_devices())
    for (const Precision precision : {Precision::Single, Precision::Double}) {
      if (precision == Precision::Double && !device.has_fp64) continue;
      const auto engine = make_opencl_engine(opencl::open_devices({device.index}), precision);
      for (const int n_channels : {1, 2, 3, 4}) {
        INFO(engine->description() << ", channels " << n_channels);
        const double error = error_against_reference(*engine, random_ball(150, n_channels, q), q);
        CHECK(error <= (precision == Precision::Single ? single_error : double_error));
      }
      CHECK_THROWS_AS(engine->compute(random_ball(10, 5, q), q), InputError);
    }
}

TEST_CASE("any number of q, with and without zero", "[opencl]") {
  if (opencl_is_missing()) return;
  const auto engine = make_opencl_engine(opencl::open_devices({0}), Precision::Single);
  for (const QGrid& q : {QGrid({0}), QGrid({0.1}), QGrid({0, 0.1}), QGrid({0.1, 0.3}),
                         QGrid({0, 1e-300, 1e-12, 0.1}), QGrid::linear(0, 2, 21)}) {
    INFO(q.size() << " q from " << q.front() << " to " << q.back());
    CHECK(error_against_reference(*engine, random_ball(100, 2, q), q) <= single_error);
  }
}

TEST_CASE("coincident atoms scatter in phase", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q({0, 0.1, 1, 2});
  const auto engine = make_opencl_engine(opencl::open_devices({0}), Precision::Single);
  ScatteringModel model = random_ball(80, 1, q);
  for (std::size_t k = 40; k < 80; ++k) model.position[k] = model.position[k - 40];
  CHECK(error_against_reference(*engine, model, q) <= single_error);
  model.position.assign(80, Position{1, 2, 3});
  CHECK(error_against_reference(*engine, model, q) <= single_error);
}

TEST_CASE("a model far from the origin loses no digits", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q({0.1, 0.4});
  const auto engine = make_opencl_engine(opencl::open_devices({0}), Precision::Single);
  ScatteringModel model = random_ball(100, 1, q);
  for (Position& position : model.position)
    for (double& coordinate : position) coordinate += 1e5;
  CHECK(error_against_reference(*engine, model, q) <= single_error);
}

TEST_CASE("the way the work is cut leaves no trace in the result", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q = QGrid::linear(0, 0.5, 12);
  const ScatteringModel model = random_ball(300, 2, q);
  OpenClOptions options;
  options.kernel = DirectKernel::TwoQ;
  options.max_blocks = 2;
  const auto whole =
      make_opencl_engine(opencl::open_devices({0}, options), Precision::Single)->compute(model, q);
  SECTION("launches of seven groups") { options.max_launch_groups = 7; }
  SECTION("launches of one group") { options.max_launch_groups = 1; }
  SECTION("launches as short as possible") { options.launch_seconds = 0; }
  SECTION("two q at a time on the device") { options.max_chunk_bytes = 1; }
  SECTION("some q at a time on the device") { options.max_chunk_bytes = 2000; }
  const auto engine = make_opencl_engine(opencl::open_devices({0}, options), Precision::Single);
  CHECK(same_bits(engine->compute(model, q), whole));
  CHECK(same_bits(engine->compute(model, q), whole));  // and from run to run
  CHECK(engine->kernel_seconds() > 0);
}

TEST_CASE("every size of block gives the sum", "[opencl]") {
  if (opencl_is_missing()) return;
  const QGrid q({0.05, 0.2, 0.5});
  const ScatteringModel model = random_ball(500, 1, q);
  for (const std::size_t block_size : {32, 64, 128, 256})
    for (const std::size_t max_blocks : {1, 5}) {
      OpenClOptions options;
      options.block_size = block_size;
      options.max_blocks = max_blocks;
      INFO("block " << block_size << ", at most " << max_blocks);
      const auto engine = make_opencl_engine(opencl::open_devices({0}, options), Precision::Single);
      CHECK(error_against_reference(*engine, model, q) <= single_error);
    }
}

TEST_CASE("the self-test passes a good device and refuses a bad one", "[opencl]") {
  if (opencl_is_missing()) return;
  class WrongEngine final : public PairSumEngine {
   public:
    explicit WrongEngine(double factor)
        : good_(make_opencl_engine(opencl::open_devices({0}), Precision::Single)),
          factor_(factor) {}
    double error_bound() const override { return good_->error_bound(); }
    double channel_error() const override { return good_->channel_error(); }
    Precision precision() const override { return good_->precision(); }
    std::string description() const override { return "wrong"; }
    SumPlan plan(const ScatteringModel& model, const QGrid& q) override {
      return {0, [this, &model, &q] {
                PartialProfiles result = good_->compute(model, q);
                result.values.col(2) *= factor_;
                return result;
              }};
    }

   private:
    std::unique_ptr<PairSumEngine> good_;
    double factor_;
  };
  WrongEngine good(1), bad(1.001), not_a_number(std::nan(""));
  CHECK_NOTHROW(opencl::self_test(good, "good device"));
  CHECK(mentions(error_of<DeviceError>([&] { opencl::self_test(bad, "bad device"); }),
                 "device bad device gives wrong numbers"));
  CHECK_THROWS_AS(opencl::self_test(not_a_number, "bad device"), DeviceError);
}
