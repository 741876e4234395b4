// Volumes from integrals over a curve.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "debye/error.hpp"
#include "debye/sizes.hpp"

namespace debye {
namespace {

/// End of the range of both volumes [1/Å]; that of Rambo & Tainer, and see porod_volume().
constexpr double range_end = 0.3;

/// ∫ q^power I dq from `low` to `high`, I being linear between the points and from I(0) at q = 0 to
/// the first one. Exact for power <= 4 (Gauss-Legendre of three points).
double integral(std::span<const double> q, std::span<const double> intensity,
                double forward_intensity, int power, double low, double high) {
  constexpr double node = 0.774596669241483377;  // sqrt(3/5)
  double sum = 0, q0 = 0, i0 = forward_intensity;
  for (std::size_t n = 0; n < q.size() && q0 < high; q0 = q[n], i0 = intensity[n], ++n) {
    const double from = std::max(q0, low), to = std::min(q[n], high);
    if (!(to > from)) continue;
    const double middle = (from + to) / 2, half = (to - from) / 2;
    const auto term = [&](double x) {
      return std::pow(x, power) * (i0 + (intensity[n] - i0) * (x - q0) / (q[n] - q0));
    };
    sum += half / 9 *
           (5 * term(middle - node * half) + 8 * term(middle) + 5 * term(middle + node * half));
  }
  return sum;
}

void check_curve(std::span<const double> q, std::span<const double> intensity) {
  if (q.size() != intensity.size() || q.empty())
    fail("a curve with ", q.size(), " q and ", intensity.size(), " intensities");
}

}  // namespace

double porod_volume(std::span<const double> q, std::span<const double> intensity,
                    double forward_intensity, double radius_of_gyration) {
  check_curve(q, intensity);
  const double end = std::min(q.back(), range_end);
  if (!(end * radius_of_gyration >= 4)) return no_size;
  const double inner = integral(q, intensity, forward_intensity, 2, 0, end);
  const double k = integral(q, intensity, forward_intensity, 4, end / 2, end) / (end / 2);
  const double invariant = inner + k / end;
  const double pi = std::numbers::pi;
  return forward_intensity > 0 && invariant > 0 ? 2 * pi * pi * forward_intensity / invariant
                                                : no_size;
}

double correlation_volume(std::span<const double> q, std::span<const double> intensity,
                          double forward_intensity) {
  check_curve(q, intensity);
  constexpr double least_end = 0.25;
  const double sum = integral(q, intensity, forward_intensity, 1, 0, range_end);
  return q.back() >= least_end && forward_intensity > 0 && sum > 0 ? forward_intensity / sum
                                                                   : no_size;
}

double protein_weight(double correlation_volume, double radius_of_gyration) {
  return radius_of_gyration > 0
             ? correlation_volume * correlation_volume / radius_of_gyration / 0.1231
             : no_size;
}

}  // namespace debye
