// Who finds the surface: what "auto" takes, and what happens when OpenCL fails. The faults come
// from opencl_shim.c, which is part of this test program.

#include <cstdlib>
#include <string>
#include <vector>

#include "catch.hpp"
#include "debye/solution_model.hpp"
#include "engines.hpp"
#include "errors.hpp"
#include "surface_fixtures.hpp"

using namespace debye;
using namespace debye::test;

namespace {

/// An environment variable for the lifetime of this object.
class Setting {
 public:
  Setting(const std::string& name, const std::string& value) : name_(name) {
    setenv(name_.c_str(), value.c_str(), 1);
  }
  ~Setting() { unsetenv(name_.c_str()); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  std::string name_;
};

struct Fault {
  std::string name, value;
};
const std::vector<Fault> faults = {
    {"DEBYE_SHIM_FAIL_BUILD", "1"}, {"DEBYE_SHIM_FAIL_LAUNCH", "1"},
    {"DEBYE_SHIM_SCALE", "1.01"},   {"DEBYE_SHIM_FAIL_BUFFER", "all"},
    {"DEBYE_SHIM_SCALE", "nan"},
};

/// More terms than a GPU needs to be worth its start.
constexpr double many_terms = 1e12;

EngineOptions on(const std::string& device) { return {device, {}, 1}; }

}  // namespace

TEST_CASE("the CPU finds the surface where no device is asked for") {
  const SurfaceBlocks blocks = protein_blocks(300);
  const std::vector<float> expected = surface_distances(blocks, 1);
  for (const int threads : {0, 1, 3})
    CHECK(Engines({"cpu", {}, threads}).surface_distances(blocks) == expected);
  // A small molecule is no reason to start a GPU, even a broken one.
  const Setting gpu("DEBYE_SHIM_GPU", "1"), broken("DEBYE_SHIM_FAIL_BUILD", "1");
  Engines engines(on("auto"));
  CHECK(engines.surface_distances(blocks) == expected);
  CHECK(engines.warnings().empty());
}

TEST_CASE("a demanded device finds the surface, or fails and is not replaced", "[opencl]") {
  if (opencl_is_missing()) return;
  const std::string name = list_devices().front().name;
  const SurfaceBlocks blocks = protein_blocks(300);
  const std::vector<float> on_device = Engines(on("0")).surface_distances(blocks);
  CHECK(on_device != surface_distances(blocks, 1));  // by the last bits
  for (const Fault& fault : faults) {
    CAPTURE(fault.name, fault.value);
    Engines engines(on("0"));
    {
      const Setting broken(fault.name, fault.value);  // from the start on
      CHECK(mentions(error_of<DeviceError>([&] { engines.surface_distances(blocks); }), name));
    }
    CHECK(engines.surface_distances(blocks) == on_device);
    Engines late(on("0"));
    late.choose(many_terms);
    {
      const Setting broken(fault.name, fault.value);  // after a self-test that went well
      CHECK(mentions(error_of<DeviceError>([&] { late.surface_distances(blocks); }), name));
    }
    CHECK(late.surface_distances(blocks) == on_device);
    CHECK(late.warnings().empty());
  }
  CHECK_THROWS_AS(Engines(on("no such device")).surface_distances(blocks), DeviceError);
}

TEST_CASE("auto gives up a GPU that fails to find the surface", "[opencl]") {
  if (opencl_is_missing()) return;
  const Setting gpu("DEBYE_SHIM_GPU", "1");
  const std::string name = list_devices().front().name;
  const SurfaceBlocks blocks = protein_blocks(300);
  const std::vector<float> expected = surface_distances(blocks, 1);
  for (const Fault& fault : faults) {
    CAPTURE(fault.name, fault.value);
    Engines engines(on("auto"));
    CHECK(mentions(engines.choose(many_terms).description(), name));
    CHECK(engines.surface_distances(blocks) != expected);  // the GPU, because it is there already
    Engines failing(on("auto"));
    failing.choose(many_terms);
    const Setting broken(fault.name, fault.value);
    CHECK(failing.surface_distances(blocks) == expected);
    REQUIRE(failing.warnings().size() == 1);
    CHECK(mentions(failing.warnings().front(), name));
    CHECK(mentions(failing.warnings().front(), "CPU is used"));
    CHECK(mentions(failing.choose(many_terms).description(), "CPU"));
    CHECK(failing.warnings().size() == 1);
  }
}

TEST_CASE("auto starts a GPU for the surface of a very large molecule", "[opencl][slow]") {
  if (opencl_is_missing()) return;
  const Setting gpu("DEBYE_SHIM_GPU", "1");
  const SurfaceBlocks blocks = protein_blocks(110'000);  // 0.3 s of one thread
  const std::vector<float> expected = surface_distances(blocks, 2);
  Engines engines(on("auto"));
  CHECK(engines.surface_distances(blocks) != expected);
  CHECK(engines.warnings().empty());
  const Setting broken("DEBYE_SHIM_FAIL_BUILD", "1");
  Engines failing(on("auto"));
  CHECK(failing.surface_distances(blocks) == expected);
  CHECK(failing.warnings().size() == 1);
}

TEST_CASE("a model in solution takes the distances that it is given") {
  Atoms atoms;
  for (const Position& p : random_protein(50, QGrid({0})).position) {
    atoms.position.push_back(p);
    atoms.atomic_number.push_back(6);
  }
  atoms.occupancy.assign(atoms.size(), 1);
  atoms.bonded_hydrogens.assign(atoms.size(), 0);
  const QGrid q({0, 0.1});
  int calls = 0;
  const SurfaceDistances counted = [&](const SurfaceBlocks& blocks) {
    ++calls;
    return surface_distances(blocks, 1);
  };
  const SolutionModel model = make_solution_model(atoms, q, {}, counted);
  CHECK(calls == 1);
  CHECK(model.n_beads > 0);
  CHECK(model.scattering.position == make_solution_model(atoms, q).scattering.position);
}
