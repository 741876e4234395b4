// See histogram_opencl.hpp.
#include "opencl/histogram_opencl.hpp"

#include <string>

#include "histogram/histogram_engine.hpp"
#include "opencl/choose_device.hpp"
#include "opencl/device.hpp"
#include "opencl/pair_histogram.hpp"

namespace debye::opencl {
namespace {

class OpenClHistogram final : public histogram::HistogramEngine {
 public:
  OpenClHistogram(Device device, double tolerance, const HistogramOptions& options)
      : HistogramEngine(*histogram::available_instruction_sets().front(), tolerance, 0),
        counter_(std::move(device), options) {}

  std::string description() const override {
    return "histogram, " + histogram::tolerance_text(tolerance()) + ", " +
           describe(counter_.device().info);
  }

  PartialProfiles compute(const ScatteringModel& model, const QGrid& q) override {
    const double before = counter_.kernel_seconds();
    PartialProfiles partials = HistogramEngine::compute(model, q);
    kernel_seconds_ = counter_.kernel_seconds() - before;
    return partials;
  }

  double kernel_seconds() const override { return kernel_seconds_; }

 private:
  std::vector<std::int64_t> moments(const histogram::AtomClasses& atoms,
                                    std::span<histogram::ClassPair> pairs, std::size_t n_bins,
                                    const std::function<void(double)>& after_part) override {
    auto sums = counter_.moments(atoms, pairs, n_bins);
    after_part(1.0);
    return sums;
  }

  /// Moments are rounded to 2^-18 of a bin. Up to 1.2e-6 of the phase was measured
  /// (tests/test_histogram_opencl.cpp).
  double counting_error(double phase) const override { return 4e-6 * phase; }

  PairHistogram counter_;
  double kernel_seconds_ = 0;
};

}  // namespace
}  // namespace debye::opencl

namespace debye {

std::unique_ptr<PairSumEngine> make_opencl_histogram_engine(int device_index, double tolerance,
                                                            const HistogramOptions& options) {
  return std::make_unique<opencl::OpenClHistogram>(opencl::device_of(device_index), tolerance,
                                                   options);
}

}  // namespace debye
