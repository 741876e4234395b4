// All numbers of one Fourier sum, chosen for the least time within the tolerance.
#pragma once

#include <Eigen/Core>
#include <array>

#include "debye/scattering_model.hpp"
#include "fourier/kaiser_bessel.hpp"
#include "fourier/split.hpp"

namespace debye::fourier {

/// Where the particle is: axes of inertia, the longest last, and its size along them.
struct Particle {
  Eigen::Matrix3d axes;    ///< rows: x, y, z of the frame in which the sum is done
  Eigen::Vector3d centre;  ///< of the box
  Eigen::Array3d extent;   ///< [Å]
  double diameter = 0;     ///< largest distance of two atoms, or a little more [Å]

  Eigen::Vector3d place(const Position& p) const {
    return axes * (Eigen::Vector3d(p[0], p[1], p[2]) - centre);
  }
};

Particle find_particle(const std::vector<Position>& position);

/// Shares of the tolerance.
struct Allowed {
  double basis;    ///< amplitudes left out, AmplitudeBasis
  double alias;    ///< of the spreading window, relative to the amplitude
  double cutoff;   ///< weight of the wave vectors beyond the last, relative to the largest
  bool in_double;  ///< precision of all grids; what follows them is always in double
  double fall;     ///< of a window's transform from 0 to q_max, for which grids in single will do
};

Allowed allowed_for(double tolerance, std::size_t n_channels);

struct Plan {
  Particle particle;
  double q_max = 0;  ///< [1/Å]

  // Wave vectors: k = ((n_x + ½) step_x, …), |k| <= k_max.
  double k_max = 0;                      ///< [1/Å]
  Eigen::Array3d step;                   ///< [1/Å]
  std::array<std::size_t, 3> n_waves{};  ///< n >= 0 along each axis

  // χ(r): 1 up to the diameter, 0 from there + taper on.
  double taper = 0;       ///< [Å]
  double taper_beta = 0;  ///< of the Kaiser–Bessel window whose integral it is

  // Grid of cells.
  double spacing = 0;  ///< [Å]
  KaiserBessel window;
  std::array<std::size_t, 3> n_cells{};          ///< even
  std::size_t row_stride = 0, plane_stride = 0;  ///< from one row, and plane, to the next
  bool in_double = false;
  std::size_t n_basis = 0;

  double memory = 0;  ///< that the sum may take [bytes]
  Split split;

  double seconds = 0;  ///< predicted, on one thread

  double grid_bytes() const {
    return static_cast<double>(n_basis) * static_cast<double>(plane_stride) *
           static_cast<double>(n_cells[2]) * (in_double ? 8 : 4);
  }
  bool is_possible() const { return split.least_memory <= memory && n_basis <= max_basis; }
};

/// Values of a plane of so many rows such that cells one above the other are not all in the same
/// place of the cache.
std::size_t spaced_plane(std::size_t row_stride, std::size_t n_rows);

/// The fastest plan within `memory` [bytes]; if there is none, that with the least memory.
Plan make_plan(const Particle& particle, std::size_t n_atoms, double q_max, std::size_t n_basis,
               const Allowed& allowed, double memory);

}  // namespace debye::fourier
