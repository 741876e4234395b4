// P(r) by a fine histogram of all distances, which is then shared out over the steps of r.

#include "debye/pair_distribution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "debye/error.hpp"
#include "parallel_for.hpp"
#include "sinc.hpp"
#include "single_sums.hpp"
#include "structure/diameter.hpp"

namespace debye {
namespace {

/// Bins of the fine histogram in one step.
constexpr std::size_t fine = 32;

constexpr std::size_t most_steps = 20'000;

/// Parts of the work, each with a histogram of its own; the same number whatever the threads, so
/// that the order of additions is the same too.
constexpr std::size_t n_parts = 64;

/// Consecutive rows that one part takes before the next one does.
constexpr std::size_t rows = 8;

struct Points {
  std::vector<float> x, y, z;  ///< [Å], or in fine bins, about the middle
  std::vector<double> weight;
  std::size_t size() const { return x.size(); }
};

/// Distances of point i from `n` points from `first` on, whose bins and products of weights are
/// written to `bin` and `product`. Plain loops, so that the compiler makes vectors of them.
void row_of_pairs(const Points& points, std::size_t i, std::size_t first, std::size_t n, int* bin,
                  double* product) {
  const float xi = points.x[i], yi = points.y[i], zi = points.z[i];
  const float *x = &points.x[first], *y = &points.y[first], *z = &points.z[first];
  const double wi = points.weight[i], *w = &points.weight[first];
  for (std::size_t j = 0; j < n; ++j) {
    const float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
    bin[j] = static_cast<int>(std::sqrt(dx * dx + dy * dy + dz * dz));
  }
  for (std::size_t j = 0; j < n; ++j) product[j] = wi * w[j];
}

/// Sums of w_i w_j by fine bin of r_ij, over the pairs i < j whose row i belongs to the part.
std::vector<double> fine_histogram(const Points& points, std::size_t part, std::size_t n_bins) {
  constexpr std::size_t block = 512;
  std::array<int, block> bin;
  std::array<double, block> product;
  // Two, so that additions to one bin need not wait for each other.
  std::vector<double> even(n_bins, 0.0), odd(n_bins, 0.0);
  for (std::size_t row = part * rows; row < points.size(); row += n_parts * rows)
    for (std::size_t i = row; i < std::min(row + rows, points.size()); ++i)
      for (std::size_t first = i + 1; first < points.size(); first += block) {
        const std::size_t n = std::min(block, points.size() - first);
        row_of_pairs(points, i, first, n, bin.data(), product.data());
        std::size_t j = 0;
        for (; j + 1 < n; j += 2) {
          even[static_cast<std::size_t>(bin[j])] += product[j];
          odd[static_cast<std::size_t>(bin[j + 1])] += product[j + 1];
        }
        if (j < n) even[static_cast<std::size_t>(bin[j])] += product[j];
      }
  for (std::size_t b = 0; b < n_bins; ++b) even[b] += odd[b];
  return even;
}

/// Each fine bin, taken at its middle, shared out between the two steps next to it.
std::vector<double> shared_out(const std::vector<double>& histogram) {
  std::vector<double> sums(histogram.size() / fine + 1, 0.0);
  for (std::size_t b = 0; b < histogram.size(); ++b) {
    const double fraction = (static_cast<double>(b % fine) + 0.5) / fine;
    sums[b / fine] += (1 - fraction) * histogram[b];
    sums[b / fine + 1] += fraction * histogram[b];
  }
  return sums;
}

void check(const std::vector<Position>& position, const std::vector<double>& weight, double step) {
  if (position.size() != weight.size())
    fail("P(r): ", position.size(), " positions but ", weight.size(), " weights");
  if (!(step > 0) || !std::isfinite(step)) fail("P(r): step ", step, " A must be positive");
  for (std::size_t i = 0; i < position.size(); ++i) {
    bool finite = std::isfinite(weight[i]);
    for (const double x : position[i]) finite = finite && std::isfinite(x);
    if (!finite) fail("P(r): position or weight of scatterer ", i, " is not finite");
  }
}

}  // namespace

PairDistribution pair_distribution(const std::vector<Position>& position,
                                   const std::vector<double>& weight, double step, int threads) {
  check(position, weight, step);
  std::vector<Position> scattering;
  Points points;
  double total = 0, self = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    if (weight[i] == 0) continue;
    scattering.push_back(position[i]);
    points.weight.push_back(weight[i]);
    total += weight[i];
    self += weight[i] * weight[i];
  }
  PairDistribution distribution;
  distribution.d_max = largest_distance(scattering);
  distribution.forward_intensity = total * total;
  if (!(distribution.d_max < most_steps * step))
    fail("P(r): ", distribution.d_max, " A in steps of ", step, " A are more than ", most_steps,
         "; take a larger step");

