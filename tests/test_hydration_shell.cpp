// The layer of water: its profile, where it lies around bodies whose surface is known, and that it
// does not depend on how the molecule lies in the grid.

#include "solvent/hydration_shell.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "catch.hpp"
#include "errors.hpp"
#include "random_protein.hpp"
#include "shared_data.hpp"
#include "solution_fixtures.hpp"
#include "solvent/open_space.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr double probe = 1.4;        // [Å], radius of water as in the model
const double carbon = 1.70 + probe;  // [Å], solvent-accessible radius

double norm(const Position& p) { return std::hypot(p[0], p[1], p[2]); }

/// Layer around carbon atoms.
HydrationShell shell_around(const std::vector<Position>& position, const ShellOptions& options = {},
                            double spacing = 1.0) {
  const SurfaceBlocks blocks =
      make_surface_blocks(position, std::vector<double>(position.size(), carbon), spacing,
                          options.width - water_diameter + shell_softness);
  return hydration_shell(blocks, surface_distances(blocks, 2), options);
}

/// ∫ layer_profile 4π r² dr over spheres about one atom [Å³].
double shell_of_one_atom(double radius, double width) {
  const int n = 20000;
  const double low = radius - shell_softness, high = radius + width - water_diameter + 1.5;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double r = low + (high - low) * (i + 0.5) / n;
    sum += layer_profile(r - radius, width) * 4 * M_PI * r * r * (high - low) / n;
  }
  return sum;
}

/// Volume of the part of the layer within a distance of the origin [Å³].
double volume_within(const HydrationShell& shell, double radius) {
  double sum = 0;
  for (std::size_t i = 0; i < shell.position.size(); ++i)
    if (norm(shell.position[i]) < radius) sum += shell.weight[i];
  return sum * shell.spacing * shell.spacing * shell.spacing;
}

/// Beads of a model, behind its atoms.
std::vector<Position> beads_of(const SolutionModel& model) {
  return {model.scattering.position.begin() + static_cast<std::ptrdiff_t>(model.n_atoms),
          model.scattering.position.end()};
}

std::vector<std::uint16_t> bead_types(const SolutionModel& model) {
  return {model.scattering.type.begin() + static_cast<std::ptrdiff_t>(model.n_atoms),
          model.scattering.type.end()};
}

double largest_step(const std::vector<Position>& a, const std::vector<Position>& b,
                    const Position& shift) {
  if (a.size() != b.size() || a.empty()) return HUGE_VAL;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      largest = std::max(largest, std::abs(a[i][k] + shift[k] - b[i][k]));
  return largest;
}

/// lowest_pass() from its definition: steepest ascent to a summit, and the widest way from there by
/// going over the grid until nothing changes.
std::vector<float> expected_pass(const SurfaceBlocks& blocks, const std::vector<float>& distance,
                                 float lowest, float bulk) {
  const std::size_t n = blocks.points_per_block(), edge = static_cast<std::size_t>(blocks.edge);
  std::map<std::array<std::int64_t, 3>, std::size_t> number;
  for (std::size_t p = 0; p < distance.size(); ++p) {
    const std::array<std::size_t, 3> inside = {p % edge, p % n / edge % edge,
                                               p % n / (edge * edge)};
    std::array<std::int64_t, 3> index;
    for (std::size_t k = 0; k < 3; ++k)
      index[k] =
          std::int64_t{blocks.place[p / n][k]} * blocks.edge + static_cast<std::int64_t>(inside[k]);
    number[index] = p;
  }
  std::vector<std::vector<std::size_t>> beside(distance.size());
  for (const auto& [index, p] : number)
    for (const auto& [axis, step] : {std::pair(0, -1), {0, 1}, {1, -1}, {1, 1}, {2, -1}, {2, 1}}) {
      auto other = index;
      other[static_cast<std::size_t>(axis)] += step;
      const auto found = number.find(other);
      if (found != number.end() && distance[found->second] > lowest)
        beside[p].push_back(found->second);
    }
  std::vector<float> widest(distance.size(), -INFINITY), pass(distance.size(), -INFINITY);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t p = 0; p < distance.size(); ++p) {
      float best = distance[p] >= bulk ? INFINITY : -INFINITY;
      for (const std::size_t other : beside[p])
        best = std::max(best, std::min(widest[other], distance[p]));
      if (!(distance[p] > lowest) || best <= widest[p]) continue;
      widest[p] = best;
      changed = true;
    }
  }
  for (std::size_t p = 0; p < distance.size(); ++p) {
    if (!(distance[p] > lowest)) continue;
    std::size_t summit = p;
    for (bool rises = true; rises && distance[summit] < bulk;) {
      const std::size_t here = summit;
      for (const std::size_t other : beside[here])
        if (distance[other] > distance[summit]) summit = other;
      rises = summit != here;
    }
    pass[p] = widest[summit];
  }
  return pass;
}

