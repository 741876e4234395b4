// Both processors at once: one engine sums the low q, another the high q.
#pragma once

#include "debye/pair_sum.hpp"

namespace debye {

/// Divides the grid where both engines are forecast to take the same time. The time of `low` should
/// grow faster with the largest q than with the number of q, as that of the Fourier method does.
class HybridEngine final : public PairSumEngine {
 public:
  /// Both must outlive this engine and be of different hardware.
  HybridEngine(PairSumEngine& low, PairSumEngine& high) : low_(low), high_(high) {}

  double error_bound() const override;
  Precision precision() const override;
  double channel_error() const override;
  std::string description() const override;
  SumPlan plan(const ScatteringModel& model, const QGrid& q) override;
  double kernel_seconds() const override { return low_.kernel_seconds() + high_.kernel_seconds(); }

 private:
  PairSumEngine &low_, &high_;
};

}  // namespace debye
