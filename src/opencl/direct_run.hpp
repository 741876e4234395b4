// What both forms of the direct sum need of the engine that runs them.
#pragma once

#include <cstddef>
#include <functional>

#include "opencl/device_group.hpp"
#include "opencl/launcher.hpp"

namespace debye::opencl {

/// One sum.
struct DirectRun {
  DeviceGroup& devices;
  Launcher& launcher;                         ///< of the first device
  std::size_t chunk_bytes = 0;                ///< results, or amplitudes, on the device at a time
  std::function<void(double)> progress = {};  ///< called with the fraction done
  double kernel_seconds = 0;                  ///< that the device was busy so far
};

}  // namespace debye::opencl
