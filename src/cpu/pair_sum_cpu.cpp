// See pair_sum_cpu.hpp. Here: sorting by type, cutting into tiles, threads, ordered addition.

#include "cpu/pair_sum_cpu.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>

#include "costs.hpp"
#include "pair_sum_checks.hpp"
#include "parallel_for.hpp"
#include "single_sums.hpp"

namespace debye::cpu {
namespace {

/// Atoms in order of type, each type padded to a multiple of tile_padding with weight 0.
struct SortedAtoms {
  std::vector<double> x, y, z, weight;
  std::vector<std::size_t> first;  ///< T + 1, start of each type
  std::vector<std::size_t> count;  ///< T, atoms without padding
};

SortedAtoms sort_by_type(const ScatteringModel& model) {
  const std::size_t n_types = model.type_name.size();
  SortedAtoms sorted;
  sorted.count.assign(n_types, 0);
  for (const std::uint16_t t : model.type) ++sorted.count[t];
  sorted.first.assign(n_types + 1, 0);
  for (std::size_t t = 0; t < n_types; ++t)
    sorted.first[t + 1] =
        sorted.first[t] + (sorted.count[t] + tile_padding - 1) / tile_padding * tile_padding;
  for (auto* values : {&sorted.x, &sorted.y, &sorted.z, &sorted.weight})
    values->assign(sorted.first.back(), 0.0);
  std::vector<std::size_t> next = sorted.first;
  for (std::size_t i = 0; i < model.size(); ++i) {
    const std::size_t slot = next[model.type[i]]++;
    sorted.x[slot] = model.position[i][0];
    sorted.y[slot] = model.position[i][1];
    sorted.z[slot] = model.position[i][2];
    sorted.weight[slot] = 1.0;
  }
  return sorted;
}

struct Task {
  std::size_t type_i, type_j;
  std::size_t first_i, last_i, first_j, last_j;
};

/// Atoms to a side of a tile. 1024² pairs take about 5 ms at 200 q: long against the bookkeeping of
/// a tile, short against a whole sum. Must be a multiple of tile_padding.
constexpr std::size_t tile_side = 1024;
static_assert(tile_side % tile_padding == 0);

std::vector<Task> make_tasks(const SortedAtoms& atoms) {
  std::vector<Task> tasks;
  const std::size_t n_types = atoms.count.size();
  for (std::size_t s = 0; s < n_types; ++s)
    for (std::size_t t = s; t < n_types; ++t)
      for (std::size_t i = atoms.first[s]; i < atoms.first[s + 1]; i += tile_side)
        for (std::size_t j = s == t ? i : atoms.first[t]; j < atoms.first[t + 1]; j += tile_side)
          tasks.push_back({s, t, i, std::min(i + tile_side, atoms.first[s + 1]), j,
                           std::min(j + tile_side, atoms.first[t + 1])});
  return tasks;
}

/// Adds arrays in the order of their index, whatever the order in which they come.
class OrderedSum {
 public:
  /// @param after_add  called with the number of arrays added so far, by one thread at a time
  OrderedSum(Eigen::ArrayXXd& total, std::function<void(std::size_t)> after_add)
      : total_(total), after_add_(std::move(after_add)) {}

  void add(std::size_t index, Eigen::ArrayXXd value) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, std::move(value));
    for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_;
         it = waiting_.erase(it), ++next_)
      total_ += it->second;
    after_add_(next_);
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, Eigen::ArrayXXd> waiting_;
  std::size_t next_ = 0;
  Eigen::ArrayXXd& total_;
  std::function<void(std::size_t)> after_add_;
};

/// Σ sin(q r)/(q r) of one tile, for all q from number first_q on; none of them is 0.
void sum_tile(const TileFunctions& functions, const PairTile& tile, const QGrid& q,
              std::size_t first_q, std::optional<double> step, double* sum) {
  for (std::size_t n = first_q; n < q.size(); n += max_q_per_tile) {
    const std::size_t n_q = std::min(max_q_per_tile, q.size() - n);
    if (step)
      functions.uniform(tile, q[n], *step, n_q, sum + n);
    else
      functions.general(tile, q.values().data() + n, n_q, sum + n);
  }
  for (std::size_t n = first_q; n < q.size(); ++n) sum[n] /= q[n];
}

