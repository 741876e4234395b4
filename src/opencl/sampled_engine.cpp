// See sampled_engine.hpp.
#include "opencl/sampled_engine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "costs.hpp"
#include "debye/error.hpp"
#include "opencl/device_group.hpp"
#include "opencl/fast_form.hpp"
#include "pair_sum_checks.hpp"
#include "sampled_curve.hpp"
#include "single_sums.hpp"
#include "small_product.hpp"

namespace debye::opencl {
namespace {

/// No distance is larger. [Å]
double largest_distance(const std::vector<Position>& position, const Extent& extent) {
  double largest = 0;
  for (const Position& atom : position) {
    double squared = 0;
    for (std::size_t k = 0; k < 3; ++k) squared += std::pow(atom[k] - extent.centre[k], 2);
    largest = std::max(largest, squared);
  }
  return std::min(extent.diagonal, 2 * std::sqrt(largest));
}

/// How many samples are taken, and how many of them at a time.
struct Sampling {
  BlockShape shape;
  std::size_t n_passes = 0;
  std::size_t size() const { return n_passes * shape.size(); }
};

/// The fastest way to have enough samples; nothing if it takes more passes than any that pays.
std::optional<Sampling> choose_sampling(double diameter, double q_max) {
  constexpr std::size_t most_passes = 1000;
  std::optional<Sampling> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k_max = 0; k_max <= BlockShape::most_k; ++k_max) {
    Sampling sampling{{k_max}, 1};
    const double cost = costs::sampled_pair(sampling.shape.size());
    while (Samples::largest_diameter(sampling.size(), q_max) < diameter &&
           sampling.n_passes < most_passes)
      ++sampling.n_passes;
    const double total = cost * static_cast<double>(sampling.n_passes);
    if (sampling.n_passes == most_passes || total >= least) continue;
    least = total;
    best = sampling;
  }
  return best;
}

template <class Real>
class SampledEngine final : public PairSumEngine {
 public:
  explicit SampledEngine(std::shared_ptr<DeviceGroup> devices) : devices_(std::move(devices)) {}

  double error_bound() const override { return std::is_same_v<Real, double> ? 1e-7 : 1e-5; }
  double channel_error() const override { return std::is_same_v<Real, double> ? 1e-13 : 1e-7; }
  Precision precision() const override {
    return std::is_same_v<Real, double> ? Precision::Double : Precision::Single;
  }
  std::string description() const override {
    return "sampled (" + std::to_string(n_samples_) + " q), " +
           (std::is_same_v<Real, float> ? "single" : "double") + " precision, " +
           describe(*devices_, true);
  }
  SumPlan plan(const ScatteringModel& model, const QGrid& q) override;
  double kernel_seconds() const override { return kernel_seconds_; }

 private:
  PartialProfiles sum(const ScatteringModel& model, const QGrid& q, const Sampling& sampling,
                      std::size_t n_in_phase);
  const Eigen::MatrixXd& interpolation(const QGrid& q, std::size_t first, std::size_t n_samples);

  std::shared_ptr<DeviceGroup> devices_;
  std::size_t n_samples_ = 0;
  double kernel_seconds_ = 0;
  /// The last one: models of a batch share it.
  struct {
    std::vector<double> q;
    std::size_t n_samples = 0;
    Eigen::MatrixXd matrix;
  } last_;
};

template <class Real>
SumPlan SampledEngine<Real>::plan(const ScatteringModel& model, const QGrid& q) {
  check_model(model, q);
  const Extent extent = extent_of(model.position);
  const std::size_t n_in_phase = count_in_phase(q, extent.diagonal);
  const auto refuse = [](const std::string& why) {
    return SumPlan{std::numeric_limits<double>::infinity(),
                   [why]() -> PartialProfiles { fail("--method sampled: ", why); }};
  };
  const auto n_types = static_cast<std::size_t>(model.channels.front().form.rows());
  if (n_types > 256)
    return refuse("takes up to 256 types of atoms, not " + std::to_string(n_types));
  if (n_in_phase == q.size())
    return {costs::device_call,
            [this, &model, &q, n_in_phase] { return sum(model, q, {}, n_in_phase); }};
  const auto sampling = choose_sampling(largest_distance(model.position, extent), q.back());
  if (!sampling) return refuse("the model is too large, or q too high");
  return {costs::sampled_on(devices_->first()->device().info, model, sampling->shape.size(),
                            sampling->n_passes, std::is_same_v<Real, double>),
          [this, &model, &q, sampling = *sampling, n_in_phase] {
            return sum(model, q, sampling, n_in_phase);
          }};
}

template <class Real>
const Eigen::MatrixXd& SampledEngine<Real>::interpolation(const QGrid& q, std::size_t first,
                                                          std::size_t n_samples) {
  const std::vector<double> values(q.values().begin() + static_cast<std::ptrdiff_t>(first),
                                   q.values().end());
  if (last_.n_samples != n_samples || last_.q != values)
    last_ = {values, n_samples, Samples::up_to(n_samples, q.back()).interpolation(values)};
  return last_.matrix;
}

template <class Real>
PartialProfiles SampledEngine<Real>::sum(const ScatteringModel& model, const QGrid& q,
                                         const Sampling& sampling, std::size_t n_in_phase) {
  check_for_device(model);
  PartialProfiles partials{q, static_cast<int>(model.channels.size()),
                           single_sums(model, q, n_in_phase)};
  n_samples_ = sampling.size();
  kernel_seconds_ = 0;
  if (n_in_phase == q.size()) return partials;
  const Samples samples = Samples::up_to(sampling.size(), q.back());
  SineSums sines =
      sine_sums<Real>(*devices_, model, samples.step, samples.step, 0, sampling.size(),
                      sampling.shape, [this](double fraction) { report_progress(fraction); });
  kernel_seconds_ = sines.kernel_seconds;
  if (model.size() < 2) return partials;
  sines.values = small_product(interpolation(q, n_in_phase, sampling.size()), sines.values);
  partials.values += contract(model, q, n_in_phase, sines);
  return partials;
}

}  // namespace
}  // namespace debye::opencl

namespace debye {

std::unique_ptr<PairSumEngine> make_sampled_engine(std::shared_ptr<opencl::DeviceGroup> devices,
                                                   Precision precision) {
  if (precision == Precision::Single)
    return std::make_unique<opencl::SampledEngine<float>>(std::move(devices));
  opencl::require_double(*devices);
  return std::make_unique<opencl::SampledEngine<double>>(std::move(devices));
}

}  // namespace debye
