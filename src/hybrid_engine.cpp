// See hybrid_engine.hpp.

#include "hybrid_engine.hpp"

#include <algorithm>
#include <future>
#include <mutex>

#include "grid_columns.hpp"
#include "pair_sum_checks.hpp"

namespace debye {
namespace {

/// One engine's share of the grid.
struct Share {
  QGrid q;
  ScatteringModel model;
  SumPlan plan;
};

std::shared_ptr<Share> make_share(PairSumEngine& engine, const ScatteringModel& model,
                                  const QGrid& q, std::size_t first, std::size_t n) {
  const std::vector<std::size_t> columns = column_range(first, n);
  auto share =
      std::make_shared<Share>(Share{at_columns(q, columns), at_columns(model, columns), {}});
  share->plan = engine.plan(share->model, share->q);
  return share;
}

/// Fractions done of both shares → that of the whole; may be called by both at once.
class JointProgress {
 public:
  JointProgress(std::function<void(double)> report, double low_share)
      : report_(std::move(report)), share_{low_share, 1 - low_share} {}
  void set(std::size_t part, double fraction) {
    const std::lock_guard lock(mutex_);
    done_[part] = fraction;
    report_(share_[0] * done_[0] + share_[1] * done_[1]);
  }

 private:
  std::function<void(double)> report_;
  double share_[2], done_[2] = {0, 0};
  std::mutex mutex_;
};

}  // namespace

double HybridEngine::error_bound() const {
  return std::max(low_.error_bound(), high_.error_bound());
}

Precision HybridEngine::precision() const {
  const bool exact =
      low_.precision() == Precision::Double && high_.precision() == Precision::Double;
  return exact ? Precision::Double : Precision::Single;
}

double HybridEngine::channel_error() const {
  return std::max(low_.channel_error(), high_.channel_error());
}

std::string HybridEngine::description() const {
  return "hybrid: low q " + low_.description() + "; high q " + high_.description();
}

SumPlan HybridEngine::plan(const ScatteringModel& model, const QGrid& q) {
  check_model(model, q);
  if (q.size() == 1) {
    SumPlan plan = low_.plan(model, q);
    plan.compute = [this, sum = std::move(plan.compute)] {
      low_.on_progress([this](double fraction) { report_progress(fraction); });
      return sum();
    };
    return plan;
  }
  // The largest part for which `low` is not the slower one, at least one q and at most all but one.
  std::size_t begin = 1, end = q.size() - 1;
  std::shared_ptr<Share> low, high;
  const auto divide_at = [&](std::size_t n) {
    low = make_share(low_, model, q, 0, n);
    high = make_share(high_, model, q, n, q.size() - n);
  };
  while (begin < end) {
    const std::size_t middle = begin + (end - begin + 1) / 2;
    divide_at(middle);
    if (low->plan.seconds <= high->plan.seconds)
      begin = middle;
    else
      end = middle - 1;
  }
  divide_at(begin);
  const auto compute = [this, &q, low, high] {
    const auto progress = std::make_shared<JointProgress>(
        [this](double fraction) { report_progress(fraction); },
        static_cast<double>(low->q.size()) / static_cast<double>(q.size()));
    low_.on_progress([progress](double fraction) { progress->set(0, fraction); });
    high_.on_progress([progress](double fraction) { progress->set(1, fraction); });
    auto of_high = std::async(std::launch::async, high->plan.compute);
    const PartialProfiles of_low = low->plan.compute();
    PartialProfiles all{q, of_low.n_channels, {}};
    const Eigen::ArrayXXd upper = of_high.get().values;
    all.values.resize(upper.rows(), static_cast<Eigen::Index>(q.size()));
    all.values << of_low.values, upper;
    return all;
  };
  return {std::max(low->plan.seconds, high->plan.seconds), compute};
}

}  // namespace debye