/// max over q to 0.5 1/Å and eight random positions in the grid of |I − mean of I|/mean of I, at
/// the default contrast.
double change_when_turned(const Atoms& atoms) {
  const QGrid q = QGrid::linear(0, 0.5, 51);
  const int n = 8;
  std::mt19937_64 random(17);
  std::vector<Eigen::ArrayXd> curves;
  Eigen::ArrayXd mean = Eigen::ArrayXd::Zero(51);
  for (int i = 0; i < n; ++i) {
    SolventOptions options;
    for (double& x : options.grid_phase) x = shell_spacing * uniform(random);
    const SolutionModel model = make_solution_model(turned(atoms, random), q, options);
    curves.push_back(solution_profile(sum_model(model, q), {}).intensity);
    mean += curves.back() / n;
  }
  double largest = 0;
  for (const Eigen::ArrayXd& curve : curves)
    largest = std::max(largest, largest_difference(curve, mean));
  return largest;
}

}  // namespace

TEST_CASE("the lowest pass is that of its definition on rough landscapes", "[solvent]") {
  std::mt19937_64 random(5);
  std::size_t closed = 0, open = 0;
  for (int landscape = 0; landscape < 6; ++landscape) {
    const SurfaceBlocks blocks =
        make_surface_blocks({{{0, 0, 0}, {25, 3, -4}}}, std::vector{3.1, 3.1}, 2.0, 2.5);
    std::vector<float> distance(blocks.size() * blocks.points_per_block());
    for (float& d : distance) d = static_cast<float>(5 * uniform(random) - 2.4);
    const std::vector<float> found = lowest_pass(blocks, distance, -1.5f, 2.5f);
    REQUIRE(found == expected_pass(blocks, distance, -1.5f, 2.5f));
    for (const float pass : found) (pass < 0 ? closed : open) += 1;
  }
  CHECK(closed > 1000);
  CHECK(open > 1000);
}

TEST_CASE("the profile of the layer has its width as integral", "[solvent]") {
  for (const double width : {2.0, 2.0 + 1e-7, 2.001, 2.5, 3.0, 5.0, 12.0, 30.0}) {
    CAPTURE(width);
    const double low = -2, high = width + 1;
    const int n = 100000;
    double sum = 0, largest = 0, smallest = 0;
    for (int i = 0; i < n; ++i) {
      const double value = layer_profile(low + (high - low) * (i + 0.5) / n, width);
      smallest = std::min(smallest, value);
      sum += value * (high - low) / n;
      largest = std::max(largest, value);
    }
    CHECK(smallest == 0);
    CHECK_THAT(sum, WithinRel(width, 1e-6));
    CHECK_THAT(highest_layer_profile(width), WithinRel(largest, 1e-6));
    CHECK(layer_profile(-shell_softness, width) == 0);
    CHECK(layer_profile(width - water_diameter + shell_softness, width) == 0);
  }
  // The limit of no thickness is that of thin layers.
  for (const double d : {-1.4, -0.7, 0.0, 0.3, 1.2})
    CHECK_THAT(layer_profile(d, 2.0), WithinAbs(layer_profile(d + 5e-4, 2.001), 1e-3));
}

