// The engines of one OpenCL device.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "debye/pair_sum.hpp"

namespace debye {

/// Engines of one device, made when first needed and kept. In a build without OpenCL there are
/// none: the functions that make one throw or return nothing.
class DeviceEngines {
 public:
  /// The direct sum passes a self-test. @throws DeviceError if it does not
  DeviceEngines(DeviceInfo info, const EngineOptions& options);

  const DeviceInfo& info() const { return info_; }
  PairSumEngine& direct() { return *direct_; }
  /// nullptr if the device has no double precision, or not one that works.
  PairSumEngine* direct_in_double();
  PairSumEngine& histogram();
  std::vector<float> surface_distances(const SurfaceBlocks& blocks);

 private:
  DeviceInfo info_;
  double tolerance_;
  DirectKernel kernel_;
  std::unique_ptr<PairSumEngine> direct_, direct_double_, histogram_;
  SurfaceDistances surface_;
};

/// The device that options.device names.
/// @throws DeviceError if it is not found, ambiguous or unusable
std::unique_ptr<DeviceEngines> named_device(const EngineOptions& options);

/// The first GPU that works, or nothing. @param problems  why others do not
std::unique_ptr<DeviceEngines> first_gpu(const EngineOptions& options,
                                         std::vector<std::string>& problems);

}  // namespace debye
