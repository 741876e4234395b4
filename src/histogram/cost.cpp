// See cost.hpp.

#include "histogram/cost.hpp"

#include <algorithm>
#include <cmath>

#include "costs.hpp"
#include "histogram/distance_bins.hpp"
#include "histogram/pair_bins.hpp"

namespace debye::histogram {

Cost predicted_cost(std::size_t n, std::size_t n_classes, std::size_t n_channels, double d_max,
                    const QGrid& q, double tolerance) {
  using cost = costs::Histogram;
  const auto atoms = static_cast<double>(n), classes = static_cast<double>(n_classes);
  const auto channels = static_cast<double>(n_channels), n_q = static_cast<double>(q.size());
  const double width = usual_phase(tolerance) / std::max(q.back(), 1e-30);
  const double bins = static_cast<double>(choose_bins(width, d_max).n_bins);
  const double rows = classes * (classes + 1) / 2;
  // Half a vector is empty at the end of each class, and the diagonal cuts one in two.
  const double pairs = atoms * (atoms + static_cast<double>(atom_padding) * classes) / 2;
  const double blocks = rows + pairs / static_cast<double>(max_packed_pairs);
  const double points = bins * static_cast<double>(points_per_bin);
  const double counting = cost::pair * pairs + cost::bin * bins * blocks;
  const double transform = cost::weights * rows * bins + cost::sine * points * n_q +
                           cost::product * rows * points * n_q +
                           cost::amplitude * rows * n_q * channels * (channels + 1) / 2;
  return {pairs, bins, 1e-9 * counting, 1e-9 * transform};
}

}  // namespace debye::histogram