TEST_CASE("the layer of one atom is a spherical shell", "[solvent]") {
  for (const double width : {2.0, 3.0, 6.0}) {
    CAPTURE(width);
    const std::vector<Position> one = {{0.3, -0.2, 0.4}};
    const HydrationShell fine = shell_around(one, {width, false}, 0.5);
    CHECK_THAT(fine.volume(), WithinRel(shell_of_one_atom(carbon, width), 1e-3));
    const HydrationShell coarse = shell_around(one, {width, false}, shell_spacing);
    CHECK_THAT(coarse.volume(), WithinRel(shell_of_one_atom(carbon, width), 0.05));
    for (const Position& p : fine.position) {
      const double d = norm({p[0] - 0.3, p[1] + 0.2, p[2] - 0.4}) - carbon;
      REQUIRE(d >= -shell_softness - 1e-5);
      REQUIRE(d <= width - water_diameter + shell_softness + 1e-5);
    }
  }
}

TEST_CASE("two far atoms have twice the layer of one, two near ones less", "[solvent]") {
  const double one = shell_around({{0, 0, 0}}).volume();
  for (const double apart : {16.0, 40.0, 1000.0, 1e5})
    CHECK_THAT(shell_around({{0, 0, 0}, {apart, 0, 0}}).volume(), WithinRel(2 * one, 1e-4));
  const double near = shell_around({{0, 0, 0}, {1.5, 0, 0}}).volume();
  CHECK(near < 1.6 * one);
  CHECK(near > one);
}

TEST_CASE("a small closed cavity is lined only on demand", "[solvent]") {
  const std::vector<Position> ball = points_on_sphere(6, 1.5);
  const double inside_of_wall = 6;
  CHECK(volume_within(shell_around(ball), inside_of_wall) == 0);
  const HydrationShell both = shell_around(ball, {3.0, true});
  CHECK(volume_within(both, inside_of_wall) > 20);
  CHECK_THAT(both.volume() - volume_within(both, inside_of_wall),
             WithinRel(shell_around(ball).volume(), 1e-6));
  // A hole that a molecule of water cannot pass does not open it, a wide one does.
  CHECK(volume_within(shell_around(points_on_sphere(6, 1.5, 0.3)), 4) == 0);
  const std::vector<Position> open = points_on_sphere(6, 1.5, 1.2);
  CHECK(volume_within(shell_around(open), 4) > 20);
}

TEST_CASE("solvent fills a large closed cavity", "[solvent]") {
  // Where the surface is farther away than the layer reaches there is bulk solvent, whether a way
  // leads there or not: the wall of a large cavity has a layer on both sides.
  const std::vector<Position> ball = points_on_sphere(15, 1.5);
  const HydrationShell lined = shell_around(ball);
  const HydrationShell on_demand = shell_around(ball, {3.0, true});
  CHECK(volume_within(lined, 15) > 2500);
  CHECK_THAT(lined.volume(), WithinRel(on_demand.volume(), 1e-6));
  // Its middle is none of the layer. (Atoms as dense as here blend: the surface is 0.7 Å nearer.)
  CHECK(volume_within(lined, 15 - carbon - 2.5 - 1.5) == 0);
}

TEST_CASE("the work grows in proportion to the number of atoms", "[solvent]") {
  const auto points = [](const std::vector<Position>& position) {
    const SurfaceBlocks blocks = make_surface_blocks(
        position, std::vector<double>(position.size(), carbon), shell_spacing, 2.5);
    return static_cast<double>(blocks.size() * blocks.points_per_block());
  };
  const auto globule = [](std::size_t n) { return random_protein(n, QGrid({0})).position; };
  const double small = points(globule(4000)), large = points(globule(64000));
  CHECK(large / small > 4);
  CHECK(large / small < 16);
  // Domains far apart cost no more than close ones, unlike a box around all of them.
  std::vector<Position> scattered;
  for (int i = 0; i < 16; ++i)
    for (Position p : globule(4000))
      scattered.push_back({p[0] + 3000.0 * i, p[1] - 2000.0 * i, p[2] + 500.0 * (i % 3)});
  CHECK_THAT(points(scattered), WithinRel(16 * small, 0.2));
}

