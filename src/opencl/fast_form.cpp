// Plans the work, launches kernels/debye_blocks.cl in slices, and turns its sums over pairs of
// types into partial profiles.
#include "opencl/fast_form.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "opencl/buffer.hpp"
#include "opencl/kernels.hpp"
#include "opencl/pair_arrays.hpp"

namespace debye::opencl {
namespace {

/// Atoms k of a work-group. Groups of 64 leave enough of them for a small protein.
std::size_t choose_group_size(const DirectRun& run) {
  if (run.options.block_size) return run.options.block_size;
  std::size_t size = 64;
  while (size > run.device.max_work_group && size > 1) size /= 2;
  return size;
}

TypeRuns list_runs(const DirectRun& run, const std::vector<std::uint16_t>& type,
                   std::size_t n_passes) {
  const std::size_t group_size = choose_group_size(run);
  const std::size_t longest = run.options.max_blocks
                                  ? run.options.max_blocks * group_size
                                  : choose_longest_run(type.size(), n_passes, group_size,
                                                       std::max(run.device.info.compute_units, 1u));
  return make_type_runs(type, group_size, longest);
}

std::size_t passes_for(std::size_t n_q) { return (n_q + BlockShape::size - 1) / BlockShape::size; }

/// Types in ascending order. As atoms are sorted, that of k is never less than that of j.
std::size_t pair_index(TypePair pair) {
  const std::size_t k = pair.k;
  return k * (k + 1) / 2 + pair.j;
}

/// Instructions of a work-item, from the code of both kernels: for a pair and q in one form; in the
/// other for a pair, and for the sums over a group after up to 256 pairs, which take the longer the
/// more types share a group.
///
/// There is no choice between tiles of one type and amplitudes in the inner loop: only the atoms j
/// of a run are of one type, so that many small types shorten the runs but pad nothing. The sums
/// over a group then weigh more: with 50 types and 1000 atoms, runs of 10, as much as the pairs.
constexpr double two_q_cost = 20;
constexpr double pair_cost = 230, group_sum_cost = 2000, row_cost = 400;

/// Products of rounded sines leak 1e-11 of I(0) into minima of I, where that is 1e-6 of I(0) and
/// less in large particles: errors of 6e-6 of I at 100 000 atoms, 2e-5 at 300 000 (random proteins,
/// NVIDIA H200). In double precision there are no such limits.
constexpr std::size_t most_atoms_in_single = 150'000;

double fast_cost(const TypeRuns& list, std::size_t n_passes) {
  const std::size_t pairs_between = 256;
  double cost = row_cost * static_cast<double>(list.rows.size());
  for (const TypeRun& run : list.runs) {
    const auto n = static_cast<std::size_t>(run.n_j);
    const std::size_t n_sums = (n + pairs_between - 1) / pairs_between;
    cost += pair_cost * static_cast<double>(n) + group_sum_cost * static_cast<double>(n_sums);
  }
  return cost * static_cast<double>(n_passes);
}

/// Σ_k<=j over pairs of types: sums of sines of one pass → columns of the partial profiles.
void contract(const ScatteringModel& model, const QGrid& q, const BlockPass& pass,
              const Eigen::Ref<const Eigen::ArrayXXd>& products, Eigen::ArrayXXd& sums) {
  const auto n_types = static_cast<std::size_t>(model.channels.front().form.rows());
  std::array<double, BlockShape::size> sines{};
  for (std::size_t k = 0; k < n_types; ++k)
    for (std::size_t j = 0; j <= k; ++j) {
      const auto type_k = static_cast<Eigen::Index>(k), type_j = static_cast<Eigen::Index>(j);
      const auto column = products.col(static_cast<Eigen::Index>(k * (k + 1) / 2 + j));
      if ((column == 0).all()) continue;
      sums_of_sines(std::span(column.data(), BlockShape::size), sines);
      for (std::size_t i = 0; i < BlockShape::size && pass.first + i < q.size(); ++i) {
        const auto iq = static_cast<Eigen::Index>(pass.first + i);
        const double value = sines[i] * pass.unit / q[pass.first + i];
        Eigen::Index row = 0;
        for (std::size_t a = 0; a < model.channels.size(); ++a)
          for (std::size_t b = a; b < model.channels.size(); ++b) {
            const Eigen::ArrayXXd &form_a = model.channels[a].form,
                                  &form_b = model.channels[b].form;
            sums(row++, iq) += value * (form_a(type_k, iq) * form_b(type_j, iq) +
                                        form_a(type_j, iq) * form_b(type_k, iq));
          }
      }
    }
}

}  // namespace

template <class Real>
struct FastForm<Real>::OnDevice {
  std::size_t group_size = 0;
  Buffer<Real4<Real>> position;
  Buffer<cl_ushort> segment_end;
  Buffer<TypeRun> runs;
  Buffer<Real4<Real>> passes;
};

template <class Real>
std::size_t FastForm<Real>::first_q(const DirectRun& run, const ScatteringModel& model,
                                    const QGrid& q, std::size_t first) const {
  const std::optional<double> delta = q.uniform_step();
  if (!delta || run.options.kernel == DirectKernel::TwoQ) return q.size();
  if (std::is_same_v<Real, float> && model.size() > most_atoms_in_single) return q.size();
  // Sums for every pair of types are held on the host.
  if (model.channels.front().form.rows() > 256) return q.size();
  if (first < q.size() && q[first] < 0.5 * *delta) ++first;
  if (first == q.size() || run.options.kernel == DirectKernel::Fast) return first;
  std::vector<std::uint16_t> type = model.type;
  std::sort(type.begin(), type.end());
  const std::size_t n_q = q.size() - first, n_passes = passes_for(n_q);
  const double pairs_of_item = 0.5 * static_cast<double>(model.size()) *
                               static_cast<double>(model.size()) /
                               static_cast<double>(choose_group_size(run));
  const bool pays = fast_cost(list_runs(run, type, n_passes), n_passes) <
                    two_q_cost * pairs_of_item * static_cast<double>(n_q);
  return pays ? first : q.size();
}

template <class Real>
cl_kernel FastForm<Real>::kernel(const DirectRun& run, std::size_t group_size) {
  BuiltKernel& built = kernels_[group_size];
  if (!built.kernel.get()) {
    // All columns at a time are fastest, but the least local memory of a device is 32 KiB.
    const std::size_t most = 28'000 / (sizeof(Real) * (group_size + 1));
    const std::size_t parts = (BlockShape::size + most - 1) / most;
    const std::string options =
        std::string(direct_build_options<Real>()) + " -DWORK_GROUP=" + std::to_string(group_size) +
        " -DK_MAX=" + std::to_string(BlockShape::k_max) +
        " -DA_MAX=" + std::to_string(BlockShape::a_max) +
        " -DCOLUMNS=" + std::to_string((BlockShape::size + parts - 1) / parts);
    built.program = build_program(run.launcher.context(), run.device, debye_blocks_source, options);
    built.kernel = make_kernel(built.program, "debye_blocks");
  }
  return built.kernel.get();
}

template <class Real>
void FastForm<Real>::add_rows(DirectRun& run, const OnDevice& on_device, const TypeRuns& list,
                              std::size_t n_passes, Eigen::ArrayXXd& products) {
  const std::string name = "debye_blocks";
  const cl_kernel blocks = kernel(run, on_device.group_size);
  const std::size_t row_bytes = n_passes * BlockShape::size * sizeof(Real2<Real>);
  const std::size_t n_pairs = static_cast<std::size_t>(products.cols()) / n_passes;
  std::vector<Real2<Real>> values;
  for (std::size_t first = 0, last = 0; first < list.runs.size(); first = last) {
    // Runs whose rows fit, one at least.
    const auto row_of = [&](std::size_t entry) {
      return entry < list.runs.size() ? static_cast<std::size_t>(list.runs[entry].first_row)
                                      : list.rows.size();
    };
    double terms = 0;
    do terms += static_cast<double>(list.runs[last].n_j);
    while (++last < list.runs.size() &&
           (row_of(last + 1) - row_of(first)) * row_bytes <= run.chunk_bytes);
    const std::size_t n_entries = last - first, n_rows = row_of(last) - row_of(first);
    values.resize(n_passes * n_rows * BlockShape::size);
    const Buffer<Real2<Real>> result(run.launcher.context(), "results", values.size(),
                                     CL_MEM_READ_WRITE);
    set_arguments(blocks, name, on_device.position.get(), on_device.segment_end.get(),
                  on_device.passes.get(), on_device.runs.get(), result.get(),
                  static_cast<cl_uint>(first), static_cast<cl_uint>(n_entries),
                  static_cast<cl_uint>(row_of(first)), static_cast<cl_uint>(n_rows));
    // A term (pair and q) costs an eighth of one of the other form, for which the launcher counts.
    terms *= 0.125 * static_cast<double>(on_device.group_size * BlockShape::size);
    run.kernel_seconds +=
        run.launcher.run({name, blocks, 9, n_passes * n_entries, on_device.group_size,
                          terms / static_cast<double>(n_entries)});
    result.read(run.launcher.queue(), values);
    auto value = values.cbegin();
    for (std::size_t pass = 0; pass < n_passes; ++pass)
      for (std::size_t row = row_of(first); row < row_of(last); ++row) {
        auto sum =
            products.col(static_cast<Eigen::Index>(pass * n_pairs + pair_index(list.rows[row])));
        for (Eigen::Index i = 0; i < sum.size(); ++i, ++value)
          sum[i] += static_cast<double>((*value)[0]) + static_cast<double>((*value)[1]);
      }
  }
}

template <class Real>
Eigen::ArrayXXd FastForm<Real>::sum_pairs(DirectRun& run, const ScatteringModel& model,
                                          const Extent& extent, const QGrid& q, std::size_t first) {
  const std::size_t n_channels = model.channels.size(), n_types = model.type_name.size();
  Eigen::ArrayXXd sums =
      Eigen::ArrayXXd::Zero(static_cast<Eigen::Index>(n_channels * (n_channels + 1) / 2),
                            static_cast<Eigen::Index>(q.size()));
  if (model.size() < 2) return sums;
  std::vector<Position> position;
  std::vector<std::uint16_t> type;
  for (const std::size_t i : order_by_type(model.type)) {
    position.push_back(model.position[i]);
    type.push_back(model.type[i]);
  }
  const std::vector<BlockPass> passes =
      make_block_passes<Real>(q.front(), q.uniform_step().value(), first, q.size());
  const TypeRuns list = list_runs(run, type, passes.size());

  // As many passes together as the results allow, so that small models fill the device.
  const std::size_t n_pairs = n_types * (n_types + 1) / 2;
  const std::size_t pass_bytes =
      BlockShape::size * std::max(list.rows.size() * sizeof(Real2<Real>), n_pairs * sizeof(double));
  const std::size_t step = std::max(run.chunk_bytes / pass_bytes, std::size_t{1});
  for (std::size_t done = 0; done < passes.size();) {
    const std::size_t count = std::min(step, passes.size() - done);
    std::vector<Real4<Real>> packed;
    for (std::size_t i = done; i < done + count; ++i)
      packed.push_back({static_cast<Real>(passes[i].centre),
                        static_cast<Real>(passes[i].half_delta), static_cast<Real>(passes[i].unit),
                        Real{0}});
    const cl_context context = run.launcher.context();
    const cl_command_queue queue = run.launcher.queue();
    const OnDevice on_device{
        choose_group_size(run),
        {context, queue, "positions",
         pack_positions<Real>(position, extent.centre, list.segment_end.size())},
        {context, queue, "ends of types", list.segment_end},
        {context, queue, "work list", list.runs},
        {context, queue, "passes", packed}};
    Eigen::ArrayXXd products = Eigen::ArrayXXd::Zero(static_cast<Eigen::Index>(BlockShape::size),
                                                     static_cast<Eigen::Index>(count * n_pairs));
    add_rows(run, on_device, list, count, products);
    for (std::size_t i = 0; i < count; ++i)
      contract(model, q, passes[done + i],
               products.middleCols(static_cast<Eigen::Index>(i * n_pairs),
                                   static_cast<Eigen::Index>(n_pairs)),
               sums);
    done += count;
    run.progress(static_cast<double>(done) / static_cast<double>(passes.size()));
  }
  return sums;
}

template class FastForm<float>;
template class FastForm<double>;

}  // namespace debye::opencl
