// Plans the work, launches kernels/debye_pairs.cl in slices and adds up what the groups return.
#include "opencl/two_q_form.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "opencl/build_options.hpp"
#include "opencl/kernels.hpp"

namespace debye::opencl {

template <class Real>
cl_kernel TwoQForm<Real>::kernel(const DirectRun& run, std::size_t block_size,
                                 std::size_t n_channels) {
  Kernel& kernel = kernels_[{block_size, n_channels}];
  if (!kernel.get())
    kernel = run.launcher.device().kernel(debye_pairs_source,
                                          std::string(direct_build_options<Real>()) +
                                              " -DWORK_GROUP=" + std::to_string(block_size) +
                                              " -DN_CHANNELS=" + std::to_string(n_channels),
                                          "debye_pairs");
  return kernel.get();
}

template <class Real>
auto TwoQForm<Real>::upload(const DirectRun& run, const ScatteringModel& model,
                            const Extent& extent, std::size_t n_passes) -> Geometry {
  const std::size_t n = model.size();
  const std::size_t block_size =
      run.devices.options().block_size
          ? run.devices.options().block_size
          : choose_block_size(run.launcher.device().device().max_work_group);
  const std::size_t n_blocks = (n + block_size - 1) / block_size;
  const std::size_t max_blocks =
      run.devices.options().max_blocks
          ? run.devices.options().max_blocks
          : choose_max_blocks(n_blocks, n_passes,
                              std::max(run.launcher.device().device().info.compute_units, 1u));
  const std::vector<WorkItem> work = make_work_list(n_blocks, max_blocks);
  const auto padding = static_cast<std::uint16_t>(model.channels.front().form.rows());
  const std::size_t padded = n_blocks * block_size;
  const double terms = static_cast<double>(padded) * static_cast<double>(padded + block_size);
  return {block_size,
          work.size(),
          terms / static_cast<double>(work.size()),
          {run.launcher.context(), run.launcher.queue(), "positions",
           pack_positions<Real>(model.position, extent.centre, padded)},
          {run.launcher.context(), run.launcher.queue(), "types",
           pack_types(model.type, padding, padded)},
          {run.launcher.context(), run.launcher.queue(), "work list", work}};
}

template <class Real>
void TwoQForm<Real>::sum_chunk(DirectRun& run, const ScatteringModel& model,
                               const Geometry& geometry, std::span<const QPass> passes,
                               Eigen::ArrayXXd& sums) {
  const std::size_t n_channels = model.channels.size();
  const auto n_rows = static_cast<std::size_t>(sums.rows());
  const std::size_t n_groups = passes.size() * geometry.n_work;
  const Buffer<Real2<Real>> form(run.launcher.context(), run.launcher.queue(), "amplitudes",
                                 pack_amplitudes<Real>(model, passes));
  const Buffer<Real4<Real>> pass_buffer(run.launcher.context(), run.launcher.queue(), "passes",
                                        pack_passes<Real>(passes));
  const Buffer<Real4<Real>> result(run.launcher.context(), "results", n_groups * n_rows,
                                   CL_MEM_WRITE_ONLY);

  const cl_kernel pairs = kernel(run, geometry.block_size, n_channels);
  cl_uint index = 0;
  for (const cl_mem memory : {geometry.position.get(), geometry.type.get(), form.get(),
                              pass_buffer.get(), geometry.work.get(), result.get()})
    check(clSetKernelArg(pairs, index++, sizeof memory, &memory), "clSetKernelArg debye_pairs");
  for (const std::size_t number :
       {static_cast<std::size_t>(model.channels.front().form.rows()) + 1, geometry.n_work}) {
    const auto value = static_cast<cl_uint>(number);
    check(clSetKernelArg(pairs, index++, sizeof value, &value), "clSetKernelArg debye_pairs");
  }
  run.kernel_seconds += run.launcher.run(
      {"debye_pairs", pairs, index, n_groups, geometry.block_size, geometry.terms_per_group});

  std::vector<Real4<Real>> values(n_groups * n_rows);
  result.read(run.launcher.queue(), values);
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
Eigen::ArrayXXd TwoQForm<Real>::sum_pairs(DirectRun& run, const ScatteringModel& model,
                                          const Extent& extent, const QGrid& q, std::size_t first_q,
                                          std::size_t last_q) {
  const auto n_channels = static_cast<Eigen::Index>(model.channels.size());
  Eigen::ArrayXXd sums =
      Eigen::ArrayXXd::Zero(n_channels * (n_channels + 1) / 2, static_cast<Eigen::Index>(q.size()));
  const std::vector<QPass> passes = make_passes<Real>(q, first_q, last_q);
  if (passes.empty()) return sums;
  const Geometry geometry = upload(run, model, extent, passes.size());
  const auto n_types = static_cast<std::size_t>(model.channels.front().form.rows());
  const std::size_t pass_bytes =
      std::max(sizeof(Real2<Real>) * (n_types + 1) * model.channels.size(),
               sizeof(Real4<Real>) * geometry.n_work * static_cast<std::size_t>(sums.rows()));
  const std::size_t step = std::max(run.chunk_bytes / pass_bytes, std::size_t{1});
  for (std::size_t first = 0; first < passes.size(); first += step) {
    const std::size_t count = std::min(step, passes.size() - first);
    sum_chunk(run, model, geometry, std::span(passes).subspan(first, count), sums);
    run.progress(static_cast<double>(first + count) / static_cast<double>(passes.size()));
  }

  // The kernel saw each pair once: that is half of P_aa, but all of A_a(j) A_b(k) + A_b(j) A_a(k).
  Eigen::Index row = 0;
  for (Eigen::Index a = 0; a < n_channels; row += n_channels - a, ++a) sums.row(row) *= 2;
  return sums;
}

template class TwoQForm<float>;
template class TwoQForm<double>;

}  // namespace debye::opencl
