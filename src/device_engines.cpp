// See device_engines.hpp.

#include "device_engines.hpp"

#include "debye/error.hpp"
#ifdef DEBYE_WITH_OPENCL
#include "opencl/choose_device.hpp"
#include "opencl/histogram_opencl.hpp"
#include "opencl/pair_sum_opencl.hpp"
#include "opencl/program_cache.hpp"
#include "opencl/self_test.hpp"
#include "opencl/surface_grid.hpp"
#endif

namespace debye {

#ifdef DEBYE_WITH_OPENCL

namespace {

std::unique_ptr<PairSumEngine> make_tested_engine(const DeviceInfo& device, Precision precision,
                                                  DirectKernel kernel) {
  OpenClOptions options;
  options.kernel = kernel;
  auto engine = make_opencl_engine(device.index, precision, options);
  opencl::self_test(*engine, device.name);
  return engine;
}

}  // namespace

DeviceEngines::DeviceEngines(DeviceInfo info, const EngineOptions& options)
    : info_(std::move(info)), tolerance_(options.tolerance), kernel_(options.kernel) {
  opencl::use_program_cache(options.cache ? opencl::user_cache_directory() : "");
  direct_ =
      make_tested_engine(info_, options.precision.value_or(Precision::Single), options.kernel);
}

PairSumEngine* DeviceEngines::direct_in_double() {
  if (!direct_double_ && info_.has_fp64) try {
      direct_double_ = make_tested_engine(info_, Precision::Double, kernel_);
    } catch (const DeviceError&) {
      info_.has_fp64 = false;  // not asked again
    }
  return direct_double_.get();
}

PairSumEngine& DeviceEngines::histogram() {
  if (!histogram_) histogram_ = make_opencl_histogram_engine(info_.index, tolerance_);
  return *histogram_;
}

std::vector<float> DeviceEngines::surface_distances(const SurfaceBlocks& blocks) {
  if (!surface_)
    surface_ = [grid = std::shared_ptr(make_surface_grid(info_.index))](const SurfaceBlocks& any) {
      return grid->distances(any);
    };
  return surface_(blocks);
}

std::unique_ptr<DeviceEngines> named_device(const EngineOptions& options) {
  std::vector<std::string> problems;
  const std::vector<DeviceInfo> devices = list_devices(&problems);
  std::string reasons;
  for (const std::string& problem : problems) reasons += "; " + problem;
  try {
    return std::make_unique<DeviceEngines>(devices[opencl::choose_device(devices, options.device)],
                                           options);
  } catch (const DeviceError& error) {
    throw DeviceError(error.what() + reasons);
  }
}

std::unique_ptr<DeviceEngines> first_gpu(const EngineOptions& options,
                                         std::vector<std::string>& problems) {
  for (const DeviceInfo& device : list_devices(&problems)) {
    if (!device.is_gpu) continue;
    try {
      return std::make_unique<DeviceEngines>(device, options);
    } catch (const DeviceError& error) {
      problems.push_back(error.what());
    }
  }
  return nullptr;
}

#else

DeviceEngines::DeviceEngines(DeviceInfo info, const EngineOptions& options)
    : info_(std::move(info)), tolerance_(options.tolerance), kernel_(options.kernel) {
  fail<DeviceError>("this debye was built without OpenCL");
}

PairSumEngine* DeviceEngines::direct_in_double() { return nullptr; }

PairSumEngine& DeviceEngines::histogram() { return *histogram_; }

std::vector<float> DeviceEngines::surface_distances(const SurfaceBlocks&) { return {}; }

std::unique_ptr<DeviceEngines> named_device(const EngineOptions& options) {
  fail<DeviceError>("--device ", options.device,
                    ": this debye was built without OpenCL; use --device cpu");
}

std::unique_ptr<DeviceEngines> first_gpu(const EngineOptions&, std::vector<std::string>&) {
  return nullptr;
}

std::vector<DeviceInfo> list_devices(std::vector<std::string>*) { return {}; }

#endif

}  // namespace debye
