// Plans the work for kernels/debye_blocks.cl, and turns its sums over pairs of types into partial
// profiles.
#include "opencl/fast_form.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <type_traits>

namespace debye::opencl {
namespace {

std::size_t longest_run(const DeviceGroup& devices, std::size_t n_atoms, std::size_t n_passes) {
  if (devices.options().max_blocks) return devices.options().max_blocks * devices.block_size();
  return choose_longest_run(n_atoms, n_passes, devices.block_size(),
                            std::max(devices.first()->device().info.compute_units, 1u),
                            devices.options().shortest_run);
}

std::size_t passes_for(std::size_t n_q, BlockShape shape) {
  return (n_q + shape.size() - 1) / shape.size();
}

/// Instructions of a work-item, from the code of both kernels: for a pair and q in one form; in the
/// other for a pair, and for the sums over a group after up to 256 pairs, which take the longer the
/// more types share a group.
///
/// There is no choice between tiles of one type and amplitudes in the inner loop: only the atoms j
/// of a run are of one type, so that many small types shorten the runs but pad nothing. The sums
/// over a group then weigh more: with 50 types and 1000 atoms, runs of 10, as much as the pairs.
constexpr double two_q_cost = 20;
constexpr double pair_cost = 230, group_sum_cost = 2000, row_cost = 400;

/// Products of rounded sines leak 1e-11 of I(0) into minima of I, where that is 1e-6 of I(0) and
/// less in large particles: errors of 6e-6 of I at 100 000 atoms, 2e-5 at 300 000 (random proteins,
/// NVIDIA H200). In double precision there are no such limits.
constexpr std::size_t most_atoms_in_single = 150'000;

double fast_cost(const TypeRuns& list, std::size_t n_passes) {
  const std::size_t pairs_between = 256;
  double cost = row_cost * static_cast<double>(list.rows.size());
  for (const TypeRun& run : list.runs) {
    const auto n = static_cast<std::size_t>(run.n_j);
    const std::size_t n_sums = (n + pairs_between - 1) / pairs_between;
    cost += pair_cost * static_cast<double>(n) + group_sum_cost * static_cast<double>(n_sums);
  }
  return cost * static_cast<double>(n_passes);
}

}  // namespace

template <class Real>
std::size_t first_fast_q(const DeviceGroup& devices, const ScatteringModel& model, const QGrid& q,
                         std::size_t first) {
  const std::optional<double> delta = q.uniform_step();
  const DirectKernel kernel = devices.options().kernel;
  if (!delta || kernel == DirectKernel::TwoQ) return q.size();
  if (std::is_same_v<Real, float> && model.size() > most_atoms_in_single) return q.size();
  if (first < q.size() && q[first] < 0.5 * *delta) ++first;
  if (first == q.size() || kernel == DirectKernel::Fast) return first;
  std::vector<std::uint16_t> type = model.type;
  std::sort(type.begin(), type.end());
  const std::size_t n_q = q.size() - first, n_passes = passes_for(n_q, {});
  const double pairs_of_item = 0.5 * static_cast<double>(model.size()) *
                               static_cast<double>(model.size()) /
                               static_cast<double>(devices.block_size());
  const TypeRuns list =
      make_type_runs(type, devices.block_size(), longest_run(devices, model.size(), n_passes));
  const bool pays =
      fast_cost(list, n_passes) < two_q_cost * pairs_of_item * static_cast<double>(n_q);
  return pays ? first : q.size();
}

template <class Real>
SineSums sine_sums(DeviceGroup& devices, const ScatteringModel& model, double q_min, double delta,
                   std::size_t first, std::size_t size, BlockShape shape,
                   const std::function<void(double)>& progress) {
  SineSums result;
  if (model.size() < 2) return result;
  const std::vector<BlockPass> passes = make_block_passes<Real>(q_min, delta, first, size, shape);
  BlockJob<Real> job = make_block_job<Real>(model, {shape, {}}, devices.block_size(),
                                            longest_run(devices, model.size(), passes.size()));
  result.pairs = job.pairs;
  result.values.resize(static_cast<Eigen::Index>(size - first),
                       static_cast<Eigen::Index>(job.pairs.size()));
  // As many passes together as the results allow, so that small models fill the device.
  const std::size_t row_bytes = job.list.rows.size() * sizeof(Real2<Real>);
  const std::size_t pass_bytes =
      shape.size() * std::max(row_bytes, job.pairs.size() * sizeof(double));
  const std::size_t step = std::max(devices.chunk_bytes() / pass_bytes, std::size_t{1});
  std::vector<double> sines(shape.size());
  for (std::size_t done = 0; done < passes.size();) {
    const std::size_t count = std::min(step, passes.size() - done);
    const auto begin = passes.begin() + static_cast<std::ptrdiff_t>(done);
    job.grid.passes.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
    const auto sums = devices.queue<Real>().sum(job, [&](double fraction) {
      progress((static_cast<double>(done) + fraction * static_cast<double>(count)) /
               static_cast<double>(passes.size()));
    });
    result.kernel_seconds += sums.kernel_seconds;
    std::span<const double> products = sums.sums;
    for (const BlockPass& pass : job.grid.passes)
      for (Eigen::Index pair = 0; pair < result.values.cols(); ++pair) {
        sums_of_sines(shape, products.first(shape.size()), sines);
        products = products.subspan(shape.size());
        for (std::size_t i = 0; i < shape.size() && pass.first + i < size; ++i)
          result.values(static_cast<Eigen::Index>(pass.first - first + i), pair) =
              sines[i] * pass.unit;
      }
    done += count;
  }
  return result;
}

Eigen::ArrayXXd contract(const ScatteringModel& model, const QGrid& q, std::size_t first,
                         const SineSums& sums) {
  const auto n_channels = static_cast<Eigen::Index>(model.channels.size());
  const auto n_q = static_cast<Eigen::Index>(q.size() - first);
  Eigen::ArrayXXd by_q = Eigen::ArrayXXd::Zero(n_q, n_channels * (n_channels + 1) / 2);
  std::vector<Eigen::ArrayXXd> form;  // q × types
  for (const Channel& channel : model.channels)
    form.emplace_back(channel.form.rightCols(n_q).transpose());
  for (std::size_t pair = 0; pair < sums.pairs.size(); ++pair) {
    const Eigen::Index k = sums.pairs[pair].k, j = sums.pairs[pair].j;
    const auto value = sums.values.col(static_cast<Eigen::Index>(pair)).array();
    Eigen::Index row = 0;
    for (std::size_t a = 0; a < form.size(); ++a)
      for (std::size_t b = a; b < form.size(); ++b)
        by_q.col(row++) +=
            value * (form[a].col(k) * form[b].col(j) + form[a].col(j) * form[b].col(k));
  }
  for (Eigen::Index i = 0; i < n_q; ++i) by_q.row(i) /= q[first + static_cast<std::size_t>(i)];
  Eigen::ArrayXXd all = Eigen::ArrayXXd::Zero(by_q.cols(), static_cast<Eigen::Index>(q.size()));
  all.rightCols(n_q) = by_q.transpose();
  return all;
}

#define DEBYE_INSTANTIATE(Real)                                                           \
  template std::size_t first_fast_q<Real>(const DeviceGroup&, const ScatteringModel&,     \
                                          const QGrid&, std::size_t);                     \
  template SineSums sine_sums<Real>(DeviceGroup&, const ScatteringModel&, double, double, \
                                    std::size_t, std::size_t, BlockShape,                 \
                                    const std::function<void(double)>&);
DEBYE_INSTANTIATE(float)
DEBYE_INSTANTIATE(double)
#undef DEBYE_INSTANTIATE

}  // namespace debye::opencl
