// See differences.hpp.

#include "compare/differences.hpp"

#include <algorithm>
#include <cmath>

namespace debye {
namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_bands = 10, least_in_band = 3;

/// Of points first..last−1.
Difference difference_of(const CurveComparison& curves, std::size_t first, std::size_t last) {
  Difference result;
  result.n = last - first;
  double sum = 0, squares = 0, chi2 = 0;
  for (std::size_t n = first; n < last; ++n) {
    const auto i = static_cast<Eigen::Index>(n);
    const double a = curves.a[i], b = curves.b[i];
    if (curves.sigma.size() != 0) chi2 += std::pow((a - b) / curves.sigma[i], 2);
    if (!(a > 0 && b > 0)) continue;
    const double d = a / b - 1;
    ++result.n_relative;
    sum += d;
    squares += d * d;
    if (result.n_relative == 1 || std::abs(d) > std::abs(result.largest)) {
      result.largest = d;
      result.q_largest = curves.q[n];
    }
  }
  if (result.n > 0) {
    result.q_min = curves.q[first];
    result.q_max = curves.q[last - 1];
  }
  const auto count = static_cast<double>(result.n_relative);
  result.mean = result.n_relative > 0 ? sum / count : not_known;
  result.rms = result.n_relative > 0 ? std::sqrt(squares / count) : not_known;
  if (result.n_relative == 0) result.largest = result.q_largest = not_known;
  result.chi2 =
      curves.sigma.size() != 0 && result.n > 0 ? chi2 / static_cast<double>(result.n) : not_known;
  return result;
}

/// 1, 2 or 5 times a power of ten, so that no more than `most` of it cover the range.
double band_width(double q_min, double q_max, double most) {
  const double least = (q_max - q_min) / most * (1 - 1e-6);
  double width = std::pow(10, std::floor(std::log10(least)));
  const auto n_bands = [&] {
    return std::ceil(q_max / width * (1 - 1e-6)) - std::floor(q_min / width * (1 + 1e-6));
  };
  for (int k = 0; n_bands() > most; ++k) width *= k % 3 == 1 ? 2.5 : 2;
  return width;
}

std::vector<Difference> bands_of(const CurveComparison& curves) {
  std::vector<Difference> bands;
  const std::vector<double>& q = curves.q;
  if (!(q.back() > q.front())) return bands;
  const std::size_t most = std::clamp<std::size_t>(q.size() / least_in_band, 1, most_bands);
  const double width = band_width(q.front(), q.back(), static_cast<double>(most));
  std::size_t first = 0;
  for (double end = (std::floor(q.front() / width * (1 + 1e-6)) + 1) * width; first < q.size();
       end += width) {
    std::size_t last = first;
    // The last band is closed: 0.5 belongs to 0.45 to 0.5. So are edges but for rounding.
    while (last < q.size() && (q[last] < end * (1 - 1e-6) || q.back() <= end * (1 + 1e-6))) ++last;
    if (last == first) continue;
    bands.push_back(difference_of(curves, first, last));
    bands.back().q_min = end - width;
    bands.back().q_max = end;
    first = last;
  }
  return bands;
}

/// Pearson's of ln A and ln B.
double log_correlation(const CurveComparison& curves) {
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  double x0 = 0, y0 = 0;  // near the means, against cancellation
  for (Eigen::Index i = 0; i < curves.a.size(); ++i) {
    if (!(curves.a[i] > 0 && curves.b[i] > 0)) continue;
    const double ln_a = std::log(curves.a[i]), ln_b = std::log(curves.b[i]);
    if (n == 0) {
      x0 = ln_a;
      y0 = ln_b;
    }
    n += 1;
    x += ln_a - x0;
    y += ln_b - y0;
    xx += (ln_a - x0) * (ln_a - x0);
    yy += (ln_b - y0) * (ln_b - y0);
    xy += (ln_a - x0) * (ln_b - y0);
  }
  if (n < 3) return not_known;
  const double variance = (xx - x * x / n) * (yy - y * y / n);
  return variance > 0 ? (xy - x * y / n) / std::sqrt(variance) : not_known;
}

}  // namespace

void find_differences(CurveComparison& comparison, std::optional<double> q_reliable) {
  const std::size_t n = comparison.q.size();
  comparison.overall = difference_of(comparison, 0, n);
  if (q_reliable) {
    const auto last = static_cast<std::size_t>(
        std::upper_bound(comparison.q.begin(), comparison.q.end(), *q_reliable) -
        comparison.q.begin());
    if (last > 0 && last < n) comparison.reliable = difference_of(comparison, 0, last);
  }
  comparison.bands = bands_of(comparison);
  comparison.r_factor = (comparison.a - comparison.b).abs().sum() / comparison.b.abs().sum();
  comparison.correlation = log_correlation(comparison);
  const double free = comparison.scaled_by == CurveComparison::ScaledBy::None ? 0 : 1;
  comparison.chi2_reduced =
      comparison.overall.chi2 * static_cast<double>(n) / (static_cast<double>(n) - free);
}

}  // namespace debye
