// Choosing an engine, falling back from a device that fails, and measuring errors.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <sstream>

#include "costs.hpp"
#include "debye/error.hpp"
#include "debye/pair_sum.hpp"
#include "device_engines.hpp"
#include "hybrid_engine.hpp"
#include "lower_case.hpp"
#include "parallel_for.hpp"
#include "solvent/surface_blocks.hpp"
#include "sum_check.hpp"

namespace debye {
namespace {

constexpr const char* cpu_instead = "; the CPU is used instead";

/// Terms that all threads of a usual CPU sum while a GPU starts.
constexpr double cpu_terms_per_gpu_start = costs::device_start * costs::direct_uniform;

/// A split of the grid between two engines is not looked at if one is so many times as fast.
constexpr double split_is_useless = 8;

/// What a direct sum in single precision keeps in solution.
constexpr double single_precision = 2e-5;

}  // namespace

/// A way to do a sum.
struct Engines::Candidate {
  Method method;
  bool on_device;
  PairSumEngine* engine;  ///< nullptr: on a GPU that has not been looked for
  SumPlan plan;

  std::string name() const {
    return std::string(method_name(method)) + (on_device ? " on the device" : "");
  }
};

std::shared_ptr<DevicePool> make_device_pool() { return std::make_shared<DevicePool>(); }

Engines::Engines(EngineOptions options, std::shared_ptr<DevicePool> devices)
    : options_(std::move(options)), pool_(devices ? std::move(devices) : make_device_pool()) {
  const std::string device = lower_case(options_.device);
  if (device == "auto" || device == "cpu") options_.device = device;
  if (options_.precision) options_.method = Method::Direct;
}

Engines::~Engines() = default;
Engines::Engines(Engines&&) noexcept = default;
Engines& Engines::operator=(Engines&&) noexcept = default;

PairSumEngine& Engines::cpu() {
  if (!cpu_)
    cpu_ = make_cpu_engine(options_.precision.value_or(Precision::Double), options_.threads);
  return *cpu_;
}

PairSumEngine& Engines::cpu_in_double() {
  if (!cpu_double_) cpu_double_ = make_cpu_engine(Precision::Double, options_.threads);
  return *cpu_double_;
}

PairSumEngine& Engines::histogram() {
  if (!histogram_) histogram_ = make_histogram_engine(options_.tolerance, options_.threads);
  return *histogram_;
}

PairSumEngine& Engines::fourier() {
  if (!fourier_) fourier_ = make_fourier_engine(options_.tolerance, options_.threads);
  return *fourier_;
}

PairSumEngine& Engines::hybrid() {
  if (!hybrid_) hybrid_ = std::make_unique<HybridEngine>(fourier(), device().direct());
  return *hybrid_;
}

DeviceEngines& Engines::device() {
  if (!device_ && device_is_named()) device_ = named_devices(options_, pool_);
  if (!device_ && !find_gpu())
    fail<DeviceError>("--method ", method_name(options_.method),
                      " needs an OpenCL device, and no GPU was found; name one by --device");
  return *device_;
}

PairSumEngine& Engines::in_double(const PairSumEngine& engine) {
  const bool on_device = device_ && (&engine == &device_->direct() ||
                                     &engine == &device_->sampled() || &engine == hybrid_.get());
  PairSumEngine* exact = on_device ? device_->direct_in_double() : nullptr;
  return exact ? *exact : cpu_in_double();
}

bool Engines::find_gpu() {
  if (looked_for_gpu_) return device_ != nullptr;
  looked_for_gpu_ = true;
  std::vector<std::string> problems;
  device_ = first_gpu(options_, pool_, problems);
  if (!device_ && !problems.empty()) problems.back() += cpu_instead;
  warnings_.insert(warnings_.end(), problems.begin(), problems.end());
  return device_ != nullptr;
}

void Engines::give_up_gpu(const std::string& reason) {
  if (pool_->give_up(device_->info())) warnings_.push_back(reason + cpu_instead);
  hybrid_.reset();
  device_.reset();
}

int Engines::threads() const {
  return options_.threads > 0 ? options_.threads : usable_processors();
}

PairSumEngine& Engines::choose(double pair_q) {
  if (options_.device == "cpu") return cpu();
  if (device_is_named()) return device().direct();
  if (pair_q > cpu_terms_per_gpu_start && find_gpu()) try {
      return device_->direct();
    } catch (const DeviceError& error) {
      give_up_gpu(error.what());
    }
  return cpu();
}

PairSumEngine& Engines::choose(const ScatteringModel& model, const QGrid& q) {
  return *best(model, q).engine;
}

std::vector<Engines::Candidate> Engines::candidates(const ScatteringModel& model, const QGrid& q) {
  std::vector<Candidate> all;
  const auto add = [&](Method method, bool on_device, PairSumEngine& engine) {
    all.push_back({method, on_device, &engine, engine.plan(model, q)});
  };
  const auto allowed = [&](Method method) {
    return options_.method == Method::Auto || options_.method == method;
  };
  if (options_.method == Method::Hybrid) {
    add(Method::Hybrid, true, hybrid());
    return all;
  }
  if (!device_is_named()) {
    if (allowed(Method::Direct)) add(Method::Direct, false, cpu());
    if (allowed(Method::Histogram)) add(Method::Histogram, false, histogram());
    const bool others_are_faster =
        std::any_of(all.begin(), all.end(), [this](const Candidate& one) {
          return one.plan.seconds * threads() < costs::fourier_least;
        });
    if (allowed(Method::Fourier) && !others_are_faster) add(Method::Fourier, false, fourier());
  }
  const bool may_be_direct =
      allowed(Method::Direct) && (options_.method == Method::Direct ||
                                  options_.tolerance >= single_precision || device_is_named());
  if (device_is_named() || options_.method == Method::Sampled) device();
  if (device_) {
    const bool keeps_tolerance = options_.tolerance >= single_precision ||
                                 device_->sampled().precision() == Precision::Double;
    if (options_.method == Method::Sampled || (allowed(Method::Sampled) && keeps_tolerance))
      add(Method::Sampled, true, device_->sampled());
    // Where channels cancel, as in solution, distances in single precision are often not enough.
    const bool counts_well = model.channels.size() == 1 || !keeps_tolerance;
    if (options_.method == Method::Histogram || (allowed(Method::Histogram) && counts_well))
      add(Method::Histogram, true, device_->histogram());
    const auto fastest = [&] {
      return std::min_element(all.begin(), all.end(),
                              [](const Candidate& a, const Candidate& b) {
                                return a.plan.seconds < b.plan.seconds;
                              })
          ->plan.seconds;
    };
    // Its kernels are not compiled in vain.
    const double direct = costs::direct_on(device_->info(), model, q);
    if (may_be_direct && (options_.method != Method::Auto || direct < fastest()))
      add(Method::Direct, true, device_->direct());
  } else if (options_.device == "auto" && !looked_for_gpu_ && may_be_direct) {
    const double seconds = costs::device_start + costs::direct_on({}, model, q);
    all.push_back({Method::Direct, true, nullptr, {seconds, {}}});
  }
  const auto seconds_of = [&](Method method, bool on_device) {
    for (const Candidate& one : all)
      if (one.method == method && one.on_device == on_device && one.engine) return one.plan.seconds;
    return std::numeric_limits<double>::infinity();
  };
  const double low = seconds_of(Method::Fourier, false), high = seconds_of(Method::Direct, true);
  if (std::isfinite(low) && std::isfinite(high) && low < split_is_useless * high &&
      high < split_is_useless * low)
    add(Method::Hybrid, true, hybrid());
  return all;
}

Engines::Candidate Engines::best(const ScatteringModel& model, const QGrid& q) {
  std::vector<Candidate> all = candidates(model, q);
  const auto sort = [&all] {
    std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
      return a.plan.seconds < b.plan.seconds;
    });
  };
  sort();
  if (!all.front().engine) {
    find_gpu();  // or not: then it is no candidate any more
    all = candidates(model, q);
    sort();
  }
  forecasts_.clear();
  for (const Candidate& one : all) forecasts_.push_back({one.name(), one.plan.seconds});
  return std::move(all.front());
}