TEST_CASE("a shift by whole steps of the grid shifts the beads", "[solvent]") {
  const Atoms atoms = with_short_coordinates(lysozyme());
  const QGrid q({0});
  const SolutionModel here = make_solution_model(atoms, q);
  REQUIRE(here.n_beads > 1000);
  for (const Position& shift :
       {Position{2, 0, 0}, Position{-4, 14, 128}, Position{1e5, -1e5, 3e5}}) {
    const SolutionModel there = make_solution_model(moved(atoms, shift), q);
    CHECK(largest_step(beads_of(here), beads_of(there), shift) <= 1e-9);
    CHECK(bead_types(here) == bead_types(there));
  }
  // The phase is a shift too.
  SolventOptions phase;
  phase.grid_phase = {0.5, 1.0, -0.25};
  const Position back = {-0.5, -1.0, 0.25};
  const SolutionModel moved_grid = make_solution_model(atoms, q, phase);
  const SolutionModel moved_atoms = make_solution_model(moved(atoms, back), q);
  CHECK(largest_step(beads_of(moved_grid), beads_of(moved_atoms), back) <= 1e-9);
}

TEST_CASE("explicit hydrogens do not change the surface", "[solvent]") {
  const Atoms implicit = lysozyme();
  Atoms with_hydrogens = implicit;
  std::mt19937_64 random(3);
  for (std::size_t i = 0; i < implicit.size(); ++i)
    for (int h = 0; h < implicit.bonded_hydrogens[i]; ++h) {
      Position p = implicit.position[i];
      for (double& x : p) x += uniform(random) - 0.5;
      with_hydrogens.position.push_back(p);
      with_hydrogens.atomic_number.push_back(1);
      with_hydrogens.bonded_hydrogens.push_back(0);
      with_hydrogens.occupancy.push_back(1);
    }
  with_hydrogens.bonded_hydrogens.assign(with_hydrogens.size(), 0);
  const SolutionModel a = make_solution_model(implicit, QGrid({0}));
  const SolutionModel b = make_solution_model(with_hydrogens, QGrid({0}));
  CHECK(10 * b.n_atoms > 19 * a.n_atoms);
  CHECK(a.n_beads > 0);
  CHECK(beads_of(a) == beads_of(b));
  CHECK(a.shell_volume == b.shell_volume);
  // A molecule of hydrogen alone has a layer as well.
  const double bare = make_solution_model(atoms_at({{0, 0, 0}}, 1), QGrid({0})).shell_volume;
  CHECK_THAT(bare, WithinRel(shell_of_one_atom(1.2 + probe, 3), 0.03));
}

TEST_CASE("the distances do not depend on the number of threads", "[solvent]") {
  const Atoms atoms = lysozyme();
  const SurfaceBlocks blocks = make_surface_blocks(
      atoms.position, std::vector<double>(atoms.size(), carbon), shell_spacing, 2.5);
  const std::vector<float> one = surface_distances(blocks, 1);
  for (const int threads : {0, 2, 7, 64}) CHECK(surface_distances(blocks, threads) == one);
}

TEST_CASE("coordinates that are too far apart are an error", "[solvent]") {
  for (const double far : {2e6, 1e9, 1e12, 1e300}) {
    const Atoms atoms = atoms_at({{0, 0, 0}, {far, 0, 0}});
    CHECK(mentions(error_of([&] { make_solution_model(atoms, QGrid({0})); }),
                   "too far for a hydration shell"));
  }
}

// Measured: lysozyme 7e-4, 4cln 9e-4, 2epe 1.2e-3, 3KFO 1.1e-3, 2q1r (255 atoms of RNA) 4e-4. Of
// others 1.2e-3 for a protein of 392 atoms; only C60 has more, 4.3e-3.
TEST_CASE("the curve does not change when the molecule is turned", "[solvent]") {
  CHECK(change_when_turned(lysozyme()) <= 2e-3);
}

TEST_CASE("the curves of other molecules do not change either when they are turned",
          "[solvent][slow]") {
  for (const char* name : {"4cln.pdb", "2epe.pdb", "3KFO_fill_B99990005.pdb", "2q1r_rna.pdb"}) {
    const auto path = shared_data(std::string("structures/") + name);
    CAPTURE(name);
    if (path) CHECK(change_when_turned(read_structure(*path)) <= 2e-3);
  }
}
