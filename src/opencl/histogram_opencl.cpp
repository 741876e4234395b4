// See histogram_opencl.hpp.
#include "opencl/histogram_opencl.hpp"

#include <algorithm>
#include <string>

#include "costs.hpp"
#include "debye/error.hpp"
#include "histogram/histogram_engine.hpp"
#include "opencl/choose_device.hpp"
#include "opencl/device.hpp"
#include "opencl/pair_histogram.hpp"
#include "parallel_for.hpp"
#include "tolerance_text.hpp"

namespace debye::opencl {
namespace {

class OpenClHistogram final : public histogram::HistogramEngine {
 public:
  OpenClHistogram(std::shared_ptr<OpenDevice> device, double tolerance,
                  const HistogramOptions& options)
      : HistogramEngine(*histogram::available_instruction_sets().front(), tolerance,
                        options.threads),
        counter_(std::move(device), options) {}

  SumPlan plan(const ScatteringModel& model, const QGrid& q) override {
    SumPlan plan = HistogramEngine::plan(model, q);
    plan.compute = [this, sum = std::move(plan.compute)] {
      const double before = counter_.kernel_seconds();
      PartialProfiles partials = sum();
      kernel_seconds_ = counter_.kernel_seconds() - before;
      return partials;
    };
    return plan;
  }

  double kernel_seconds() const override { return kernel_seconds_; }

 private:
  std::string own_description() const override {
    return "histogram, " + tolerance_text(tolerance()) + ", " + describe(counter_.device().info);
  }

  /// A device short of memory is given fewer pairs of classes at a time.
  std::vector<std::int64_t> moments(const histogram::AtomClasses& atoms,
                                    std::span<histogram::ClassPair> pairs, std::size_t n_bins,
                                    const std::function<void(double)>& after_part) override {
    constexpr std::size_t most_parts = 8;
    for (std::size_t n_parts = 1;; n_parts *= 2) try {
        std::vector<std::int64_t> sums;
        const std::size_t step = (pairs.size() + n_parts - 1) / n_parts;
        for (std::size_t first = 0; first < pairs.size(); first += step) {
          const std::size_t n = std::min(step, pairs.size() - first);
          const auto some = counter_.moments(atoms, pairs.subspan(first, n), n_bins);
          sums.insert(sums.end(), some.begin(), some.end());
          after_part(static_cast<double>(first + n) / static_cast<double>(pairs.size()));
        }
        return sums;
      } catch (const OutOfMemory& error) {
        if (n_parts == most_parts)
          fail<DeviceError>(describe(counter_.device().info), ": ", error.what());
      }
  }

  /// Moments are rounded to 2^-18 of a bin. Up to 1.2e-6 of the phase was measured
  /// (tests/test_histogram_opencl.cpp).
  double counting_error(double phase) const override { return 4e-6 * phase; }

  double seconds(const histogram::Cost& cost) const override {
    const double rate = costs::device_pairs * costs::device_speed(counter_.device().info);
    const double counting = cost.pairs * (1 + cost.bins / costs::device_bins) / rate;
    // By all processors, whatever threads() are, on which the choice of a method must not depend.
    return costs::device_call + counting + cost.transform / usable_processors();
  }

  PairHistogram counter_;
  double kernel_seconds_ = 0;
};

}  // namespace
}  // namespace debye::opencl

namespace debye {

std::unique_ptr<PairSumEngine> make_opencl_histogram_engine(
    std::shared_ptr<opencl::OpenDevice> device, double tolerance, const HistogramOptions& options) {
  return std::make_unique<opencl::OpenClHistogram>(std::move(device), tolerance, options);
}

}  // namespace debye
