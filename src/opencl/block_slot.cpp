// See block_slot.hpp.
#include "opencl/block_slot.hpp"

#include <algorithm>
#include <string>

#include "opencl/build_options.hpp"
#include "opencl/choose_device.hpp"
#include "opencl/kernels.hpp"

namespace debye::opencl {
namespace {

/// Items of a group that adds up rows.
constexpr std::size_t adding_group = 64;

std::string build_options(BlockShape shape, std::size_t group_size, std::size_t real_size) {
  // All columns at a time are fastest, but the least local memory of a device is 32 KiB.
  const std::size_t most = 28'000 / (real_size * (group_size + 1));
  const std::size_t parts = (shape.size() + most - 1) / most;
  return " -DWORK_GROUP=" + std::to_string(group_size) + " -DK_MAX=" + std::to_string(shape.k_max) +
         " -DA_MAX=" + std::to_string(BlockShape::a_max) +
         " -DCOLUMNS=" + std::to_string((shape.size() + parts - 1) / parts);
}

}  // namespace

template <class Real>
BlockSlot<Real>::BlockSlot(std::shared_ptr<OpenDevice> device, const LaunchLimits& limits)
    : launcher_(std::move(device), limits) {}

template <class Real>
auto BlockSlot<Real>::kernels(BlockShape shape, std::size_t group_size) -> const Kernels& {
  Kernels& built = kernels_[{shape, group_size}];
  if (!built.blocks.get()) {
    const std::string options =
        direct_build_options<Real>() + build_options(shape, group_size, sizeof(Real));
    built.blocks = launcher_.device().kernel(debye_blocks_source, options, "debye_blocks");
    built.add_rows = launcher_.device().kernel(debye_blocks_source, options, "add_rows");
  }
  return built;
}

template <class Real>
void BlockSlot<Real>::pack(std::span<BlockPart<Real>* const> parts) {
  const cl_context context = launcher_.context();
  const cl_command_queue queue = launcher_.queue();
  std::size_t n_atoms = 0, n_runs = 0, n_rows = 0, n_lists = 0;
  for (const BlockPart<Real>* part : parts) {
    n_atoms += part->job->position.size();
    n_runs += part->last_run - part->first_run;
    n_rows += part->n_rows();
    n_lists += part->job->pairs.size();
  }
  const auto position = position_.resize(context, queue, n_atoms);
  const auto segment_end = segment_end_.resize(context, queue, n_atoms);
  const auto runs = runs_.resize(context, queue, n_runs);
  const auto list_end = list_end_.resize(context, queue, n_lists);
  const auto row = row_.resize(context, queue, n_rows);
  std::size_t atom = 0, run = 0, first_row = 0, list = 0;
  for (const BlockPart<Real>* part : parts) {
    const BlockJob<Real>& job = *part->job;
    std::copy(job.position.begin(), job.position.end(), position.subspan(atom).begin());
    std::copy(job.list.segment_end.begin(), job.list.segment_end.end(),
              segment_end.subspan(atom).begin());
    const std::size_t first = job.first_row(part->first_run);
    for (std::size_t i = part->first_run; i < part->last_run; ++i) {
      TypeRun moved = job.list.runs[i];
      moved.k_group += static_cast<cl_int>(atom / job.group_size);
      moved.first_j += static_cast<cl_int>(atom);
      moved.first_row += static_cast<cl_int>(first_row) - static_cast<cl_int>(first);
      runs[run++] = moved;
    }
    // Rows sorted by list: their number in each, then the place behind each, then all in place.
    const std::size_t n_lists_here = job.pairs.size(), n_rows_here = part->n_rows();
    std::vector<cl_uint> next(n_lists_here + 1, 0);
    for (std::size_t i = 0; i < n_rows_here; ++i) ++next[job.row_pair[first + i] + 1];
    for (std::size_t i = 0; i < n_lists_here; ++i) {
      next[i + 1] += next[i];
      list_end[list + i] = static_cast<cl_uint>(first_row) + next[i + 1];
    }
    for (std::size_t i = 0; i < n_rows_here; ++i)
      row[first_row + next[job.row_pair[first + i]]++] = static_cast<cl_uint>(first_row + i);
    atom += job.position.size();
    first_row += n_rows_here;
    list += n_lists_here;
  }
  const std::vector<BlockPass>& passes = parts.front()->job->grid.passes;
  const auto pass = passes_.resize(context, queue, passes.size());
  for (std::size_t i = 0; i < passes.size(); ++i)
    pass[i] = {static_cast<Real>(passes[i].centre), static_cast<Real>(passes[i].half_delta),
               static_cast<Real>(passes[i].unit), Real{0}};
  position_.write();
  segment_end_.write();
  runs_.write();
  list_end_.write();
  row_.write();
  passes_.write();
}

template <class Real>
void BlockSlot<Real>::sum_together(std::span<BlockPart<Real>* const> parts) {
  const BlockGrid& grid = parts.front()->job->grid;
  const std::size_t group_size = parts.front()->job->group_size, n_q = grid.shape.size();
  std::size_t bytes = 0, n_runs = 0, n_rows = 0, n_lists = 0;
  double terms = 0;
  for (const BlockPart<Real>* part : parts) {
    bytes += part->row_bytes();
    n_runs += part->last_run - part->first_run;
    n_rows += part->n_rows();
    n_lists += part->job->pairs.size();
    for (std::size_t i = part->first_run; i < part->last_run; ++i)
      terms += static_cast<double>(part->job->list.runs[i].n_j);
  }
  if (n_runs == 0) return;
  pack(parts);
  if (bytes > rows_bytes_) {
    rows_ = Memory();
    cl_int status = CL_SUCCESS;
    rows_ = Memory(clCreateBuffer(launcher_.context(), CL_MEM_READ_WRITE, bytes, nullptr, &status));
    rows_bytes_ = status == CL_SUCCESS ? bytes : 0;
    check(status, "buffer results (" + std::to_string(bytes) + " bytes): clCreateBuffer");
  }
  const std::size_t n_totals = grid.passes.size() * n_lists * n_q;
  totals_.resize(launcher_.context(), launcher_.queue(), n_totals);

  const Kernels& built = kernels(grid.shape, group_size);
  set_arguments(built.blocks.get(), "debye_blocks", position_.get(), segment_end_.get(),
                passes_.get(), runs_.get(), rows_.get(), static_cast<cl_uint>(n_runs),
                static_cast<cl_uint>(n_rows));
  set_arguments(built.add_rows.get(), "add_rows", rows_.get(), list_end_.get(), row_.get(),
                totals_.get(), static_cast<cl_uint>(n_rows), static_cast<cl_uint>(n_lists),
                static_cast<cl_uint>(n_totals));
  // A term (pair and q) costs an eighth of one of the other form, for which the launcher counts.
  terms *= 0.125 * static_cast<double>(group_size * n_q);
  double seconds =
      launcher_.run({"debye_blocks", built.blocks.get(), 7, grid.passes.size() * n_runs, group_size,
                     terms / static_cast<double>(n_runs)});
  const double terms_of_adding = static_cast<double>(adding_group * n_rows) /
                                 static_cast<double>(std::max<std::size_t>(n_lists, 1));
  seconds +=
      launcher_.run({"add_rows", built.add_rows.get(), 7,
                     (n_totals + adding_group - 1) / adding_group, adding_group, terms_of_adding});
  const auto totals = totals_.read();
  std::size_t list = 0;
  for (BlockPart<Real>* part : parts) {
    const std::size_t n_pairs = part->job->pairs.size();
    auto sum = part->sums.begin();
    for (std::size_t pass = 0; pass < grid.passes.size(); ++pass) {
      const auto from = totals.subspan((pass * n_lists + list) * n_q, n_pairs * n_q);
      for (const Real2<Real>& total : from)
        *sum++ += static_cast<double>(total[0]) + static_cast<double>(total[1]);
    }
    list += n_pairs;
    part->kernel_seconds += seconds;
  }
}

template <class Real>
void BlockSlot<Real>::release() {
  position_.release();
  passes_.release();
  segment_end_.release();
  runs_.release();
  list_end_.release();
  row_.release();
  totals_.release();
  rows_ = Memory();
  rows_bytes_ = 0;
}

template <class Real>
void BlockSlot<Real>::sum_halves(BlockPart<Real>& part) {
  if (part.last_run - part.first_run < 2) {
    BlockPart<Real>* const only = &part;
    try {
      return sum_together({&only, 1});  // what was released may suffice
    } catch (const OutOfMemory& reason) {
      throw OutOfMemory(describe(launcher_.device().device().info) + ": " + reason.what());
    }
  }
  const std::size_t middle = (part.first_run + part.last_run) / 2;
  for (const auto& [first, last] :
       {std::pair(part.first_run, middle), std::pair(middle, part.last_run)}) {
    BlockPart<Real> half{part.job, first, last, std::move(part.sums), part.kernel_seconds};
    BlockPart<Real>* const only = &half;
    sum({&only, 1});
    part.sums = std::move(half.sums);
    part.kernel_seconds = half.kernel_seconds;
  }
}

template <class Real>
void BlockSlot<Real>::sum(std::span<BlockPart<Real>* const> parts) {
  // Nothing has been added to the parts when memory runs out: the totals are read last of all.
  try {
    sum_together(parts);
  } catch (const OutOfMemory&) {
    release();
    if (parts.size() > 1) throw;
    sum_halves(*parts.front());
  }
}

template class BlockSlot<float>;
template class BlockSlot<double>;

}  // namespace debye::opencl
