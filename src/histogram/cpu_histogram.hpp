// The histogram engine on CPU threads.
#pragma once

#include "histogram/histogram_engine.hpp"

namespace debye::histogram {

/// Counts with the functions of one instruction set; distances in double.
class CpuHistogram final : public HistogramEngine {
 public:
  CpuHistogram(const InstructionSet& set, double tolerance, int threads)
      : HistogramEngine(set, tolerance, threads) {}
  std::string description() const override;

 private:
  std::vector<std::int64_t> moments(const AtomClasses& atoms, std::span<ClassPair> pairs,
                                    std::size_t n_bins,
                                    const std::function<void(double)>& after_part) override;
};

}  // namespace debye::histogram
