// Choosing an engine, falling back from a device that fails, and checking single precision.

#include <iomanip>
#include <sstream>

#include "debye/error.hpp"
#include "debye/pair_sum.hpp"
#include "forecast.hpp"
#include "lower_case.hpp"
#include "pair_sum_checks.hpp"
#include "parallel_for.hpp"
#include "precision_check.hpp"
#include "solvent/surface_blocks.hpp"
#ifdef DEBYE_WITH_OPENCL
#include "opencl/choose_device.hpp"
#include "opencl/pair_sum_opencl.hpp"
#include "opencl/self_test.hpp"
#include "opencl/surface_grid.hpp"
#endif

namespace debye {
namespace {

/// Terms that a CPU sums before a GPU driver has started and compiled the kernel: about 0.3 s at
/// 2·10¹⁰ terms a second (`debye bench`; one AVX-512 core in double, more with several).
constexpr double cpu_terms_per_gpu_start = 6e9;

/// The same start in seconds, and what a thread needs for the surface distances around an atom.
constexpr double gpu_start_seconds = 0.3, cpu_seconds_per_surface_atom = 3e-6;

/// Terms that a GPU sums in a second in single precision; an H200 (`debye bench`).
constexpr double gpu_terms_per_second = 1.2e12;

constexpr const char* cpu_instead = "; the CPU is used instead";

#ifdef DEBYE_WITH_OPENCL
std::unique_ptr<PairSumEngine> make_tested_engine(const DeviceInfo& device, Precision precision) {
  auto engine = make_opencl_engine(device.index, precision);
  opencl::self_test(*engine, device.name);
  return engine;
}
#endif

}  // namespace

Engines::Engines(EngineOptions options) : options_(std::move(options)) {
  const std::string device = lower_case(options_.device);
  if (device == "auto" || device == "cpu") options_.device = device;
}

PairSumEngine& Engines::cpu() {
  if (!cpu_)
    cpu_ = make_cpu_engine(options_.precision.value_or(Precision::Double), options_.threads);
  return *cpu_;
}

PairSumEngine& Engines::cpu_in_double() {
  if (!cpu_double_) cpu_double_ = make_cpu_engine(Precision::Double, options_.threads);
  return *cpu_double_;
}

#ifdef DEBYE_WITH_OPENCL

void Engines::use(const DeviceInfo& device) {
  device_ = make_tested_engine(device, options_.precision.value_or(Precision::Single));
  device_info_ = device;
}

PairSumEngine& Engines::device() {
  if (!device_) {
    std::vector<std::string> problems;
    const std::vector<DeviceInfo> devices = list_devices(&problems);
    std::string reasons;
    for (const std::string& problem : problems) reasons += "; " + problem;
    try {
      use(devices[opencl::choose_device(devices, options_.device)]);
    } catch (const DeviceError& error) {
      throw DeviceError(error.what() + reasons);
    }
  }
  return *device_;
}

PairSumEngine& Engines::in_double(const PairSumEngine& engine) {
  if (&engine != device_.get() || !device_info_.has_fp64) return cpu_in_double();
  if (!device_double_) try {
      device_double_ = make_tested_engine(device_info_, Precision::Double);
    } catch (const DeviceError&) {
      return cpu_in_double();  // only the check moves to the CPU
    }
  return *device_double_;
}

bool Engines::find_gpu() {
  if (looked_for_gpu_) return device_ != nullptr;
  looked_for_gpu_ = true;
  std::vector<std::string> problems;
  for (const DeviceInfo& device : list_devices(&problems)) {
    if (!device.is_gpu) continue;
    try {
      use(device);
      break;
    } catch (const DeviceError& error) {
      problems.push_back(error.what());
    }
  }
  if (!device_ && !problems.empty()) problems.back() += cpu_instead;
  warnings_.insert(warnings_.end(), problems.begin(), problems.end());
  return device_ != nullptr;
}

std::vector<float> Engines::surface_on_device(const SurfaceBlocks& blocks) {
  if (!device_surface_)
    device_surface_ = [grid = std::shared_ptr(make_surface_grid(device_info_.index))](
                          const SurfaceBlocks& any) { return grid->distances(any); };
  return device_surface_(blocks);
}

#else

PairSumEngine& Engines::device() {
  fail<DeviceError>("--device ", options_.device,
                    ": this debye was built without OpenCL; use --device cpu");
}

PairSumEngine& Engines::in_double(const PairSumEngine&) { return cpu_in_double(); }

bool Engines::find_gpu() { return false; }

std::vector<float> Engines::surface_on_device(const SurfaceBlocks&) { return {}; }

std::vector<DeviceInfo> list_devices(std::vector<std::string>*) { return {}; }

#endif

PairSumEngine& Engines::choose(double pair_q) {
  if (options_.device == "cpu") return cpu();
  if (options_.device != "auto") return device();
  return pair_q > cpu_terms_per_gpu_start && find_gpu() ? *device_ : cpu();
}

PairSumEngine& Engines::of_method(Method method) {
  if (method == Method::Histogram) {
    if (!histogram_) histogram_ = make_histogram_engine(options_.tolerance, options_.threads);
    return *histogram_;
  }
  if (method == Method::Fourier) {
    if (!fourier_) fourier_ = make_fourier_engine(options_.tolerance, options_.threads);
    return *fourier_;
  }
  return cpu();
}

PairSumEngine& Engines::choose(const ScatteringModel& model, const QGrid& q) {
  const auto n = static_cast<double>(model.size());
  const double terms = n * n / 2 * static_cast<double>(q.size());
  forecasts_.clear();
  const bool on_device = options_.device != "auto" && options_.device != "cpu";
  if (options_.method == Method::Direct || options_.precision || on_device) return choose(terms);
  if (options_.method != Method::Auto) return of_method(options_.method);
  check_model(model, q);
  const int threads = options_.threads > 0 ? options_.threads : usable_processors();
  const std::vector<Forecast> all = forecast(model, q, options_.tolerance, threads);
  std::ostringstream text;
  text << std::setprecision(2);
  for (const Forecast& one : all)
    text << (&one == &all.front() ? "" : ", ") << method_name(one.method) << " " << one.seconds
         << " s";
  // A direct sum in single precision keeps 1e-5.
  const double on_gpu = gpu_start_seconds + terms / gpu_terms_per_second;
  if (options_.device == "auto" && options_.tolerance >= 1e-5 && on_gpu < all.front().seconds &&
      find_gpu()) {
    text << ", direct on the GPU " << on_gpu << " s";
    forecasts_ = text.str();
    return *device_;
  }
  forecasts_ = text.str();
  return of_method(all.front().method);
}

const char* method_name(Method method) {
  switch (method) {
    case Method::Auto:
      return "auto";
    case Method::Direct:
      return "direct";
    case Method::Histogram:
      return "histogram";
    case Method::Fourier:
      return "fourier";
  }
  return "";
}

StatedSum Engines::compute(const ScatteringModel& model, const QGrid& q,
                           std::vector<double> coefficient) {
  if (coefficient.empty()) coefficient.assign(model.channels.size(), 1.0);
  PairSumEngine& engine = choose(model, q);
  if (options_.device != "auto" || &engine != device_.get())
    return compute_by(engine, model, q, coefficient);
  try {
    return compute_by(engine, model, q, coefficient);
  } catch (const DeviceError& error) {
    give_up_gpu(error.what());
    return compute_by(cpu(), model, q, coefficient);
  }
}

void Engines::give_up_gpu(const std::string& reason) {
  warnings_.push_back(reason + cpu_instead);
  device_surface_ = nullptr;
  device_double_.reset();
  device_.reset();
}

std::vector<float> Engines::surface_distances(const SurfaceBlocks& blocks) {
  if (options_.device != "auto" && options_.device != "cpu") {
    device();
    return surface_on_device(blocks);
  }
  const int threads = options_.threads > 0 ? options_.threads : usable_processors();
  const double cpu_seconds =
      cpu_seconds_per_surface_atom * static_cast<double>(blocks.atom.size()) / threads;
  if (options_.device == "auto" && (device_ || (cpu_seconds > gpu_start_seconds && find_gpu())))
    try {
      return surface_on_device(blocks);
    } catch (const DeviceError& error) {
      give_up_gpu(error.what());
    }
  return debye::surface_distances(blocks, threads);
}

StatedSum Engines::compute_by(PairSumEngine& engine, const ScatteringModel& model, const QGrid& q,
                              const std::vector<double>& coefficient) {
  const auto sum_by = [&](PairSumEngine& chosen) {
    chosen.on_progress(progress_);
    return StatedSum{chosen.compute(model, q), chosen.description(), chosen.error_bound(),
                     chosen.channel_error()};
  };
  StatedSum sum = sum_by(engine);
  if (engine.precision() == Precision::Double) return sum;
  PairSumEngine& exact = in_double(engine);
  sum.measured_error = error_at_hardest_q(model, sum.partials, coefficient, exact);
  if (!sum.measured_error || *sum.measured_error <= sum.error_bound(coefficient)) return sum;
  std::ostringstream warning;
  warning << "single precision is off by " << *sum.measured_error
          << " of I(q) (usual with many equal distances, as in a crystal lattice); summed again in "
             "double";
  warnings_.push_back(warning.str());
  return sum_by(exact);
}

}  // namespace debye
