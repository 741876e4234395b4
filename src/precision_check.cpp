// See precision_check.hpp.

#include "precision_check.hpp"

#include <cmath>

#include "single_sums.hpp"

namespace debye {
namespace {

/// Column of the smallest P_aa/Σ A_a² over all channels, the first `first` columns left out.
Eigen::Index hardest_column(const ScatteringModel& model, const PartialProfiles& partials,
                            Eigen::Index first) {
  const Eigen::ArrayXXd self = single_sums(model, partials.q, 0);
  Eigen::ArrayXd share = Eigen::ArrayXd::Constant(self.cols(), HUGE_VAL);
  for (int a = 0; a < partials.n_channels; ++a) {
    const int row = partials.row(a, a);
    share = share.min((partials.values.row(row) / self.row(row)).transpose());
  }
  Eigen::Index column = 0;
  share.tail(share.size() - first).minCoeff(&column);
  return first + column;
}

}  // namespace

std::optional<double> error_at_hardest_q(const ScatteringModel& model,
                                         const PartialProfiles& partials, PairSumEngine& exact) {
  const Eigen::Index first = partials.q.front() == 0 ? 1 : 0;
  if (first == partials.values.cols()) return std::nullopt;
  const Eigen::Index column = hardest_column(model, partials, first);
  ScatteringModel at_column = model;
  for (Channel& channel : at_column.channels)
    channel.form = Eigen::ArrayXXd(channel.form.col(column));
  const PartialProfiles reference =
      exact.compute(at_column, QGrid({partials.q[static_cast<std::size_t>(column)]}));
  double largest = 0;
  for (int a = 0; a < partials.n_channels; ++a)
    for (int b = a; b < partials.n_channels; ++b) {
      const auto expected = [&](int c, int d) { return reference.values(reference.row(c, d), 0); };
      const double difference = partials.values(partials.row(a, b), column) - expected(a, b);
      const double error = std::abs(difference) / std::sqrt(expected(a, a) * expected(b, b));
      if (!(error <= largest)) largest = error;  // a NaN stays
    }
  return largest;
}

}  // namespace debye
