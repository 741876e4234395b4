// See distance_bins.hpp.

#include "histogram/distance_bins.hpp"

#include <cmath>
#include <numbers>

namespace debye::histogram {
namespace {

using Points = std::array<double, points_per_bin>;

Points chebyshev_points() {
  Points x{};
  for (std::size_t k = 0; k < x.size(); ++k)
    x[k] = -0.5 * std::cos((2 * static_cast<double>(k) + 1) * std::numbers::pi / 8);
  return x;
}

/// Coefficients of the powers of x in the cubic that is 1 at point k and 0 at the others.
Points lagrange_coefficients(const Points& x, std::size_t k) {
  Points coefficient{1};
  for (std::size_t other = 0, degree = 0; other < x.size(); ++other) {
    if (other == k) continue;
    ++degree;
    for (std::size_t power = degree + 1; power-- > 0;)  // times (x − x_other)/(x_k − x_other)
      coefficient[power] = ((power > 0 ? coefficient[power - 1] : 0.0) -
                            x[other] * (power < degree ? coefficient[power] : 0.0)) /
                           (x[k] - x[other]);
  }
  return coefficient;
}

}  // namespace

double allowed_phase(double tolerance, double amplification) {
  return std::pow(tolerance / (0.13 * amplification), 0.25);
}

double usual_phase(double tolerance) { return allowed_phase(tolerance, 20); }

DistanceBins choose_bins(double width, double d_max) {
  // The half bin at the end and one more leave room for rounding.
  return {width, static_cast<std::size_t>(d_max / width) + 3};
}

std::vector<double> point_distances(const DistanceBins& bins) {
  const Points x = chebyshev_points();
  std::vector<double> r;
  r.reserve(bins.n_bins * x.size());
  for (std::size_t b = 0; b < bins.n_bins; ++b)
    for (const double offset : x)
      r.push_back(std::abs(static_cast<double>(b) + offset) * bins.width);
  return r;
}

void weights_from_moments(const PackedFields& fields, const DistanceBins& bins,
                          const std::int64_t* totals, double* weights) {
  const Points x = chebyshev_points();
  const std::array<int, n_moments> bits = {0, fields.first_bits, fields.second_bits,
                                           fields.third_bits};
  std::array<Points, points_per_bin> factor{};
  for (std::size_t k = 0; k < x.size(); ++k) {
    factor[k] = lagrange_coefficients(x, k);
    for (std::size_t m = 0; m < n_moments; ++m) factor[k][m] = std::ldexp(factor[k][m], -bits[m]);
  }
  for (std::size_t b = 0; b < bins.n_bins; ++b, totals += n_moments, weights += points_per_bin)
    for (std::size_t k = 0; k < points_per_bin; ++k) {
      weights[k] = 0;
      for (std::size_t m = 0; m < n_moments; ++m)
        weights[k] += factor[k][m] * static_cast<double>(totals[m]);
    }
}

}  // namespace debye::histogram
