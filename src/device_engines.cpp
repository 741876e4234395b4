// See device_engines.hpp.

#include "device_engines.hpp"

#include "debye/error.hpp"
#ifdef DEBYE_WITH_OPENCL
#include "opencl/choose_device.hpp"
#include "opencl/device_group.hpp"
#include "opencl/histogram_opencl.hpp"
#include "opencl/pair_sum_opencl.hpp"
#include "opencl/program_cache.hpp"
#include "opencl/sampled_engine.hpp"
#include "opencl/self_test.hpp"
#include "opencl/surface_grid.hpp"
#include "opencl/tuning.hpp"
#endif

namespace debye {

bool DevicePool::give_up(const DeviceInfo& device) {
  const std::lock_guard lock(mutex_);
  return given_up_.insert(device.index).second;
}

bool DevicePool::is_given_up(const DeviceInfo& device) {
  const std::lock_guard lock(mutex_);
  return given_up_.count(device.index) > 0;
}

#ifdef DEBYE_WITH_OPENCL

std::shared_ptr<opencl::DeviceGroup> DevicePool::open(const std::vector<DeviceInfo>& devices,
                                                      const EngineOptions& options) {
  const std::lock_guard lock(mutex_);
  std::vector<int> indices;
  for (const DeviceInfo& device : devices) indices.push_back(device.index);
  std::shared_ptr<opencl::DeviceGroup>& group = groups_[indices];
  if (group) return group;
  opencl::use_program_cache(options.cache ? opencl::user_cache_directory() : "");
  OpenClOptions how;
  how.kernel = options.kernel;
  std::vector<std::shared_ptr<opencl::OpenDevice>> opened;
  for (const DeviceInfo& device : devices) {
    opened.push_back(opencl::open_device(device.index));
    if (const std::string& found = opened.back()->device().info.name; found != device.name)
      fail<DeviceError>("device ", device.index, " is ", found, " now, but was ", device.name,
                        " before");
  }
  const opencl::Tuning tuning = opencl::tuning_for(opened.front()->device());
  how.group_size = tuning.group_size;
  how.shortest_run = tuning.shortest_run;
  return group = std::make_shared<opencl::DeviceGroup>(opened, how);
}

void DevicePool::self_test(const opencl::DeviceGroup& group, const std::string& kind,
                           const Maker& make) {
  const std::lock_guard lock(mutex_);
  if (tested_.count({&group, kind}) > 0) return;
  for (const auto& device : group.devices())
    opencl::self_test(
        *make(std::make_shared<opencl::DeviceGroup>(
            std::vector<std::shared_ptr<opencl::OpenDevice>>{device}, group.options())),
        device->device().info.name);
  tested_.insert({&group, kind});
}

DeviceEngines::DeviceEngines(const std::vector<DeviceInfo>& devices, const EngineOptions& options,
                             std::shared_ptr<DevicePool> pool)
    : info_(devices.front()),
      options_(options),
      pool_(std::move(pool)),
      group_(pool_->open(devices, options)) {
  const bool sums_directly =
      options.method == Method::Direct || options.method == Method::Hybrid || options.precision;
  if (sums_directly)
    direct();
  else
    sampled();
}

std::unique_ptr<PairSumEngine> DeviceEngines::tested(const std::string& kind,
                                                     const DevicePool::Maker& make) {
  pool_->self_test(*group_, kind, make);
  return make(group_);
}

PairSumEngine& DeviceEngines::direct() {
  if (!direct_)
    direct_ = tested("direct", [precision = options_.precision.value_or(Precision::Single)](
                                   auto group) { return make_opencl_engine(group, precision); });
  return *direct_;
}

PairSumEngine* DeviceEngines::direct_in_double() {
  if (!direct_double_ && info_.has_fp64) try {
      direct_double_ = tested("direct in double", [](auto group) {
        return make_opencl_engine(group, Precision::Double);
      });
    } catch (const DeviceError&) {
      info_.has_fp64 = false;  // not asked again
    }
  return direct_double_.get();
}

PairSumEngine& DeviceEngines::sampled() {
  if (!sampled_)
    sampled_ = tested("sampled", [this](auto group) {
      const bool in_double = opencl::tuning_for(group_->first()->device()).in_double;
      return make_sampled_engine(group, in_double ? Precision::Double : Precision::Single);
    });
  return *sampled_;
}

PairSumEngine& DeviceEngines::histogram() {
  if (!histogram_) {
    HistogramOptions how;
    how.threads = options_.threads;
    histogram_ = make_opencl_histogram_engine(group_->first(), options_.tolerance, how);
  }
  return *histogram_;
}

std::vector<float> DeviceEngines::surface_distances(const SurfaceBlocks& blocks) {
  if (!surface_)
    surface_ = [grid = std::shared_ptr(make_surface_grid(group_->first()))](
                   const SurfaceBlocks& any) { return grid->distances(any); };
  return surface_(blocks);
}

std::vector<std::string> DeviceEngines::take_problems() { return group_->take_problems(); }

std::unique_ptr<DeviceEngines> named_devices(const EngineOptions& options,
                                             const std::shared_ptr<DevicePool>& pool) {
  std::vector<std::string> problems;
  const std::vector<DeviceInfo> devices = list_devices(&problems);
  std::string reasons;
  for (const std::string& problem : problems) reasons += "; " + problem;
  try {
    return std::make_unique<DeviceEngines>(opencl::choose_devices(devices, options.device), options,
                                           pool);
  } catch (const DeviceError& error) {
    throw DeviceError(error.what() + reasons);
  }
}

std::unique_ptr<DeviceEngines> first_gpu(const EngineOptions& options,
                                         const std::shared_ptr<DevicePool>& pool,
                                         std::vector<std::string>& problems) {
  for (const DeviceInfo& device : list_devices(&problems)) {
    if (!device.is_gpu || pool->is_given_up(device)) continue;
    try {
      return std::make_unique<DeviceEngines>(std::vector{device}, options, pool);
    } catch (const DeviceError& error) {
      if (pool->give_up(device)) problems.push_back(error.what());
    }
  }
  return nullptr;
}

#else

DeviceEngines::DeviceEngines(const std::vector<DeviceInfo>& devices, const EngineOptions& options,
                             std::shared_ptr<DevicePool>)
    : info_(devices.front()), options_(options) {
  fail<DeviceError>("this debye was built without OpenCL");
}

PairSumEngine& DeviceEngines::direct() { return *direct_; }

PairSumEngine* DeviceEngines::direct_in_double() { return nullptr; }

PairSumEngine& DeviceEngines::sampled() { return *sampled_; }

PairSumEngine& DeviceEngines::histogram() { return *histogram_; }

std::vector<float> DeviceEngines::surface_distances(const SurfaceBlocks&) { return {}; }

std::vector<std::string> DeviceEngines::take_problems() { return {}; }

std::unique_ptr<DeviceEngines> named_devices(const EngineOptions& options,
                                             const std::shared_ptr<DevicePool>&) {
  fail<DeviceError>("--device ", options.device,
                    ": this debye was built without OpenCL; use --device cpu");
}

std::unique_ptr<DeviceEngines> first_gpu(const EngineOptions&, const std::shared_ptr<DevicePool>&,
                                         std::vector<std::string>&) {
  return nullptr;
}

std::vector<DeviceInfo> list_devices(std::vector<std::string>*) { return {}; }

#endif

}  // namespace debye
