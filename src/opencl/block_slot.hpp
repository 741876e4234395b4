// One queue of a device that sums over pairs by kernels/debye_blocks.cl.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "opencl/block_job.hpp"
#include "opencl/launcher.hpp"
#include "opencl/staged_buffer.hpp"

namespace debye::opencl {

/// Some runs of a job, and their sums.
template <class Real>
struct BlockPart {
  const BlockJob<Real>* job = nullptr;
  std::size_t first_run = 0, last_run = 0;
  std::vector<double> sums;   ///< passes × pairs × shape.size(), added to what is there
  double kernel_seconds = 0;  ///< the device was busy; shared with others of the same launch

  std::size_t n_rows() const { return job->first_row(last_run) - job->first_row(first_run); }
  /// Memory that the sums of rows take on the device.
  std::size_t row_bytes() const {
    return n_rows() * job->grid.passes.size() * job->grid.shape.size() * sizeof(Real2<Real>);
  }
};

/// Buffers, kernels and a queue; one thread at a time.
template <class Real>
class BlockSlot {
 public:
  BlockSlot(std::shared_ptr<OpenDevice> device, const LaunchLimits& limits);

  /// Sums parts of jobs of the same grid and group size in as few launches as their length allows.
  /// A single part that the device lacks memory for is halved, and halved again.
  /// @throws OutOfMemory for several parts, or one that cannot be halved; DeviceError
  void sum(std::span<BlockPart<Real>* const> parts);

 private:
  struct Kernels {
    Kernel blocks, add_rows;
  };
  const Kernels& kernels(BlockShape shape, std::size_t group_size);
  void pack(std::span<BlockPart<Real>* const> parts);
  void sum_together(std::span<BlockPart<Real>* const> parts);
  void sum_halves(BlockPart<Real>& part);
  void release();

  Launcher launcher_;
  std::map<std::pair<BlockShape, std::size_t>, Kernels> kernels_;
  StagedBuffer<Real4<Real>> position_{"positions"}, passes_{"passes"};
  StagedBuffer<cl_ushort> segment_end_{"ends of types"};
  StagedBuffer<TypeRun> runs_{"work list"};
  StagedBuffer<cl_uint> list_end_{"ends of lists"}, row_{"rows"};
  StagedBuffer<Real2<Real>> totals_{"totals"};
  Memory rows_;  ///< the sums of rows
  std::size_t rows_bytes_ = 0;
};

}  // namespace debye::opencl
