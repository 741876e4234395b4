// See plan.hpp.

#include "fourier/plan.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "costs.hpp"
#include "structure/diameter.hpp"

namespace debye::fourier {
namespace {

using std::numbers::pi;

/// sinh_over(β² − x²), beyond β its envelope: at most.
double sinh_over_bound(double beta, double x) {
  const double s = beta * beta - x * x;
  return s > 1 ? sinh_over(s) : std::min(std::sinh(1.0), 1 / std::sqrt(std::max(-s, 1e-300)));
}

/// Fourier transform of the taper's slope, relative to that at 0, at most.
double taper_tail(double beta, double taper, double kappa) {
  return beta / std::sinh(beta) * sinh_over_bound(beta, 0.5 * kappa * taper);
}

/// Does a window at this spacing alias less than allowed, at each wave vector times its weight?
bool alias_is_small(const Plan& plan, const KaiserBessel& window, double spacing, double allowed) {
  constexpr int samples = 4;
  for (int i = 0; i <= samples; ++i) {
    const double k = plan.q_max + (plan.k_max - plan.q_max) * i / samples;
    const double x = 0.5 * k * spacing * window.width;
    if (x >= 0.95 * window.beta) return false;
    const double alias = sinh_over_bound(window.beta, pi * window.width - x) /
                         sinh_over(window.beta * window.beta - x * x);
    if (alias * taper_tail(plan.taper_beta, plan.taper, k - plan.q_max) > allowed) return false;
  }
  return true;
}

/// The window for a number of cells and a spacing.
KaiserBessel window_for(double width, double q_max, double spacing) {
  return {width, 0.5 * width * (2 * pi - q_max * spacing)};
}

/// The widest spacing at which a window of that many cells keeps the tolerance; 0 if there is none.
double widest_spacing(const Plan& plan, double width, double allowed) {
  const auto good = [&](double h) {
    return alias_is_small(plan, window_for(width, plan.q_max, h), h, allowed);
  };
  double low = 0.1 * pi / plan.k_max, high = 1.9 * pi / plan.k_max;
  if (!good(low)) return 0;
  for (int i = 0; i < 10; ++i) {
    const double middle = 0.5 * (low + high);
    (good(middle) ? low : high) = middle;
  }
  return low;
}

void set_waves(Plan& plan, double taper) {
  const double cut = plan.particle.diameter + taper;
  plan.taper = taper;
  plan.k_max = plan.q_max + 2 * plan.taper_beta / taper;
  plan.step = 2 * pi / (plan.particle.extent + cut);
  for (std::size_t i = 0; i < 3; ++i)
    plan.n_waves[i] = static_cast<std::size_t>(
        std::max(1L, std::lround(plan.k_max / plan.step[static_cast<Eigen::Index>(i)])));
}

void set_cells(Plan& plan, double width, double spacing) {
  plan.spacing = spacing;
  plan.window = window_for(width, plan.q_max, spacing);
  for (std::size_t i = 0; i < 3; ++i) {
    const double cells = plan.particle.extent[static_cast<Eigen::Index>(i)] / spacing + width + 1;
    plan.n_cells[i] = 2 * static_cast<std::size_t>(std::ceil(0.5 * cells));
  }
  // A row of the window is written as 8 or 16 values.
  const std::size_t needed =
      plan.n_cells[0] + (width <= 8 ? 8 : 16) - static_cast<std::size_t>(width);
  // Strides near multiples of 4096 bytes would put all rows of a window in the same places of the
  // cache.
  plan.row_stride = padded(needed);
  if (plan.row_stride % (8 * padding) == 0) plan.row_stride += padding;
  plan.plane_stride = spaced_plane(plan.row_stride, plan.n_cells[1]);
}

/// How often the window of an atom is evaluated, but for the first time, in a batch.
double more_windows(const Plan& plan) {
  const Split& split = plan.split;
  if (split.slabs == 1) return 0;
  const double lots =
      std::ceil(static_cast<double>(plan.n_basis) / static_cast<double>(split.grids));
  return lots * (1 + plan.window.width / static_cast<double>(split.pairs)) - 1;
}

/// Seconds on one thread.
double predict(const Plan& plan, std::size_t n_atoms) {
  const double basis = static_cast<double>(plan.n_basis);
  const double pairs = std::ceil(basis * (basis + 1) / 16) * 8;
  std::array<double, 3> n{}, m{};
  for (std::size_t i = 0; i < 3; ++i) {
    n[i] = static_cast<double>(plan.n_waves[i]);
    m[i] = static_cast<double>(plan.n_cells[i]);
  }
  const double plane = static_cast<double>(plan.plane_stride);
  const double octant = std::numbers::pi / 6 * n[0] * n[1] * n[2];
  const double products = n[2] * m[2] * plane +                             // along z
                          std::numbers::pi / 4 * n[2] * n[1] * 2 * plane +  // along y
                          octant * 4 * m[0];                                // along x
  const double rows = plan.window.width * plan.window.width * (plan.window.width <= 8 ? 1 : 2);
  const double atoms = static_cast<double>(n_atoms);
  const double batches = static_cast<double>(plan.split.batches);
  return costs::Fourier::start + atoms * costs::Fourier::atom +
         octant * (costs::Fourier::wave + pairs * costs::Fourier::pair) +
         basis * products * costs::Fourier::product +
         batches * (plan.in_double ? costs::Fourier::in_double : 1.0) *
             (atoms * (basis * rows * costs::Fourier::row +
                       more_windows(plan) * costs::Fourier::window) +
              basis * m[2] * plane * costs::Fourier::cell);
}

/// Does a come before b?
bool is_better(const Plan& a, const Plan& b) {
  if (a.is_possible() != b.is_possible()) return a.is_possible();
  return a.is_possible() ? a.seconds < b.seconds : a.split.least_memory < b.split.least_memory;
}

}  // namespace

std::size_t spaced_plane(std::size_t row_stride, std::size_t n_rows) {
  std::size_t plane = row_stride / padding * n_rows;
  while (n_rows >= 16 && (plane % 32 < 9 || plane % 32 > 23)) ++plane;
  return plane * padding;
}

Particle find_particle(const std::vector<Position>& position) {
  Particle particle;
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  const auto vector = [](const Position& p) { return Eigen::Vector3d(p[0], p[1], p[2]); };
  for (const Position& p : position) mean += vector(p);
  mean /= static_cast<double>(position.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Position& p : position) {
    const Eigen::Vector3d d = vector(p) - mean;
    spread += d * d.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(spread);
  particle.axes = solver.eigenvectors().transpose();
  Eigen::Array3d low = Eigen::Array3d::Constant(std::numeric_limits<double>::infinity());
  Eigen::Array3d high = -low;
  for (const Position& p : position) {
    const Eigen::Array3d d = particle.axes * (vector(p) - mean);
    low = low.min(d);
    high = high.max(d);
  }
  particle.centre = mean + particle.axes.transpose() * (0.5 * (low + high)).matrix();
  particle.extent = high - low;
  particle.diameter = largest_distance(position) * (1 + 1e-9);
  return particle;
}

// The shares are those at which the worst clearance found by tests/test_fourier_sweep.cpp, that of
// crystals between their reflections, is 0.3; of molecules it is below 0.05. Tried on a crystal of
// 959 atoms: cutoff 0.1 gives a clearance of 1.3, alias 0.3 one of 1.5. What the basis leaves out
// may be coherent, where types are segregated, and is multiplied by 18 where molecule and solvent
// cancel; 0.4 (single channel) gave 1.3 at 8000 atoms. Grids in single precision add errors of
// up to 5e-6 of I; transforms in single precision would add 3e-5, 4e-4 in a crystal. The rounding
// of cells grows by the fall of the window: 230 was seen to give 8e-7 of I (100 000 atoms evenly
// packed, to q = 2/A), 6e4 gave 3e-5 (a shell of 1000 A, to q = 2/A).
Allowed allowed_for(double tolerance, std::size_t n_channels) {
  return {tolerance * (n_channels > 1 ? 0.004 : 0.02), 0.05 * tolerance, 0.01 * tolerance,
          tolerance < 5e-5, 3e6 * tolerance};
}

Plan make_plan(const Particle& particle, std::size_t n_atoms, double q_max, std::size_t n_basis,
               const Allowed& allowed, double memory) {
  Plan plan;
  plan.memory = memory;
  plan.particle = particle;
  plan.q_max = q_max;
  plan.taper_beta = std::log(1 / allowed.cutoff);
  plan.n_basis = n_basis;
  std::optional<Plan> best;
  // A wide taper costs wave vectors that lie denser, a narrow one those beyond q_max.
  for (double beyond = 0.03; beyond < 6; beyond *= 1.35) {
    set_waves(plan, 2 * plan.taper_beta / (beyond * q_max));
    for (double width = 3; width <= static_cast<double>(max_width); ++width) {
      const double spacing = widest_spacing(plan, width, allowed.alias);
      if (spacing == 0) continue;
      set_cells(plan, width, spacing);
      const double fall = plan.window.transform(0) / plan.window.transform(q_max * spacing);
      plan.in_double = allowed.in_double || fall > allowed.fall;
      plan.split = choose_split(plan, memory);
      plan.seconds = predict(plan, n_atoms);
      if (!best || is_better(plan, *best)) best = plan;
    }
  }
  return best.value();
}

}  // namespace debye::fourier
