// The engines of OpenCL devices.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "debye/pair_sum.hpp"

namespace debye {
namespace opencl {
class DeviceGroup;
}

/// Devices that are in use, for all Engines that share it. Several threads may use it.
class DevicePool {
 public:
  /// The same group each time. @throws DeviceError if one of the devices is unusable
  std::shared_ptr<opencl::DeviceGroup> open(const std::vector<DeviceInfo>& devices,
                                            const EngineOptions& options);

  /// Makes an engine for each device of a group alone, and tests it, once for each `kind`.
  /// @throws DeviceError if one computes wrongly
  using Maker = std::function<std::unique_ptr<PairSumEngine>(std::shared_ptr<opencl::DeviceGroup>)>;
  void self_test(const opencl::DeviceGroup& group, const std::string& kind, const Maker& make);

  /// Not to be tried again. @return false if that was known
  bool give_up(const DeviceInfo& device);
  bool is_given_up(const DeviceInfo& device);

 private:
  std::mutex mutex_;
  std::map<std::vector<int>, std::shared_ptr<opencl::DeviceGroup>> groups_;  ///< by index
  std::set<std::pair<const opencl::DeviceGroup*, std::string>> tested_;
  std::set<int> given_up_;
};

/// Engines of one device, or several that share the work where they can, made when first needed and
/// kept. In a build without OpenCL there are none: the functions that make one throw or return
/// nothing.
class DeviceEngines {
 public:
  /// The engine that is most likely used is made and tested; so are others, when asked for.
  /// @throws DeviceError if a device is unusable or computes wrongly
  DeviceEngines(const std::vector<DeviceInfo>& devices, const EngineOptions& options,
                std::shared_ptr<DevicePool> pool);

  /// Of the first device, which does alone what is not shared.
  const DeviceInfo& info() const { return info_; }
  PairSumEngine& direct();
  /// nullptr if the device has no double precision, or not one that works.
  PairSumEngine* direct_in_double();
  /// In the precision in which that is the faster.
  PairSumEngine& sampled();
  PairSumEngine& histogram();
  std::vector<float> surface_distances(const SurfaceBlocks& blocks);

  /// One line for each device that has failed and left its work to the others.
  std::vector<std::string> take_problems();

 private:
  std::unique_ptr<PairSumEngine> tested(const std::string& kind, const DevicePool::Maker& make);

  DeviceInfo info_;
  EngineOptions options_;
  std::shared_ptr<DevicePool> pool_;
  std::shared_ptr<opencl::DeviceGroup> group_;
  std::unique_ptr<PairSumEngine> direct_, direct_double_, sampled_, histogram_;
  SurfaceDistances surface_;
};

/// The devices that options.device names.
/// @throws DeviceError if one is not found, ambiguous or unusable
std::unique_ptr<DeviceEngines> named_devices(const EngineOptions& options,
                                             const std::shared_ptr<DevicePool>& pool);

/// The first GPU that works, or nothing. @param problems  why others do not
std::unique_ptr<DeviceEngines> first_gpu(const EngineOptions& options,
                                         const std::shared_ptr<DevicePool>& pool,
                                         std::vector<std::string>& problems);

}  // namespace debye
