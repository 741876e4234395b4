// What sums and their parts take: the constants of all forecasts.
#pragma once

#include <algorithm>

#include "debye/pair_sum.hpp"

namespace debye::costs {

/// Pairs × q that a thread sums directly in a second, in double precision, on uniform grids and on
/// others: `debye bench` on a Zen 5 server with AVX-512.
inline constexpr double direct_uniform = 2.2e10, direct_other = 2.9e9;

/// What any method takes before it sums, and the least that a sum by the Fourier method takes, of
/// which half is its planning [s]; on the same machine. On CPU threads all forecasts are those of
/// one thread divided by their number, so that the choice does not depend on it, nor the curve.
inline constexpr double cpu_call = 1e-4, fourier_least = 1e-3;

/// Nanoseconds of one core of an AMD EPYC (family 26, AVX-512, 2.6 GHz nominal), medians of the
/// user time of single-threaded runs of 1000 to 30 000 atoms, q = 0:0.5:200.
struct Histogram {
  static constexpr double pair = 0.82;      ///< a pair to its bin
  static constexpr double bin = 1.2;        ///< a bin taken out of a block of pairs
  static constexpr double weights = 6;      ///< a bin's moments to weights, memory for both
  static constexpr double sine = 0.8;       ///< sin(q r) at a point and q
  static constexpr double product = 0.018;  ///< weight × sine
  static constexpr double amplitude = 2;    ///< a q of a pair of classes and of channels
};

/// What one thread takes [s], fitted to runs of 10³ to 10⁶ atoms, balls, shells and rods,
/// tolerances 1e-2 to 1e-6, on one core of an AMD EPYC (Zen 5) at 2.6 GHz with AVX-512: each is
/// predicted within 25 %. Other processors differ by a factor common to most of these.
struct Fourier {
  static constexpr double start = 1.0e-3;             ///< tables and search for the plan
  static constexpr double atom = 90e-9;               ///< finding axes and diameter, sorting
  static constexpr double row = 0.45e-9;              ///< 8 cells of a window, single precision
  static constexpr double product = 0.03e-9;          ///< multiply-add of the transform
  static constexpr double window = 15e-9;             ///< of an atom, evaluated once more
  static constexpr double cell = 0.6e-9;              ///< clearing and folding, likewise
  static constexpr double wave = 14e-9, pair = 1e-9;  ///< radial sums
  static constexpr double in_double = 2.5;            ///< times as long are rows and cells
};

/// What a thread needs for the surface distances around an atom [s]; `debye bench --shell` there.
inline constexpr double surface_atom = 3e-6;

/// A GPU driver's start and the compilation of a kernel, or its fetching from the driver's cache
/// [s]; `debye FILE --device gpu` with an NVIDIA H200.
inline constexpr double device_start = 0.3;

/// A sum's launches and transfers, at least [s], and more of them for each atom up to 10 000;
/// pairs × q in a second of the direct sum in single precision, on uniform grids and on others; and
/// pairs in a second of the histogram, which take twice as long with 700 bins, thrice with 1400;
/// `debye bench --methods` with an NVIDIA H200.
inline constexpr double device_call = 8e-4, device_atom = 5e-7, device_uniform = 1e13,
                        device_other = 1.3e12, device_pairs = 2e11, device_bins = 700;

/// Speed against an H200, by lanes and clock: a compute unit of a GPU has about 128 lanes, one of a
/// CPU about 8. 1 where the driver does not say.
inline double device_speed(const DeviceInfo& device) {
  constexpr double h200 = 132.0 * 1980.0;
  if (device.compute_units == 0 || device.clock == 0) return 1;
  return device.compute_units * (device.clock / h200) * (device.is_gpu ? 1.0 : 1.0 / 16);
}

/// Pairs × q of a direct sum.
inline double direct_terms(const ScatteringModel& model, const QGrid& q) {
  const auto n = static_cast<double>(model.size());
  return n * n / 2 * static_cast<double>(q.size());
}

/// A direct sum on a device [s].
inline double direct_on(const DeviceInfo& device, const ScatteringModel& model, const QGrid& q) {
  const double rate = q.uniform_step() ? device_uniform : device_other;
  const double atoms = std::min(1e4, static_cast<double>(model.size()));
  return device_call + device_atom * atoms + direct_terms(model, q) / (rate * device_speed(device));
}

/// Instructions of a work-item for a pair of atoms and `n_q` values of q at a time, of which a
/// device of the speed of an H200 issues so many in a second, half as many in double precision;
/// from the code of kernels/debye_blocks.cl.
inline double sampled_pair(std::size_t n_q) { return 130 + 1.1 * static_cast<double>(n_q); }
inline constexpr double device_instructions = 2.4e13;

/// A direct sum at samples, `n_q` at a time, on a device [s].
inline double sampled_on(const DeviceInfo& device, const ScatteringModel& model, std::size_t n_q,
                         std::size_t n_passes, bool in_double) {
  const auto n = static_cast<double>(model.size());
  const double instructions = n * n / 2 * sampled_pair(n_q) * static_cast<double>(n_passes);
  return device_call +
         (in_double ? 2 : 1) * instructions / (device_instructions * device_speed(device));
}

}  // namespace debye::costs
