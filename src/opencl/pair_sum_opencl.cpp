// Plans the work, launches kernels/debye_pairs.cl in slices and adds up what the groups return.
#include "opencl/pair_sum_opencl.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <type_traits>

#include "costs.hpp"
#include "opencl/buffer.hpp"
#include "opencl/choose_device.hpp"
#include "opencl/device.hpp"
#include "opencl/kernels.hpp"
#include "opencl/launcher.hpp"
#include "opencl/pair_arrays.hpp"
#include "opencl/program.hpp"
#include "opencl/q_passes.hpp"
#include "opencl/work_list.hpp"
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
  struct BuiltKernel {
    Program program;
    Kernel kernel;
  };
  /// What stays on the device from the first pass to the last.
  struct Geometry {
    std::size_t block_size = 0, n_work = 0;
    double terms_per_group = 0;  ///< mean number of terms (pair and q) of a work-group
    Buffer<Real4<Real>> position;
    Buffer<cl_ushort> type;
    Buffer<WorkItem> work;
  };

  PartialProfiles sum(const ScatteringModel& model, const QGrid& q);
  cl_kernel kernel(std::size_t block_size, std::size_t n_channels);
  Geometry upload(const ScatteringModel& model, const Extent& extent, std::size_t n_passes);
  Eigen::ArrayXXd sum_pairs(const ScatteringModel& model, const Extent& extent, const QGrid& q,
                            std::size_t chunk_bytes);
  void sum_chunk(const ScatteringModel& model, const Geometry& geometry,
                 std::span<const QPass> passes, Eigen::ArrayXXd& sums);

  Device device_;
  OpenClOptions options_;
  Launcher launcher_;
  std::map<std::array<std::size_t, 2>, BuiltKernel> kernels_;  ///< by block size and channels
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
  return std::string("direct (two-q kernel), ") +
         (std::is_same_v<Real, float> ? "single" : "double") + " precision, " +
         describe(device_.info);
}

template <class Real>
cl_kernel OpenClEngine<Real>::kernel(std::size_t block_size, std::size_t n_channels) {
  BuiltKernel& built = kernels_[{block_size, n_channels}];
  if (!built.kernel.get()) {
    const std::string options =
        // Without subnormal numbers rsqrt() is one instruction. The other relaxed-math options
        // would spoil the reduction of the sine. -w: a compiler that will not unroll is no news.
        "-w -cl-std=CL1.2 -cl-denorms-are-zero" +
        std::string(std::is_same_v<Real, float> ? " -DREAL=float" : " -DREAL=double") +
        " -DWORK_GROUP=" + std::to_string(block_size) +
        " -DN_CHANNELS=" + std::to_string(n_channels);
    built.program = build_program(launcher_.context(), device_, debye_pairs_source, options);
    built.kernel = make_kernel(built.program, "debye_pairs");
  }
  return built.kernel.get();
}

template <class Real>
auto OpenClEngine<Real>::upload(const ScatteringModel& model, const Extent& extent,
                                std::size_t n_passes) -> Geometry {
  const std::size_t n = model.size();
  const std::size_t block_size =
      options_.block_size ? options_.block_size : choose_block_size(device_.max_work_group);
  const std::size_t n_blocks = (n + block_size - 1) / block_size;
  const std::size_t max_blocks =
      options_.max_blocks
          ? options_.max_blocks
          : choose_max_blocks(n_blocks, n_passes, std::max(device_.info.compute_units, 1u));
  const std::vector<WorkItem> work = make_work_list(n_blocks, max_blocks);
  const auto padding = static_cast<std::uint16_t>(model.channels.front().form.rows());
  const std::size_t padded = n_blocks * block_size;
  const double terms = static_cast<double>(padded) * static_cast<double>(padded + block_size);
  return {
      block_size,
      work.size(),
      terms / static_cast<double>(work.size()),
      {launcher_.context(), launcher_.queue(), "positions",
       pack_positions<Real>(model.position, extent.centre, padded)},
      {launcher_.context(), launcher_.queue(), "types", pack_types(model.type, padding, padded)},
      {launcher_.context(), launcher_.queue(), "work list", work}};
}

