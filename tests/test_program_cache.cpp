// Protects the cache of compiled kernels: used when it fits, rebuilt when it does not.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "catch.hpp"
#include "directory.hpp"
#include "engines.hpp"
#include "errors.hpp"
#include "opencl/device.hpp"
#include "opencl/open_device.hpp"
#include "opencl/program.hpp"
#include "opencl/program_cache.hpp"
#include "opencl/tuning.hpp"
#include "run_program.hpp"

using namespace debye;
using namespace debye::test;
using namespace debye::opencl;

namespace {

constexpr const char* one = "kernel void one(global float* x) { x[get_global_id(0)] = 1; }";
constexpr const char* two = "kernel void two(global float* x) { x[get_global_id(0)] = 2; }";

/// The cache in a directory of the test's, and off at its end.
struct CacheForTest {
  Directory place;
  CacheForTest() { use_program_cache(place / "cache/debye"); }
  ~CacheForTest() { use_program_cache(""); }
  std::filesystem::path file(const std::string& key) const {
    return place / ("cache/debye/" + key + ".bin");
  }
};

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void overwrite(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("a compiled program is kept and taken again", "[opencl]") {
  if (opencl_is_missing()) return;
  const CacheForTest cache;
  const Device device = device_of(0);
  const OpenDevice open(device);
  const auto build = [&](const char* source) {
    return build_program(open.context(), device, source, "");
  };
  const std::string key = program_key(device, one, ""), other = program_key(device, two, "");
  CHECK_NOTHROW(make_kernel(build(one), "one"));
  build(two);
  REQUIRE(std::filesystem::exists(cache.file(key)));
  REQUIRE(std::filesystem::exists(cache.file(other)));
  CHECK(cache.place.names() == std::vector<std::string>{"cache"});

  // Another program under this key shows that it is the cache that answers.
  const std::string good = content(cache.file(key));
  store_program(key, *load_program(other));
  CHECK_NOTHROW(make_kernel(build(one), "two"));

  // What is damaged, cut off, of another key or refused by the driver is built anew.
  std::string flipped = good;
  flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 1);
  for (const std::string& bad : {flipped, good.substr(0, good.size() - 7), std::string(),
                                 std::string("\n\n"), content(cache.file(other))}) {
    overwrite(cache.file(key), bad);
    CHECK_NOTHROW(make_kernel(build(one), "one"));
    CHECK(load_program(key));
  }
  store_program(key, "no binary at all");
  CHECK_NOTHROW(make_kernel(build(one), "one"));
}

TEST_CASE("the key of a program tells what it depends on", "[opencl]") {
  Device device;
  device.info.name = "name";
  device.info.driver = "1.0";
  std::vector<std::string> keys = {program_key(device, "a", "b"), program_key(device, "ab", ""),
                                   program_key(device, "a", "c")};
  device.info.driver = "1.1";
  keys.push_back(program_key(device, "a", "b"));
  device.info.name = "other";
  keys.push_back(program_key(device, "a", "b"));
  std::sort(keys.begin(), keys.end());
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
}

TEST_CASE("a cache that cannot be written to, or is turned off, is no error", "[opencl]") {
  if (opencl_is_missing()) return;
  const Workplace place;
  place.write("fe.xyz", "2\n\nFe 0 0 0\nFe 3 0 0\n");
  place.write("file", "in the way of a directory");
  const std::string command = "debye fe.xyz --vacuum -q 0,1 --device 0";
  const ProgramResult plain = place.run("XDG_CACHE_HOME=$PWD/kept " + command);
  CHECK(plain.exit_code == 0);
  CHECK(place.run("ls kept/debye").out.find(".bin") != std::string::npos);
  for (const std::string start : {"XDG_CACHE_HOME=$PWD/file ", "XDG_CACHE_HOME=relative ",
                                  "env -u XDG_CACHE_HOME -u HOME "}) {
    CAPTURE(start);
    const ProgramResult result = place.run(start + command);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK(result.out == plain.out);
  }
  CHECK(place.run("XDG_CACHE_HOME=$PWD/unused " + command + " --no-cache").exit_code == 0);
  CHECK(place.run("ls unused").exit_code != 0);
}

TEST_CASE("what was found to be fastest is kept, and taken if it can be", "[opencl]") {
  if (opencl_is_missing()) return;
  const CacheForTest cache;
  const Device device = device_of(0);
  const Tuning usual = default_tuning(device.info), found{32, 256, !usual.in_double};
  CHECK(tuning_for(device) == usual);
  CHECK(keep_tuning(device, found));
  CHECK(tuning_for(device) == (device.info.has_fp64 ? found : usual));
  Device other = device;
  other.info.driver += " of another day";
  CHECK(tuning_for(other) == usual);
  // What makes no sense counts as nothing.
  for (const std::string text : {"", "64", "0 128 0", "48 128 0", "64 0 0", "many 128 0"}) {
    store_program(program_key(device, "tuning", ""), text);
    CHECK(tuning_for(device) == usual);
  }
  use_program_cache("");
  CHECK_FALSE(keep_tuning(device, found));
  CHECK(tuning_for(device) == usual);
}

TEST_CASE("devices are known to be fast in double precision by their names", "[opencl]") {
  DeviceInfo device;
  device.has_fp64 = true;
  CHECK(default_tuning(device).in_double);  // a CPU
  device.is_gpu = true;
  for (const char* name : {"NVIDIA H200", "NVIDIA A100-SXM4-40GB", "gfx90a:sramecc+:xnack-"}) {
    device.name = name;
    device.has_fp64 = true;
    CHECK(default_tuning(device).in_double);
    device.has_fp64 = false;
    CHECK_FALSE(default_tuning(device).in_double);
  }
  device.has_fp64 = true;
  for (const char* name : {"NVIDIA GeForce RTX 4090", "gfx1100", "Intel(R) Arc(TM) A770"}) {
    device.name = name;
    CHECK_FALSE(default_tuning(device).in_double);
  }
}
