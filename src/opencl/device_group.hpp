// The devices that a run computes on, shared by all its threads.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "opencl/block_queue.hpp"
#include "opencl/open_device.hpp"
#include "opencl/pair_sum_opencl.hpp"  // for OpenClOptions

namespace debye::opencl {

/// One device or several, of any kind. May be used by several threads.
class DeviceGroup {
 public:
  /// @param devices  not empty
  DeviceGroup(std::vector<std::shared_ptr<OpenDevice>> devices, OpenClOptions options);

  /// The one that does what is not shared.
  const std::shared_ptr<OpenDevice>& first() const { return devices_.front(); }
  const std::vector<std::shared_ptr<OpenDevice>>& devices() const { return devices_; }
  std::size_t size() const { return devices_.size(); }
  const OpenClOptions& options() const { return options_; }
  LaunchLimits launch_limits() const;
  /// Results on a device at a time.
  std::size_t chunk_bytes() const { return chunk_bytes_; }
  /// Atoms k of a work-group of kernels/debye_blocks.cl on any of the devices.
  std::size_t block_size() const { return block_size_; }

  /// Made when first asked for. @throws DeviceError
  template <class Real>
  BlockQueue<Real>& queue();

  /// See BlockQueue.
  std::vector<std::string> take_problems();

 private:
  std::vector<std::shared_ptr<OpenDevice>> devices_;
  OpenClOptions options_;
  std::size_t chunk_bytes_, block_size_;
  std::mutex mutex_;  ///< of both queues
  std::unique_ptr<BlockQueue<float>> single_;
  std::unique_ptr<BlockQueue<double>> double_;
};

/// "NVIDIA H200 (driver 580.1)", and how many more share the work.
std::string describe(const DeviceGroup& devices, bool shared);

/// @throws DeviceError if the first device lacks double precision
void require_double(const DeviceGroup& devices);

/// @throws InputError if the model has more channels or types than the kernels take
void check_for_device(const ScatteringModel& model);

/// The devices of these indices in list_devices().
/// @throws DeviceError if one does not exist or is unusable
std::shared_ptr<DeviceGroup> open_devices(const std::vector<int>& indices,
                                          const OpenClOptions& options = {});

}  // namespace debye::opencl
