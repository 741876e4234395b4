// See files_at_once.hpp.

#include "command/files_at_once.hpp"

#include <algorithm>

#include "parallel_for.hpp"

namespace debye {
namespace {

bool has_gpu() {
  const std::vector<DeviceInfo> devices = list_devices();
  return std::any_of(devices.begin(), devices.end(),
                     [](const DeviceInfo& device) { return device.is_gpu; });
}

}  // namespace

std::size_t files_at_once(std::size_t n_files, const EngineOptions& engine) {
  const auto threads =
      static_cast<std::size_t>(engine.threads > 0 ? engine.threads : usable_processors());
  const bool share_out = n_files >= threads && threads > 1 &&
                         (engine.device == "cpu" || (engine.device == "auto" && !has_gpu()));
  return share_out ? threads : 1;
}

}  // namespace debye