template <class Real>
void OpenClEngine<Real>::sum_chunk(const ScatteringModel& model, const Geometry& geometry,
                                   std::span<const QPass> passes, Eigen::ArrayXXd& sums) {
  const std::size_t n_channels = model.channels.size();
  const auto n_rows = static_cast<std::size_t>(sums.rows());
  const std::size_t n_groups = passes.size() * geometry.n_work;
  const Buffer<Real2<Real>> form(launcher_.context(), launcher_.queue(), "amplitudes",
                                 pack_amplitudes<Real>(model, passes));
  const Buffer<Real4<Real>> pass_buffer(launcher_.context(), launcher_.queue(), "passes",
                                        pack_passes<Real>(passes));
  const Buffer<Real4<Real>> result(launcher_.context(), "results", n_groups * n_rows,
                                   CL_MEM_WRITE_ONLY);

  const cl_kernel pairs = kernel(geometry.block_size, n_channels);
  cl_uint index = 0;
  for (const cl_mem memory : {geometry.position.get(), geometry.type.get(), form.get(),
                              pass_buffer.get(), geometry.work.get(), result.get()})
    check(clSetKernelArg(pairs, index++, sizeof memory, &memory), "clSetKernelArg debye_pairs");
  for (const std::size_t number :
       {static_cast<std::size_t>(model.channels.front().form.rows()) + 1, geometry.n_work}) {
    const auto value = static_cast<cl_uint>(number);
    check(clSetKernelArg(pairs, index++, sizeof value, &value), "clSetKernelArg debye_pairs");
  }
  kernel_seconds_ += launcher_.run(
      {"debye_pairs", pairs, index, n_groups, geometry.block_size, geometry.terms_per_group});

  std::vector<Real4<Real>> values(n_groups * n_rows);
  result.read(launcher_.queue(), values);
  auto value = values.cbegin();
  for (const QPass& pass : passes) {
    Eigen::ArrayXXd total = Eigen::ArrayXXd::Zero(sums.rows(), 2);
    for (std::size_t group = 0; group < geometry.n_work; ++group)
      for (Eigen::Index row = 0; row < sums.rows(); ++row, ++value) {
        total(row, 0) += static_cast<double>((*value)[0]) + static_cast<double>((*value)[2]);
        total(row, 1) += static_cast<double>((*value)[1]) + static_cast<double>((*value)[3]);
      }
    // A q without partner is in both places, with the same value.
    for (const int i : {1, 0})
      sums.col(static_cast<Eigen::Index>(pass.index[i])) = total.col(i) / pass.half_turns[i];
  }
}

template <class Real>
Eigen::ArrayXXd OpenClEngine<Real>::sum_pairs(const ScatteringModel& model, const Extent& extent,
                                              const QGrid& q, std::size_t chunk_bytes) {
  const auto n_channels = static_cast<Eigen::Index>(model.channels.size());
  Eigen::ArrayXXd sums =
      Eigen::ArrayXXd::Zero(n_channels * (n_channels + 1) / 2, static_cast<Eigen::Index>(q.size()));
  const std::vector<QPass> passes = make_passes<Real>(q, count_in_phase(q, extent.diagonal));
  if (passes.empty()) return sums;
  const Geometry geometry = upload(model, extent, passes.size());
  const auto n_types = static_cast<std::size_t>(model.channels.front().form.rows());
  const std::size_t pass_bytes =
      std::max(sizeof(Real2<Real>) * (n_types + 1) * model.channels.size(),
               sizeof(Real4<Real>) * geometry.n_work * static_cast<std::size_t>(sums.rows()));
  const std::size_t step = std::max(chunk_bytes / pass_bytes, std::size_t{1});
  for (std::size_t first = 0; first < passes.size(); first += step) {
    const std::size_t count = std::min(step, passes.size() - first);
    sum_chunk(model, geometry, std::span(passes).subspan(first, count), sums);
    report_progress(static_cast<double>(first + count) / static_cast<double>(passes.size()));
  }

  // The kernel saw each pair once: that is half of P_aa, but all of A_a(j) A_b(k) + A_b(j) A_a(k).
  Eigen::Index row = 0;
  for (Eigen::Index a = 0; a < n_channels; row += n_channels - a, ++a) sums.row(row) *= 2;
  return sums;
}

template <class Real>
SumPlan OpenClEngine<Real>::plan(const ScatteringModel& model, const QGrid& q) {
  check_model(model, q);
  return {costs::direct_on(device_.info, costs::direct_terms(model, q)),
          [this, &model, &q] { return sum(model, q); }};
}

template <class Real>
PartialProfiles OpenClEngine<Real>::sum(const ScatteringModel& model, const QGrid& q) {
  const std::size_t n_channels = model.channels.size();
  if (n_channels > 4) fail("the OpenCL engine takes 1 to 4 channels, not ", n_channels);
  if (model.channels.front().form.rows() > 0xffff)
    fail("the OpenCL engine takes up to 65535 scatterer types, not ",
         model.channels.front().form.rows());
  const Extent extent = extent_of(model.position);

  kernel_seconds_ = 0;
  const auto limit =
      static_cast<std::size_t>(std::min(device_.max_allocation, device_.info.global_memory / 8));
  std::size_t chunk_bytes = std::min(options_.max_chunk_bytes, limit);
  for (int attempts = 4;; --attempts, chunk_bytes /= 2) {
    try {
      const Eigen::ArrayXXd pairs = sum_pairs(model, extent, q, chunk_bytes);
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
