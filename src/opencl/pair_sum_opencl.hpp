// The engine that sums all pairs on OpenCL devices: no approximation beyond the precision.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "debye/pair_sum.hpp"

namespace debye {

/// How sums are cut up and compiled. The defaults fit every device; other values serve tests and
/// tuning. The first three leave no trace in the result.
struct OpenClOptions {
  double launch_seconds = 0.1;               ///< aim for one launch; longer ones freeze a display
  std::size_t max_launch_groups = 1u << 30;  ///< work-groups in one launch
  std::size_t max_chunk_bytes = 64u << 20;   ///< results, or amplitudes, on the device at a time
  std::size_t block_size = 0;                ///< atoms in a block, a power of two; 0: by rule
  std::size_t max_blocks = 0;                ///< blocks of j in one group; 0: by rule
  std::size_t group_size = 64;  ///< atoms in a group of debye_blocks.cl, unless block_size is set
  std::size_t shortest_run = 128;  ///< atoms that it takes together at least, unless max_blocks is
  DirectKernel kernel = DirectKernel::Auto;  ///< Fast, Auto: two q at a time if q is not uniform
  std::function<void()> fault = {};          ///< of tests: called before each launch, may throw
};

namespace opencl {
class DeviceGroup;
}

/// The direct double sum: kernels/debye_blocks.cl on uniform grids of q where that is faster, on
/// all devices of the group; kernels/debye_pairs.cl elsewhere, on the first.
/// @throws DeviceError if the first device lacks double precision and that is asked for, or its
///         compiler refuses the kernel
std::unique_ptr<PairSumEngine> make_opencl_engine(std::shared_ptr<opencl::DeviceGroup> devices,
                                                  Precision precision);

}  // namespace debye