  const Position centre = scattering.empty() ? Position{} : extent_of(scattering).centre;
  const double scale = fine / step;
  for (const Position& p : scattering) {
    points.x.push_back(static_cast<float>((p[0] - centre[0]) * scale));
    points.y.push_back(static_cast<float>((p[1] - centre[1]) * scale));
    points.z.push_back(static_cast<float>((p[2] - centre[2]) * scale));
  }
  // The last step takes distances that rounding has made larger than d_max.
  const std::size_t n_bins = fine * (static_cast<std::size_t>(distribution.d_max / step) + 2);
  std::vector<std::vector<double>> part(n_parts);
  parallel_for(n_parts, threads > 0 ? threads : usable_processors(),
               [&](std::size_t i) { part[i] = shared_out(fine_histogram(points, i, n_bins)); });

  const double to_density = 1 / (4 * std::numbers::pi * step);
  double second_moment = 0;
  for (std::size_t k = 0; k <= n_bins / fine; ++k) {
    double sum = k == 0 ? self : 0;
    for (const std::vector<double>& sums : part) sum += 2 * sums[k];
    const double r = static_cast<double>(k) * step;
    second_moment += sum * r * r;
    distribution.r.push_back(r);
    distribution.p.push_back(sum * to_density);
  }
  distribution.radius_of_gyration =
      total != 0 ? std::sqrt(second_moment / 2) / std::abs(total) : std::nan("");
  return distribution;
}

PairDistribution mean_distribution(const std::vector<PairDistribution>& each) {
  if (each.empty()) fail("P(r): no models to average");
  PairDistribution mean;
  const double share = 1 / static_cast<double>(each.size());
  double square = 0;
  for (const PairDistribution& one : each) {
    if (one.r.size() > mean.r.size()) mean.r = one.r;
    mean.p.resize(mean.r.size(), 0.0);
    for (std::size_t k = 0; k < one.p.size(); ++k) mean.p[k] += share * one.p[k];
    mean.d_max = std::max(mean.d_max, one.d_max);
    mean.forward_intensity += share * one.forward_intensity;
    square += share * one.forward_intensity * one.radius_of_gyration * one.radius_of_gyration;
  }
  mean.radius_of_gyration = std::sqrt(square / mean.forward_intensity);
  return mean;
}

Profile transform(const PairDistribution& distribution, const QGrid& q) {
  Profile profile{q, Eigen::ArrayXd::Zero(static_cast<Eigen::Index>(q.size()))};
  if (distribution.r.size() < 2) return profile;
  const double factor = 4 * std::numbers::pi * (distribution.r[1] - distribution.r[0]);
  for (std::size_t n = 0; n < q.size(); ++n)
    for (std::size_t k = 0; k < distribution.r.size(); ++k)
      profile.intensity[static_cast<Eigen::Index>(n)] +=
          factor * distribution.p[k] * sinc(q[n] * distribution.r[k]);
  return profile;
}

}  // namespace debye