/// Row P_ab of a tile of types s, t: its pairs are counted once, the double sum needs both orders.
Eigen::ArrayXXd contract(const ScatteringModel& model, const Task& task,
                         const Eigen::ArrayXd& sum) {
  const auto n_channels = static_cast<Eigen::Index>(model.channels.size());
  const auto s = static_cast<Eigen::Index>(task.type_i), t = static_cast<Eigen::Index>(task.type_j);
  Eigen::ArrayXXd rows(n_channels * (n_channels + 1) / 2, sum.size());
  Eigen::Index row = 0;
  for (Eigen::Index a = 0; a < n_channels; ++a)
    for (Eigen::Index b = a; b < n_channels; ++b) {
      const auto& form_a = model.channels[static_cast<std::size_t>(a)].form;
      const auto& form_b = model.channels[static_cast<std::size_t>(b)].form;
      rows.row(row++) =
          (form_a.row(s) * form_b.row(t) + form_b.row(s) * form_a.row(t)) * sum.transpose();
    }
  return rows;
}

}  // namespace

CpuEngine::CpuEngine(const InstructionSet& set, Precision precision, int threads)
    : set_(set), precision_(precision), threads_(threads > 0 ? threads : usable_processors()) {}

std::string CpuEngine::description() const {
  return std::string("direct, ") + (precision_ == Precision::Double ? "double" : "single") +
         " precision, CPU (" + set_.name + ", " + std::to_string(threads_) +
         (threads_ == 1 ? " thread)" : " threads)");
}

SumPlan CpuEngine::plan(const ScatteringModel& model, const QGrid& q) {
  check_model(model, q);
  const double rate = q.uniform_step() ? costs::direct_uniform : costs::direct_other;
  return {(costs::cpu_call + costs::direct_terms(model, q) / rate) / threads_,
          [this, &model, &q] { return sum(model, q); }};
}

PartialProfiles CpuEngine::sum(const ScatteringModel& model, const QGrid& q) {
  const SortedAtoms atoms = sort_by_type(model);
  const std::vector<Task> tasks = make_tasks(atoms);
  const auto& functions =
      precision_ == Precision::Double ? set_.double_precision : set_.single_precision;
  const std::optional<double> step = q.uniform_step();
  const std::size_t n_in_phase = count_in_phase(q, extent_of(model.position).diagonal);

  const int n_channels = static_cast<int>(model.channels.size());
  PartialProfiles partials{q, n_channels, single_sums(model, q, n_in_phase)};
  OrderedSum total(partials.values, [&](std::size_t done) {
    report_progress(static_cast<double>(done) / static_cast<double>(tasks.size()));
  });
  parallel_for(tasks.size(), threads_, [&](std::size_t index) {
    const Task& task = tasks[index];
    const PairTile tile{atoms.x.data(),
                        atoms.y.data(),
                        atoms.z.data(),
                        atoms.weight.data(),
                        task.first_i,
                        task.last_i,
                        task.first_j,
                        task.last_j,
                        task.type_i == task.type_j && task.first_i == task.first_j};
    Eigen::ArrayXd sum = Eigen::ArrayXd::Zero(static_cast<Eigen::Index>(q.size()));
    sum_tile(functions, tile, q, n_in_phase, step, sum.data());
    total.add(index, contract(model, task, sum));
  });
  return partials;
}

}  // namespace debye::cpu

namespace debye {

std::unique_ptr<PairSumEngine> make_cpu_engine(Precision precision, int threads) {
  return std::make_unique<cpu::CpuEngine>(*cpu::available_instruction_sets().front(), precision,
                                          threads);
}

}  // namespace debye
