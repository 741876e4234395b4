// See single_sums.hpp.
#include "single_sums.hpp"

#include <algorithm>
#include <cmath>

namespace debye {

Extent extent_of(const std::vector<Position>& position) {
  Position low = position.front(), high = low;
  for (const Position& p : position)
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], p[i]);
      high[i] = std::max(high[i], p[i]);
    }
  Extent extent;
  for (std::size_t i = 0; i < 3; ++i) extent.centre[i] = low[i] + 0.5 * (high[i] - low[i]);
  extent.diagonal = std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  return extent;
}

std::size_t count_in_phase(const QGrid& q, double diagonal) {
  const double no_interference = 1e-8;
  std::size_t count = 0;
  while (count < q.size() && q[count] * diagonal <= no_interference) ++count;
  return count;
}

Eigen::ArrayXXd single_sums(const ScatteringModel& model, const QGrid& q, std::size_t n_in_phase) {
  const auto n_q = static_cast<Eigen::Index>(q.size());
  const Eigen::Index n_types = model.channels.front().form.rows();
  Eigen::ArrayXd count = Eigen::ArrayXd::Zero(n_types);
  for (const std::uint16_t type : model.type) count[type] += 1;
  const auto n_channels = model.channels.size();
  Eigen::ArrayXXd sums(static_cast<Eigen::Index>(n_channels * (n_channels + 1) / 2), n_q);
  for (Eigen::Index iq = 0; iq < n_q; ++iq) {
    const bool in_phase = static_cast<std::size_t>(iq) < n_in_phase;
    Eigen::Index row = 0;
    for (std::size_t a = 0; a < n_channels; ++a)
      for (std::size_t b = a; b < n_channels; ++b) {
        const auto form_a = model.channels[a].form.col(iq), form_b = model.channels[b].form.col(iq);
        sums(row++, iq) = in_phase ? (count * form_a).sum() * (count * form_b).sum()
                                   : (count * form_a * form_b).sum();
      }
  }
  return sums;
}

}  // namespace debye
