// The direct sum two q at a time, on any grid: kernels/debye_pairs.cl.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <map>
#include <span>

#include "opencl/buffer.hpp"
#include "opencl/direct_run.hpp"
#include "opencl/pair_arrays.hpp"
#include "opencl/q_passes.hpp"
#include "opencl/work_list.hpp"
#include "single_sums.hpp"

namespace debye::opencl {

template <class Real>
class TwoQForm {
 public:
  /// Σ over pairs i != j of A_a(i) A_b(j) sin(q r)/(q r), C(C+1)/2 × Nq as PartialProfiles, at the
  /// q from index `first` to before `last`; 0 at the others. At most four channels.
  /// @throws OutOfMemory, DeviceError
  Eigen::ArrayXXd sum_pairs(DirectRun& run, const ScatteringModel& model, const Extent& extent,
                            const QGrid& q, std::size_t first, std::size_t last);

 private:
  /// What stays on the device from the first pass to the last.
  struct Geometry {
    std::size_t block_size = 0, n_work = 0;
    double terms_per_group = 0;  ///< mean number of terms (pair and q) of a work-group
    Buffer<Real4<Real>> position;
    Buffer<cl_ushort> type;
    Buffer<WorkItem> work;
  };

  cl_kernel kernel(const DirectRun& run, std::size_t block_size, std::size_t n_channels);
  Geometry upload(const DirectRun& run, const ScatteringModel& model, const Extent& extent,
                  std::size_t n_passes);
  void sum_chunk(DirectRun& run, const ScatteringModel& model, const Geometry& geometry,
                 std::span<const QPass> passes, Eigen::ArrayXXd& sums);

  std::map<std::array<std::size_t, 2>, Kernel> kernels_;  ///< by block size and channels
};

}  // namespace debye::opencl
