// See cpu_histogram.hpp.

#include "histogram/cpu_histogram.hpp"

#include "tolerance_text.hpp"

namespace debye::histogram {

std::string CpuHistogram::own_description() const {
  return "histogram, " + tolerance_text(tolerance()) + ", CPU (" + set().name + ", " +
         std::to_string(threads()) + (threads() == 1 ? " thread)" : " threads)");
}

std::vector<std::int64_t> CpuHistogram::moments(const AtomClasses& atoms,
                                                std::span<ClassPair> pairs, std::size_t n_bins,
                                                const std::function<void(double)>& after_part) {
  return moment_sums(set(), atoms, pairs, n_bins, threads(), after_part);
}

}  // namespace debye::histogram

namespace debye {

std::unique_ptr<PairSumEngine> make_histogram_engine(double tolerance, int threads) {
  return std::make_unique<histogram::CpuHistogram>(*histogram::available_instruction_sets().front(),
                                                   tolerance, threads);
}

}  // namespace debye
