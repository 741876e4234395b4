// Choosing an engine, and the checks that all engines share.

#include "debye/pair_sum.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "debye/error.hpp"
#include "pair_sum_checks.hpp"
#ifdef DEBYE_WITH_OPENCL
#include "opencl/device.hpp"
#include "opencl/pair_sum_opencl.hpp"
#include "opencl/self_test.hpp"
#endif

namespace debye {
namespace {

/// Terms that a CPU sums before a GPU driver has started and compiled the kernel: 0.3 s of about
/// 2·10¹⁰ a second and thread (AVX-512; `debye bench`).
constexpr double cpu_terms_per_gpu_start = 6e9;

#ifdef DEBYE_WITH_OPENCL
std::unique_ptr<PairSumEngine> make_tested_engine(const DeviceInfo& device, Precision precision) {
  auto engine = make_opencl_engine(device.index, precision);
  opencl::self_test(*engine, device.name);
  return engine;
}
#endif

/// Columns of the q at which the pairs cancel most of the self terms of some channel: there the
/// errors of N² terms stand against the smallest result. At most three, q = 0 not among them.
std::vector<Eigen::Index> hardest_columns(const ScatteringModel& model,
                                          const PartialProfiles& partials) {
  Eigen::ArrayXd count = Eigen::ArrayXd::Zero(static_cast<Eigen::Index>(model.type_name.size()));
  for (const std::uint16_t type : model.type) count[type] += 1;
  Eigen::ArrayXd share = Eigen::ArrayXd::Constant(partials.values.cols(), HUGE_VAL);
  for (int a = 0; a < partials.n_channels; ++a) {
    const Eigen::ArrayXXd& form = model.channels[static_cast<std::size_t>(a)].form;
    const Eigen::ArrayXd self =
        (count.matrix().transpose() * form.square().matrix()).array().transpose();
    share = share.min(partials.values.row(partials.row(a, a)).transpose() / self);
  }
  std::vector<Eigen::Index> columns;
  for (Eigen::Index n = partials.q.front() == 0 ? 1 : 0; n < share.size(); ++n)
    columns.push_back(n);
  const std::size_t wanted = std::min<std::size_t>(3, columns.size());
  std::partial_sort(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(wanted),
                    columns.end(), [&](auto m, auto n) { return share[m] < share[n]; });
  columns.resize(wanted);
  std::sort(columns.begin(), columns.end());
  return columns;
}

/// max |P_ab − R_ab| / sqrt(R_aa R_bb) over the columns, R by `exact`.
double error_at(const std::vector<Eigen::Index>& columns, const ScatteringModel& model,
                const PartialProfiles& partials, PairSumEngine& exact) {
  ScatteringModel few = model;
  std::vector<double> q;
  for (const Eigen::Index n : columns) q.push_back(partials.q[static_cast<std::size_t>(n)]);
  for (Channel& channel : few.channels)
    channel.form = Eigen::ArrayXXd(channel.form(Eigen::all, columns));
  const PartialProfiles reference = exact.compute(few, QGrid(q));
  double largest = 0;
  for (std::size_t k = 0; k < columns.size(); ++k)
    for (int a = 0; a < partials.n_channels; ++a)
      for (int b = a; b < partials.n_channels; ++b) {
        const auto at = [&](int c, int d) {
          return reference.values(reference.row(c, d), static_cast<Eigen::Index>(k));
        };
        const double difference = partials.values(partials.row(a, b), columns[k]) - at(a, b);
        const double error = std::abs(difference) / std::sqrt(at(a, a) * at(b, b));
        if (!(error <= largest)) largest = error;  // a NaN stays
      }
  return largest;
}

}  // namespace

PairSumEngine& Engines::cpu() {
  if (!cpu_)
    cpu_ = make_cpu_engine(options_.precision.value_or(Precision::Double), options_.threads);
  return *cpu_;
}

#ifdef DEBYE_WITH_OPENCL

PairSumEngine& Engines::device() {
  if (!device_) {
    const std::vector<DeviceInfo> devices = list_devices();
    const DeviceInfo& chosen = devices[opencl::choose_device(devices, options_.device)];
    device_ = make_tested_engine(chosen, options_.precision.value_or(Precision::Single));
    device_index_ = chosen.index;
    device_has_fp64_ = chosen.has_fp64;
  }
  return *device_;
}

PairSumEngine& Engines::in_double(const PairSumEngine& engine) {
  if (&engine == device_.get() && device_has_fp64_) {
    if (!device_double_) device_double_ = make_opencl_engine(device_index_, Precision::Double);
    return *device_double_;
  }
  if (!cpu_double_) cpu_double_ = make_cpu_engine(Precision::Double, options_.threads);
  return *cpu_double_;
}

bool Engines::find_gpu() {
  if (looked_for_gpu_) return device_ != nullptr;
  looked_for_gpu_ = true;
  for (const DeviceInfo& device : list_devices(&warnings_)) {
    if (!device.is_gpu) continue;
    try {
      device_ = make_tested_engine(device, options_.precision.value_or(Precision::Single));
      device_index_ = device.index;
      device_has_fp64_ = device.has_fp64;
      return true;
    } catch (const DeviceError& error) {
      warnings_.push_back(error.what());
    }
  }
  if (!warnings_.empty()) warnings_.back() += "; the CPU is used instead";
  return false;
}

#else

PairSumEngine& Engines::device() {
  fail<DeviceError>("--device ", options_.device,
                    ": this debye was built without OpenCL; use --device cpu");
}

PairSumEngine& Engines::in_double(const PairSumEngine&) {
  if (!cpu_double_) cpu_double_ = make_cpu_engine(Precision::Double, options_.threads);
  return *cpu_double_;
}

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
  StatedSum sum{engine.compute(model, q), engine.description(), engine.error_bound(), {}};
  if (engine.precision() == Precision::Double) return sum;
  const auto columns = hardest_columns(model, sum.partials);
  if (columns.empty()) return sum;
  PairSumEngine& exact = in_double(engine);
  const double error = error_at(columns, model, sum.partials, exact);
  if (error <= engine.error_bound()) {
    sum.measured_error = error;
    return sum;
  }
  std::ostringstream warning;
  warning << "single precision is off by " << error
          << " of I(q) (many equal distances, as in a crystal lattice); summed again in double";
  warnings_.push_back(warning.str());
  return {exact.compute(model, q), exact.description(), exact.error_bound(), {}};
}

void check_model(const ScatteringModel& model, const QGrid& q) {
  if (model.size() == 0) fail("the model has no scatterers");
  if (model.type.size() != model.size())
    fail("the model has ", model.size(), " positions but ", model.type.size(), " types");
  for (std::size_t i = 0; i < model.size(); ++i) {
    for (const double coordinate : model.position[i])
      if (!std::isfinite(coordinate))
        fail("scatterer ", i + 1, " has a coordinate that is not a finite number");
    if (model.type[i] >= model.type_name.size())
      fail("scatterer ", i + 1, " is of type ", model.type[i], ", but there are only ",
           model.type_name.size(), " types");
  }
  if (model.channels.empty()) fail("the model has no channels");
  for (const Channel& channel : model.channels) {
    if (channel.form.rows() != static_cast<Eigen::Index>(model.type_name.size()) ||
        channel.form.cols() != static_cast<Eigen::Index>(q.size()))
      fail("channel \"", channel.name, "\" is ", channel.form.rows(), " x ", channel.form.cols(),
           ", not types x q values = ", model.type_name.size(), " x ", q.size());
    if (!channel.form.isFinite().all())
      fail("channel \"", channel.name, "\" has an amplitude that is not a finite number");
  }
}

}  // namespace debye
