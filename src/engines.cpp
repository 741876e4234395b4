// Choosing an engine, falling back from a device that fails, and checking single precision.

#include <sstream>

#include "debye/error.hpp"
#include "debye/pair_sum.hpp"
#include "lower_case.hpp"
#include "precision_check.hpp"
#ifdef DEBYE_WITH_OPENCL
#include "opencl/choose_device.hpp"
#include "opencl/pair_sum_opencl.hpp"
#include "opencl/self_test.hpp"
#endif

namespace debye {
namespace {

/// Terms that a CPU sums before a GPU driver has started and compiled the kernel: about 0.3 s at
/// 2·10¹⁰ terms a second (`debye bench`; one AVX-512 core in double, more with several).
constexpr double cpu_terms_per_gpu_start = 6e9;

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

#else

PairSumEngine& Engines::device() {
  fail<DeviceError>("--device ", options_.device,
                    ": this debye was built without OpenCL; use --device cpu");
}

PairSumEngine& Engines::in_double(const PairSumEngine&) { return cpu_in_double(); }

bool Engines::find_gpu() { return false; }

std::vector<DeviceInfo> list_devices(std::vector<std::string>*) { return {}; }

#endif

PairSumEngine& Engines::choose(double pair_q) {
  if (options_.device == "cpu") return cpu();
  if (options_.device != "auto") return device();
  return pair_q > cpu_terms_per_gpu_start && find_gpu() ? *device_ : cpu();
}

StatedSum Engines::compute(const ScatteringModel& model, const QGrid& q) {
  const double n = static_cast<double>(model.size());
  PairSumEngine& engine = choose(n * n / 2 * static_cast<double>(q.size()));
  if (options_.device != "auto" || &engine != device_.get()) return compute_by(engine, model, q);
  try {
    return compute_by(engine, model, q);
  } catch (const DeviceError& error) {
    warnings_.push_back(error.what() + std::string(cpu_instead));
    device_double_.reset();
    device_.reset();
    return compute_by(cpu(), model, q);
  }
}

StatedSum Engines::compute_by(PairSumEngine& engine, const ScatteringModel& model, const QGrid& q) {
  engine.on_progress(progress_);
  StatedSum sum{engine.compute(model, q), engine.description(), engine.error_bound(), {}};
  if (engine.precision() == Precision::Double) return sum;
  PairSumEngine& exact = in_double(engine);
  sum.measured_error = error_at_hardest_q(model, sum.partials, exact);
  if (!sum.measured_error || *sum.measured_error <= engine.error_bound()) return sum;
  std::ostringstream warning;
  warning << "single precision is off by " << *sum.measured_error
          << " of I(q) (usual with many equal distances, as in a crystal lattice); summed again in "
             "double";
  warnings_.push_back(warning.str());
  exact.on_progress(progress_);
  return {exact.compute(model, q), exact.description(), exact.error_bound(), {}};
}

}  // namespace debye
