// Chooses between the two forms of the direct sum, and adds what needs no distances.
#include "opencl/pair_sum_opencl.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "costs.hpp"
#include "opencl/choose_device.hpp"
#include "opencl/device.hpp"
#include "opencl/direct_run.hpp"
#include "opencl/fast_form.hpp"
#include "opencl/launcher.hpp"
#include "opencl/two_q_form.hpp"
#include "pair_sum_checks.hpp"
#include "single_sums.hpp"

namespace debye::opencl {
namespace {

template <class Real>
class OpenClEngine final : public PairSumEngine {
 public:
  OpenClEngine(Device device, const OpenClOptions& options);
  double error_bound() const override;
  double channel_error() const override { return std::is_same_v<Real, float> ? 1e-7 : 1e-15; }
  Precision precision() const override {
    return std::is_same_v<Real, double> ? Precision::Double : Precision::Single;
  }
  std::string description() const override;
  SumPlan plan(const ScatteringModel& model, const QGrid& q) override;
  double kernel_seconds() const override { return kernel_seconds_; }

 private:
  PartialProfiles sum(const ScatteringModel& model, const QGrid& q);
  Eigen::ArrayXXd sum_pairs(const ScatteringModel& model, const QGrid& q, const Extent& extent,
                            std::size_t chunk_bytes);

  Device device_;
  OpenClOptions options_;
  Launcher launcher_;
  TwoQForm<Real> two_q_form_;
  FastForm<Real> fast_form_;
  bool was_fast_ = false;  ///< the last sum
  double kernel_seconds_ = 0;
};

template <class Real>
OpenClEngine<Real>::OpenClEngine(Device device, const OpenClOptions& options)
    : device_(std::move(device)),
      options_(options),
      launcher_(device_, {options.launch_seconds, options.max_launch_groups}) {}

template <class Real>
double OpenClEngine<Real>::error_bound() const {
  // See tests/accuracy.hpp for what was measured.
  return std::is_same_v<Real, double> ? 1e-9 : 1e-5;
}

template <class Real>
std::string OpenClEngine<Real>::description() const {
  return std::string("direct (") + (was_fast_ ? "fast form" : "two-q kernel") + "), " +
         (std::is_same_v<Real, float> ? "single" : "double") + " precision, " +
         describe(device_.info);
}

template <class Real>
Eigen::ArrayXXd OpenClEngine<Real>::sum_pairs(const ScatteringModel& model, const QGrid& q,
                                              const Extent& extent, std::size_t chunk_bytes) {
  DirectRun run{device_,
                launcher_,
                options_,
                chunk_bytes,
                [this](double fraction) { report_progress(fraction); },
                0};
  const std::size_t first = count_in_phase(q, extent.diagonal);
  const std::size_t first_fast = fast_form_.first_q(run, model, q, first);
  was_fast_ = first_fast < q.size();
  Eigen::ArrayXXd sums = two_q_form_.sum_pairs(run, model, extent, q, first, first_fast);
  if (was_fast_) sums += fast_form_.sum_pairs(run, model, extent, q, first_fast);
  kernel_seconds_ = run.kernel_seconds;
  return sums;
}

template <class Real>
SumPlan OpenClEngine<Real>::plan(const ScatteringModel& model, const QGrid& q) {
  check_model(model, q);
  return {costs::direct_on(device_.info, model, q), [this, &model, &q] { return sum(model, q); }};
}

template <class Real>
PartialProfiles OpenClEngine<Real>::sum(const ScatteringModel& model, const QGrid& q) {
  const std::size_t n_channels = model.channels.size();
  if (n_channels > 4) fail("the OpenCL engine takes 1 to 4 channels, not ", n_channels);
  if (model.channels.front().form.rows() > 0xffff)
    fail("the OpenCL engine takes up to 65535 scatterer types, not ",
         model.channels.front().form.rows());
  const Extent extent = extent_of(model.position);

  const auto limit =
      static_cast<std::size_t>(std::min(device_.max_allocation, device_.info.global_memory / 8));
  std::size_t chunk_bytes = std::min(options_.max_chunk_bytes, limit);
  for (int attempts = 4;; --attempts, chunk_bytes /= 2) {
    try {
      const Eigen::ArrayXXd pairs = sum_pairs(model, q, extent, chunk_bytes);
      const std::size_t n_in_phase = count_in_phase(q, extent.diagonal);
      return {q, static_cast<int>(n_channels), single_sums(model, q, n_in_phase) + pairs};
    } catch (const OutOfMemory& error) {
      if (attempts == 1) fail<DeviceError>(describe(device_.info), ": ", error.what());
    }
  }
}

}  // namespace
}  // namespace debye::opencl

namespace debye {

std::unique_ptr<PairSumEngine> make_opencl_engine(int device_index, Precision precision,
                                                  const OpenClOptions& options) {
  opencl::Device device = opencl::device_of(device_index);
  if (precision == Precision::Single)
    return std::make_unique<opencl::OpenClEngine<float>>(std::move(device), options);
  if (!device.info.has_fp64)
    fail<DeviceError>(opencl::describe(device.info),
                      " has no double precision; use --precision single or --device cpu");
  return std::make_unique<opencl::OpenClEngine<double>>(std::move(device), options);
}

}  // namespace debye
