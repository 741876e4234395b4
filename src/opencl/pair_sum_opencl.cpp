// Chooses between the two forms of the direct sum, and adds what needs no distances.
#include "opencl/pair_sum_opencl.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "costs.hpp"
#include "opencl/choose_device.hpp"
#include "opencl/device_group.hpp"
#include "opencl/direct_run.hpp"
#include "opencl/fast_form.hpp"
#include "opencl/two_q_form.hpp"
#include "pair_sum_checks.hpp"
#include "single_sums.hpp"

namespace debye::opencl {
namespace {

template <class Real>
class OpenClEngine final : public PairSumEngine {
 public:
  explicit OpenClEngine(std::shared_ptr<DeviceGroup> devices)
      : devices_(std::move(devices)), launcher_(devices_->first(), devices_->launch_limits()) {}

  // See tests/accuracy.hpp for what was measured.
  double error_bound() const override { return std::is_same_v<Real, double> ? 1e-9 : 1e-5; }
  double channel_error() const override { return std::is_same_v<Real, float> ? 1e-7 : 1e-15; }
  Precision precision() const override {
    return std::is_same_v<Real, double> ? Precision::Double : Precision::Single;
  }
  std::string description() const override {
    return std::string("direct (") + (was_fast_ ? "fast form" : "two-q kernel") + "), " +
           (std::is_same_v<Real, float> ? "single" : "double") + " precision, " +
           describe(*devices_, was_fast_);
  }
  SumPlan plan(const ScatteringModel& model, const QGrid& q) override {
    check_model(model, q);
    return {costs::direct_on(devices_->first()->device().info, model, q),
            [this, &model, &q] { return sum(model, q); }};
  }
  double kernel_seconds() const override { return kernel_seconds_; }

 private:
  PartialProfiles sum(const ScatteringModel& model, const QGrid& q);
  Eigen::ArrayXXd sum_pairs(const ScatteringModel& model, const QGrid& q, const Extent& extent,
                            std::size_t chunk_bytes);

  std::shared_ptr<DeviceGroup> devices_;
  Launcher launcher_;
  TwoQForm<Real> two_q_form_;
  bool was_fast_ = false;  ///< the last sum
  double kernel_seconds_ = 0;
};

template <class Real>
Eigen::ArrayXXd OpenClEngine<Real>::sum_pairs(const ScatteringModel& model, const QGrid& q,
                                              const Extent& extent, std::size_t chunk_bytes) {
  const auto progress = [this](double fraction) { report_progress(fraction); };
  DirectRun run{*devices_, launcher_, chunk_bytes, progress, 0};
  const std::size_t first = count_in_phase(q, extent.diagonal);
  const std::size_t first_fast = first_fast_q<Real>(*devices_, model, q, first);
  was_fast_ = first_fast < q.size();
  Eigen::ArrayXXd sums = two_q_form_.sum_pairs(run, model, extent, q, first, first_fast);
  kernel_seconds_ = run.kernel_seconds;
  if (was_fast_) {
    const SineSums sines = sine_sums<Real>(*devices_, model, q.front(), q.uniform_step().value(),
                                           first_fast, q.size(), {}, progress);
    sums += contract(model, q, first_fast, sines);
    kernel_seconds_ += sines.kernel_seconds;
  }
  return sums;
}

template <class Real>
PartialProfiles OpenClEngine<Real>::sum(const ScatteringModel& model, const QGrid& q) {
  check_for_device(model);
  const Extent extent = extent_of(model.position);
  std::size_t chunk_bytes = devices_->chunk_bytes();
  for (int attempts = 4;; --attempts, chunk_bytes /= 2) {
    try {
      const Eigen::ArrayXXd pairs = sum_pairs(model, q, extent, chunk_bytes);
      const std::size_t n_in_phase = count_in_phase(q, extent.diagonal);
      return {q, static_cast<int>(model.channels.size()),
              single_sums(model, q, n_in_phase) + pairs};
    } catch (const OutOfMemory& error) {
      if (attempts == 1)
        fail<DeviceError>(describe(devices_->first()->device().info), ": ", error.what());
    }
  }
}

}  // namespace
}  // namespace debye::opencl

namespace debye {

std::unique_ptr<PairSumEngine> make_opencl_engine(std::shared_ptr<opencl::DeviceGroup> devices,
                                                  Precision precision) {
  if (precision == Precision::Single)
    return std::make_unique<opencl::OpenClEngine<float>>(std::move(devices));
  opencl::require_double(*devices);
  return std::make_unique<opencl::OpenClEngine<double>>(std::move(devices));
}

}  // namespace debye