StatedSum Engines::compute(const ScatteringModel& model, const QGrid& q,
                           std::vector<double> coefficient) {
  if (coefficient.empty()) coefficient.assign(model.channels.size(), 1.0);
  while (true) try {
      const Candidate chosen = best(model, q);
      return compute_by(*chosen.engine, chosen.plan, model, q, coefficient);
    } catch (const DeviceError& error) {
      const bool replaceable =
          options_.method != Method::Hybrid && options_.method != Method::Sampled;
      if (device_is_named() || !device_ || !replaceable) throw;
      give_up_gpu(error.what());
    }
}

StatedSum Engines::compute_by(PairSumEngine& engine, const SumPlan& plan,
                              const ScatteringModel& model, const QGrid& q,
                              const std::vector<double>& coefficient) {
  const auto sum_by = [&](PairSumEngine& chosen, const SumPlan& planned) {
    chosen.on_progress(progress_);
    const auto start = std::chrono::steady_clock::now();
    PartialProfiles partials = planned.compute();
    if (device_)
      for (const std::string& problem : device_->take_problems())
        warnings_.push_back(problem + "; the other devices do its work");
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return StatedSum{std::move(partials), chosen.description(), chosen.error_bound(),
                     chosen.channel_error()};
  };
  PairSumEngine* used = &engine;
  StatedSum sum = sum_by(engine, plan);
  if (engine.precision() == Precision::Single) {
    PairSumEngine& exact = in_double(engine);
    if (const auto column = hardest_column(model, sum.partials, coefficient))
      sum.measured_error = compare_sums(model, sum.partials, coefficient, exact, {*column});
    if (sum.measured_error && !(sum.measured_error->largest <= sum.error_bound(coefficient))) {
      std::ostringstream warning;
      warning << "single precision is off by " << sum.measured_error->largest
              << " of I(q) (usual with many equal distances, as in a crystal lattice); summed again"
                 " in double";
      warnings_.push_back(warning.str());
      used = &exact;
      sum = sum_by(exact, exact.plan(model, q));
    }
  }
  if (options_.check) {
    sum.measured_error =
        check_sum(model, sum.partials, coefficient, *used, in_double(engine), threads());
    if (sum.measured_error &&
        !(sum.measured_error->largest - 3 * sum.measured_error->sampling_error <=
          sum.error_bound(coefficient))) {
      std::ostringstream warning;
      warning << "--check found an error of " << sum.measured_error->largest
              << " of I(q) at q = " << sum.measured_error->q << " 1/A, more than the bound of "
              << sum.error_bound(coefficient) << "; please report this";
      warnings_.push_back(warning.str());
    }
  }
  return sum;
}

std::vector<float> Engines::surface_distances(const SurfaceBlocks& blocks) {
  if (device_is_named()) return device().surface_distances(blocks);
  const double cpu_seconds =
      costs::surface_atom * static_cast<double>(blocks.atom.size()) / threads();
  if (options_.device == "auto" && (device_ || (cpu_seconds > costs::device_start && find_gpu())))
    try {
      return device_->surface_distances(blocks);
    } catch (const DeviceError& error) {
      give_up_gpu(error.what());
    }
  return debye::surface_distances(blocks, threads());
}

const char* method_name(Method method) {
  switch (method) {
    case Method::Auto:
      return "auto";
    case Method::Direct:
      return "direct";
    case Method::Sampled:
      return "sampled";
    case Method::Histogram:
      return "histogram";
    case Method::Fourier:
      return "fourier";
    case Method::Hybrid:
      return "hybrid";
  }
  return "";
}

}  // namespace debye
