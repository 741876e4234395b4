// See sum_check.hpp.

#include "sum_check.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "cpu/row_sums.hpp"
#include "grid_columns.hpp"
#include "single_sums.hpp"

namespace debye {
namespace {

constexpr std::size_t n_draws = 4;

/// Time that a check by all pairs may take [s], and terms of a check by rows that a thread ends in
/// about as long.
constexpr double most_seconds = 5, terms_a_thread = 2.5e9;

/// B_t(q) = Σ_a k_a A_a(t, q): T × Nq.
Eigen::ArrayXXd curve_amplitude(const ScatteringModel& model,
                                const std::vector<double>& coefficient) {
  Eigen::ArrayXXd sum = coefficient[0] * model.channels[0].form;
  for (std::size_t a = 1; a < model.channels.size(); ++a)
    sum += coefficient[a] * model.channels[a].form;
  return sum;
}

/// The curve as the only channel, with the amplitudes of the rows times a sign.
ScatteringModel with_rows(const ScatteringModel& model, const Eigen::ArrayXXd& amplitude,
                          const std::vector<std::size_t>& rows, double sign) {
  const Eigen::Index n_types = amplitude.rows();
  ScatteringModel marked{model.position, model.type, model.type_name, {{"curve", {}}}};
  for (const std::string& name : model.type_name) marked.type_name.push_back(name + " of a row");
  for (const std::size_t row : rows)
    marked.type[row] = static_cast<std::uint16_t>(marked.type[row] + n_types);
  Eigen::ArrayXXd& form = marked.channels[0].form;
  form.resize(2 * n_types, amplitude.cols());
  form << amplitude, sign * amplitude;
  return marked;
}

/// The sum over pairs of a row and another atom by the engine: a quarter of the difference that
/// the sign of the rows makes. A factor of another size would make the engine choose other
/// parameters.
Eigen::ArrayXd row_sums_by(PairSumEngine& engine, const ScatteringModel& model, const QGrid& q,
                           const Eigen::ArrayXXd& amplitude, const std::vector<std::size_t>& rows) {
  const auto intensity = [&](double sign) -> Eigen::ArrayXd {
    return engine.compute(with_rows(model, amplitude, rows, sign), q).values.row(0).transpose();
  };
  return (intensity(1) - intensity(-1)) / 4;
}

/// The column and up to n − 1 others, spread over the grid, q = 0 left out.
std::vector<std::size_t> columns_with(std::size_t hardest, const QGrid& q, std::size_t n) {
  const std::size_t first = q.front() == 0 ? 1 : 0, last = q.size() - 1;
  std::vector<std::size_t> columns = {hardest};
  for (std::size_t i = 0; i + 1 < n; ++i)
    columns.push_back(first + (last - first) * i / std::max<std::size_t>(1, n - 2));
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

}  // namespace

std::optional<std::size_t> hardest_column(const ScatteringModel& model,
                                          const PartialProfiles& partials,
                                          const std::vector<double>& coefficient) {
  const Eigen::Index first = partials.q.front() == 0 ? 1 : 0;
  if (first == partials.values.cols()) return std::nullopt;
  const Eigen::ArrayXd intensity = partials.combine(coefficient).intensity;
  const PartialProfiles self{partials.q, partials.n_channels, single_sums(model, partials.q, 0)};
  const Eigen::ArrayXd share = intensity / self.combine(coefficient).intensity;
  Eigen::Index column = 0;
  share.tail(share.size() - first).minCoeff(&column);
  return static_cast<std::size_t>(column + first);
}

MeasuredError compare_sums(const ScatteringModel& model, const PartialProfiles& partials,
                           const std::vector<double>& coefficient, PairSumEngine& exact,
                           const std::vector<std::size_t>& columns) {
  const Eigen::ArrayXd found = partials.combine(coefficient).intensity;
  const QGrid q = at_columns(partials.q, columns);
  const Eigen::ArrayXd expected =
      exact.compute(at_columns(model, columns), q).combine(coefficient).intensity;
  MeasuredError error{0, q.front(), columns.size(), model.size(), model.size(), 0};
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const double one = std::abs(
        found[static_cast<Eigen::Index>(columns[c])] / expected[static_cast<Eigen::Index>(c)] - 1);
    if (one <= error.largest) continue;  // so that NaN is kept
    error.largest = one;
    error.q = q[c];
  }
  return error;
}

MeasuredError compare_rows(const ScatteringModel& model, const PartialProfiles& partials,
                           const std::vector<double>& coefficient, PairSumEngine& engine,
                           const std::vector<std::size_t>& columns, std::size_t rows, int threads) {
  const QGrid& q = partials.q;
  const Eigen::ArrayXd intensity = partials.combine(coefficient).intensity;
  const Eigen::ArrayXXd amplitude = curve_amplitude(model, coefficient);
  const std::size_t n = model.size(), in_draw = rows / n_draws;
  const double all_pairs = static_cast<double>(n) * static_cast<double>(n - 1);
  const double drawn_pairs = static_cast<double>(in_draw) * static_cast<double>(n - in_draw);
  std::mt19937_64 random(n);
  const auto n_columns = static_cast<Eigen::Index>(columns.size());
  Eigen::ArrayXXd errors(n_columns, static_cast<Eigen::Index>(n_draws));
  for (Eigen::Index draw = 0; draw < errors.cols(); ++draw) {
    std::vector<std::size_t> drawn;
    while (drawn.size() < in_draw) {
      drawn.push_back(random() % n);
      std::sort(drawn.begin(), drawn.end());
      drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
    }
    const Eigen::ArrayXd sums = row_sums_by(engine, model, q, amplitude, drawn);
    const Eigen::ArrayXd exact = cpu::row_sums(model, q, amplitude, drawn, columns, threads);
    for (Eigen::Index c = 0; c < n_columns; ++c) {
      const auto column = static_cast<Eigen::Index>(columns[static_cast<std::size_t>(c)]);
      errors(c, draw) = (sums[column] - exact[c]) / intensity[column] * all_pairs / drawn_pairs;
    }
  }
  const Eigen::ArrayXd mean = errors.rowwise().mean();
  const Eigen::ArrayXd variance =
      (errors.colwise() - mean).square().rowwise().sum() / (n_draws * (n_draws - 1.0));
  Eigen::Index worst = 0;
  for (Eigen::Index c = 1; c < n_columns; ++c)
    if (!(std::abs(mean[c]) <= std::abs(mean[worst]))) worst = c;  // so that NaN is kept
  return {std::abs(mean[worst]),
          q[columns[static_cast<std::size_t>(worst)]],
          columns.size(),
          in_draw * n_draws,
          n,
          std::sqrt(variance[worst])};
}

std::optional<MeasuredError> check_sum(const ScatteringModel& model,
                                       const PartialProfiles& partials,
                                       const std::vector<double>& coefficient,
                                       PairSumEngine& engine, PairSumEngine& exact, int threads) {
  const std::optional<std::size_t> hardest = hardest_column(model, partials, coefficient);
  if (!hardest) return std::nullopt;
  const std::vector<std::size_t> columns = columns_with(*hardest, partials.q, 5);
  const double seconds =
      exact.plan(at_columns(model, columns), at_columns(partials.q, columns)).seconds;
  if (seconds <= most_seconds) return compare_sums(model, partials, coefficient, exact, columns);
  const std::vector<std::size_t> few = columns_with(*hardest, partials.q, 3);
  const double terms_a_row = static_cast<double>(model.size() * few.size());
  const double rows = threads * terms_a_thread / terms_a_row;
  return compare_rows(model, partials, coefficient, engine, few,
                      std::max<std::size_t>(8 * n_draws, static_cast<std::size_t>(rows)), threads);
}

}  // namespace debye
