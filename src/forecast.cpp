// See forecast.hpp.

#include "forecast.hpp"

#include <algorithm>

#include "fourier/fourier_engine.hpp"
#include "histogram/atom_classes.hpp"
#include "histogram/cost.hpp"
#include "single_sums.hpp"

namespace debye {
namespace {

/// Pairs × q that a thread sums directly in a second, in double precision; of `debye bench` on a
/// Zen 5 server with AVX-512, on uniform grids and on others.
constexpr double uniform_rate = 2.2e10, other_rate = 2.9e9;

/// Start of the threads and the like, in any method [s].
constexpr double overhead = 1e-4;

double direct_seconds(const ScatteringModel& model, const QGrid& q, int threads) {
  const auto n = static_cast<double>(model.size());
  const double rate = q.uniform_step() ? uniform_rate : other_rate;
  return overhead + n * n / 2 * static_cast<double>(q.size()) / (rate * threads);
}

double histogram_seconds(const ScatteringModel& model, const QGrid& q, double tolerance,
                         int threads) {
  const Extent extent = extent_of(model.position);
  const std::size_t n_classes = histogram::sort_into_classes(model, extent.centre).classes.size();
  return histogram::predicted_seconds(model.size(), n_classes, model.channels.size(),
                                      extent.diagonal, q, tolerance, threads);
}

}  // namespace

std::vector<Forecast> forecast(const ScatteringModel& model, const QGrid& q, double tolerance,
                               int threads) {
  std::vector<Forecast> all = {
      {Method::Direct, direct_seconds(model, q, threads)},
      {Method::Histogram, histogram_seconds(model, q, tolerance, threads)},
      {Method::Fourier, fourier::fourier_seconds(model, q, tolerance, threads)}};
  std::stable_sort(all.begin(), all.end(),
                   [](const Forecast& a, const Forecast& b) { return a.seconds < b.seconds; });
  return all;
}

}  // namespace debye
