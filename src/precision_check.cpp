// See precision_check.hpp.

#include "precision_check.hpp"

#include <cmath>

#include "single_sums.hpp"

namespace debye {

std::optional<double> error_at_hardest_q(const ScatteringModel& model,
                                         const PartialProfiles& partials,
                                         const std::vector<double>& coefficient,
                                         PairSumEngine& exact) {
  const Eigen::Index first = partials.q.front() == 0 ? 1 : 0;
  if (first == partials.values.cols()) return std::nullopt;
  const Eigen::ArrayXd intensity = partials.combine(coefficient).intensity;
  const PartialProfiles self{partials.q, partials.n_channels, single_sums(model, partials.q, 0)};
  const Eigen::ArrayXd share = intensity / self.combine(coefficient).intensity;
  Eigen::Index column = 0;
  share.tail(share.size() - first).minCoeff(&column);
  column += first;

  ScatteringModel at_column = model;
  for (Channel& channel : at_column.channels)
    channel.form = Eigen::ArrayXXd(channel.form.col(column));
  const double expected =
      exact.compute(at_column, QGrid({partials.q[static_cast<std::size_t>(column)]}))
          .combine(coefficient)
          .intensity[0];
  return std::abs(intensity[column] / expected - 1);
}

}  // namespace debye
