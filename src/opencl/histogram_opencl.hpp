// The histogram engine with an OpenCL device that counts the pairs.
#pragma once

#include <cstddef>
#include <memory>

#include "debye/pair_sum.hpp"

namespace debye {
namespace opencl {
class OpenDevice;
}

/// How the counting is cut up. The defaults fit every device; other values serve tests and tuning
/// and leave no trace in the result.
struct HistogramOptions {
  double launch_seconds = 0.1;               ///< aim for one launch; longer ones freeze a display
  std::size_t max_launch_groups = 1u << 30;  ///< work-groups in one launch
  std::size_t max_range = 1472;              ///< bins in local memory: 23 KiB
  int threads = 0;                           ///< of the transform; 0: all the process may use
};

/// Counts by kernels/pair_histogram.cl on the device, distances in
/// single precision; the transform is done by CPU threads. The error bound is `tolerance`: where
/// single precision cannot keep it, the CPU counts.
/// @throws DeviceError if the compiler of the device refuses the kernel; InputError
///         unless 1e-7 <= tolerance <= 1e-2.
std::unique_ptr<PairSumEngine> make_opencl_histogram_engine(
    std::shared_ptr<opencl::OpenDevice> device, double tolerance,
    const HistogramOptions& options = {});

}  // namespace debye
