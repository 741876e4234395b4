// What sums and their parts take: the constants of all forecasts, but those of the inner parts of
// the histogram and the Fourier method, which stand in histogram/cost.cpp and fourier/plan.cpp.
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

}  // namespace debye::costs
