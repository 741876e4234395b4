// The direct sum on a uniform grid, a hundred q at a time: kernels/debye_blocks.cl.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <map>
#include <vector>

#include "opencl/direct_run.hpp"
#include "opencl/program.hpp"
#include "opencl/q_blocks.hpp"
#include "opencl/type_runs.hpp"
#include "single_sums.hpp"

namespace debye::opencl {

template <class Real>
class FastForm {
 public:
  /// Index of the first q, from `first` on, that this form should do; q.size() if none, because the
  /// grid is not uniform, or the other form is faster, more accurate or asked for. Up to one q is
  /// left to the other: one of less than δ/2, a small difference of large phases here.
  std::size_t first_q(const DirectRun& run, const ScatteringModel& model, const QGrid& q,
                      std::size_t first) const;

  /// As TwoQForm::sum_pairs(), at the q from index `first` on of a uniform grid; any number of
  /// channels. @throws OutOfMemory, DeviceError
  Eigen::ArrayXXd sum_pairs(DirectRun& run, const ScatteringModel& model, const Extent& extent,
                            const QGrid& q, std::size_t first);

 private:
  struct BuiltKernel {
    Program program;
    Kernel kernel;
  };
  struct OnDevice;

  cl_kernel kernel(const DirectRun& run, std::size_t group_size);
  void add_rows(DirectRun& run, const OnDevice& on_device, const TypeRuns& list,
                std::size_t n_passes, Eigen::ArrayXXd& products);

  std::map<std::size_t, BuiltKernel> kernels_;  ///< by group size
};

}  // namespace debye::opencl
