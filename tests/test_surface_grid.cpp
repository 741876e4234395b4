// Distances from the surface on the CPU and on OpenCL devices, against each other and against a
// plain sum over all atoms in double precision.

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "engines.hpp"
#include "errors.hpp"
#include "opencl/open_device.hpp"
#include "opencl/surface_check.hpp"
#include "opencl/surface_grid.hpp"
#include "surface_fixtures.hpp"

using namespace debye;
using namespace debye::test;

namespace {

constexpr double tolerance = 1e-4;

struct GridCase {
  std::string name;
  double farthest;
  SurfaceBlocks blocks;
};

std::vector<GridCase> grid_cases() {
  const std::vector<Position> one = {{1, 2, 3}};
  return {
      {"protein", 4.5, protein_blocks(700)},
      {"protein, fine grid", 4.5, protein_blocks(150, 0.5)},
      {"protein, coarse grid", 4.5, protein_blocks(700, 6)},
      {"protein, one point a block", 4.5, protein_blocks(700, 20)},
      {"protein, wide layer", 31.5, protein_blocks(700, 12, 31.5)},
      {"few atoms, very fine grid", 4.5, protein_blocks(3, 0.16)},
      {"few atoms, wide layer", 21.5, protein_blocks(20, 1, 21.5)},
      {"one atom", 4.5, make_surface_blocks(one, std::vector{3.1}, 2, 4.5)},
      {"one atom, fine grid", 4.5, make_surface_blocks(one, std::vector{3.1}, 0.3, 4.5)},
      {"two proteins", 4.5, distant_blocks(200, 2, 4.5)},
      {"coincident atoms", 4.5,
       make_surface_blocks(std::vector(500, Position{0.1, 0.2, 0.3}), std::vector(500, 3.1), 2,
                           4.5)},
  };
}

/// Up to 300 points at random, two thirds of them where distances must be right.
void check_against_reference(const GridCase& grid, const std::vector<float>& distance) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 300; ++i) {
    std::size_t point = random() % distance.size();
    for (int attempt = 0; i % 3 && attempt < 100 && !(distance[point] < grid.farthest); ++attempt)
      point = random() % distance.size();
    const DistanceBounds expected = reference_distance(grid.blocks, point);
    if (expected.smallest >= grid.farthest) {
      REQUIRE(distance[point] >= grid.farthest - tolerance);
    } else {
      REQUIRE(distance[point] >= expected.smallest - tolerance);
      REQUIRE(distance[point] <= expected.largest + tolerance);
    }
  }
}

/// Largest difference where distances must be right; infinite if others come near.
double largest_difference(const GridCase& grid, const std::vector<float>& found,
                          const std::vector<float>& expected) {
  REQUIRE(found.size() == expected.size());
  double largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (expected[i] < grid.farthest)
      largest = std::max(largest, std::abs(static_cast<double>(found[i]) - expected[i]));
    else if (!(found[i] >= grid.farthest - tolerance))
      return HUGE_VAL;
    if (std::isnan(found[i])) return HUGE_VAL;
  }
  return largest;
}

}  // namespace

TEST_CASE("distances from the surface are those of a plain sum", "[opencl]") {
  const bool missing = opencl_is_missing();
  for (const GridCase& grid : grid_cases()) {
    INFO(grid.name << ", " << grid.blocks.edge << " points along a block");
    const std::vector<float> on_cpu = surface_distances(grid.blocks, 2);
    check_against_reference(grid, on_cpu);
    if (missing) continue;
    for (const DeviceInfo& device : list_devices()) {
      INFO(device.name);
      const auto engine = make_surface_grid(opencl::open_device(device.index));
      const std::vector<float> gathered = engine->distances(grid.blocks);
      CHECK(engine->kernel_seconds() > 0);
      check_against_reference(grid, gathered);
      CHECK(largest_difference(grid, gathered, on_cpu) <= tolerance);
      const auto all = engine->distances(grid.blocks, SurfaceKernel::AllAtoms);
      check_against_reference(grid, all);
      CHECK(largest_difference(grid, all, on_cpu) <= tolerance);
    }
  }
}

TEST_CASE("the way a grid is cut leaves no trace in the distances", "[opencl]") {
  if (opencl_is_missing()) return;
  const SurfaceBlocks blocks = protein_blocks(500, 1.1);
  const std::vector<float> whole = make_surface_grid(opencl::open_device(0))->distances(blocks);
  SurfaceGridOptions options;
  SECTION("launches of seven groups") { options.max_launch_groups = 7; }
  SECTION("launches as short as possible") { options.launch_seconds = 0; }
  SECTION("one block at a time on the device") { options.max_chunk_bytes = 1; }
  SECTION("some blocks at a time on the device") { options.max_chunk_bytes = 30'000; }
  const auto grid = make_surface_grid(opencl::open_device(0), options);
  for (const SurfaceKernel kernel : {SurfaceKernel::Gather, SurfaceKernel::AllAtoms}) {
    const std::vector<float> first = grid->distances(blocks, kernel);
    CHECK(grid->distances(blocks, kernel) == first);  // and from run to run
    if (kernel == SurfaceKernel::Gather) CHECK(first == whole);
  }
}

TEST_CASE("any work-group and column gives the distances", "[opencl]") {
  if (opencl_is_missing()) return;
  const GridCase grid{"protein", 4.5, protein_blocks(100, 1.1)};
  const std::vector<float> on_cpu = surface_distances(grid.blocks, 1);
  for (const std::size_t work_group : {1, 32, 48, 256, 1 << 20})
    for (const int column : {1, 4, 11}) {
      SurfaceGridOptions options;
      options.work_group = work_group;
      options.column = column;
      INFO("work-group " << work_group << ", column " << column);
      const auto found = make_surface_grid(opencl::open_device(0), options)->distances(grid.blocks);
      CHECK(largest_difference(grid, found, on_cpu) <= tolerance);
    }
}

TEST_CASE("distances that are wrong are noticed", "[opencl]") {
  const SurfaceBlocks blocks = protein_blocks(300);
  const std::vector<float> right = surface_distances(blocks, 1);
  CHECK_NOTHROW(opencl::check_surface(blocks, right, "good device"));
  for (const float factor : {1.01f, 0.0f, -1.0f, std::nanf("")}) {
    std::vector<float> wrong = right;
    for (float& distance : wrong) distance *= factor;
    CHECK(
        mentions(error_of<DeviceError>([&] { opencl::check_surface(blocks, wrong, "bad device"); }),
                 "device bad device gives wrong distances"));
  }
  CHECK_THROWS_AS(
      opencl::check_surface(blocks, std::vector<float>(right.size(), INFINITY), "bad device"),
      DeviceError);
}

TEST_CASE("distances on a device that does not exist are an error", "[opencl]") {
  CHECK_THROWS_AS(make_surface_grid(opencl::open_device(-1)), DeviceError);
  CHECK_THROWS_AS(make_surface_grid(opencl::open_device(1000)), DeviceError);
}
