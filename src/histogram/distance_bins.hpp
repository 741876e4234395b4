// The bins of distances, how wide they may be, and what stands for the pairs in them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "histogram/pair_bins.hpp"

namespace debye::histogram {

/// Bin b holds the distances within width/2 of b·width [Å].
struct DistanceBins {
  double width = 0;
  std::size_t n_bins = 0;
};

/// Largest h = q·width [rad] at which sums that are `amplification` times smaller than their self
/// terms keep the tolerance.
///
/// A pair counts as if sin(qr)/(qr) were, within its bin, the cubic through the values at four
/// points, which errs by at most h⁴/3072 of the wave and with changing sign. In molecules, whose
/// distances are all different, these errors add up to 0.003 h⁴ of the self terms Σ A_i² or less;
/// in crystals, whose distances are not, to 0.04 h⁴ (20 000 atoms). 0.13 h⁴ is allowed for.
/// Kept by tests/test_histogram_accuracy.cpp.
double allowed_phase(double tolerance, double amplification);

/// The h to begin with: few models have a larger amplification than it is for, 20 (densely packed
/// molecules 18 at minima of I; crystals 200 where they have no reflections).
double usual_phase(double tolerance);

/// Bins for distances up to d_max [Å], at most `width` wide.
DistanceBins choose_bins(double width, double d_max);

/// Points in a bin, in widths from its middle: the Chebyshev points of the cubic.
inline constexpr std::size_t points_per_bin = n_moments;

/// Distance of every point [Å], points_per_bin to a bin; none is 0. Those left of 0 are mirrored,
/// which sin(qr)/(qr) does not see.
std::vector<double> point_distances(const DistanceBins& bins);

/// The weight at each point that has the same moments, to the third, as the pairs of its bin.
/// @param totals   of pair_bins.hpp, n_bins × n_moments
/// @param weights  n_bins × points_per_bin
void weights_from_moments(const PackedFields& fields, const DistanceBins& bins,
                          const std::int64_t* totals, double* weights);

}  // namespace debye::histogram
