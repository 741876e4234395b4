// The histogram engine on CPU threads.
#pragma once

#include "costs.hpp"
#include "histogram/histogram_engine.hpp"

namespace debye::histogram {

/// Counts with the functions of one instruction set; distances in double.
class CpuHistogram final : public HistogramEngine {
 public:
  CpuHistogram(const InstructionSet& set, double tolerance, int threads)
      : HistogramEngine(set, tolerance, threads) {}

 private:
  std::string own_description() const override;
  std::vector<std::int64_t> moments(const AtomClasses& atoms, std::span<ClassPair> pairs,
                                    std::size_t n_bins,
                                    const std::function<void(double)>& after_part) override;
  double seconds(const Cost& cost) const override {
    return (costs::cpu_call + cost.counting + cost.transform) / threads();
  }
};

}  // namespace debye::histogram
