// Moments of distances counted by an OpenCL device (kernels/pair_histogram.cl).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "histogram/atom_classes.hpp"
#include "histogram/moment_sums.hpp"
#include "opencl/handle.hpp"
#include "opencl/histogram_opencl.hpp"  // for HistogramOptions
#include "opencl/histogram_work.hpp"
#include "opencl/launcher.hpp"

namespace debye::opencl {

/// The kernel on one device. Distances have the digits of two floats, so that a pair is in another
/// bin than in double only within 1e-6 of a bin from the border.
class PairHistogram {
 public:
  /// @throws DeviceError if the device is unusable or its compiler refuses the kernel.
  PairHistogram(std::shared_ptr<OpenDevice> device, const HistogramOptions& options);

  /// As histogram::moment_sums(), in fields that are set here. The same bits each time.
  /// @throws DeviceError
  std::vector<std::int64_t> moments(const histogram::AtomClasses& atoms,
                                    std::span<histogram::ClassPair> pairs, std::size_t n_bins);

  const Device& device() const { return launcher_.device().device(); }

  /// Seconds that the device was busy in all calls so far.
  double kernel_seconds() const { return kernel_seconds_; }

 private:
  HistogramShape shape_for(std::size_t n_atoms, std::size_t n_bins) const;
  void run(const std::vector<HistogramEntry>& work, const HistogramShape& shape,
           std::size_t n_bins);

  HistogramOptions options_;
  Launcher launcher_;
  std::size_t group_ = 128;  ///< atoms i, and work-items, of a group
  std::size_t tile_ = 64;    ///< atoms j at a time
  Kernel kernel_;
  double kernel_seconds_ = 0;
};

}  // namespace debye::opencl
