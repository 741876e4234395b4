// See device_group.hpp.
#include "opencl/device_group.hpp"

#include <algorithm>
#include <type_traits>

#include "opencl/choose_device.hpp"

namespace debye::opencl {

DeviceGroup::DeviceGroup(std::vector<std::shared_ptr<OpenDevice>> devices, OpenClOptions options)
    : devices_(std::move(devices)),
      options_(std::move(options)),
      chunk_bytes_(options_.max_chunk_bytes),
      block_size_(options_.block_size ? options_.block_size : options_.group_size) {
  for (const auto& open : devices_) {
    const Device& device = open->device();
    const auto limit =
        static_cast<std::size_t>(std::min(device.max_allocation, device.info.global_memory / 8));
    chunk_bytes_ = std::min(chunk_bytes_, limit);
    while (block_size_ > device.max_work_group && block_size_ > 1) block_size_ /= 2;
  }
}

LaunchLimits DeviceGroup::launch_limits() const {
  return {options_.launch_seconds, options_.max_launch_groups, options_.fault};
}

template <class Real>
BlockQueue<Real>& DeviceGroup::queue() {
  const std::lock_guard lock(mutex_);
  auto& queue = [this]() -> auto& {
    if constexpr (std::is_same_v<Real, float>)
      return single_;
    else
      return double_;
  }
  ();
  if (!queue) queue = std::make_unique<BlockQueue<Real>>(devices_, launch_limits(), chunk_bytes_);
  return *queue;
}

template BlockQueue<float>& DeviceGroup::queue();
template BlockQueue<double>& DeviceGroup::queue();

std::vector<std::string> DeviceGroup::take_problems() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> problems;
  const auto add = [&](auto& queue) {
    if (!queue) return;
    for (std::string& problem : queue->take_problems()) problems.push_back(std::move(problem));
  };
  add(single_);
  add(double_);
  return problems;
}

std::string describe(const DeviceGroup& devices, bool shared) {
  std::string text = describe(devices.first()->device().info);
  if (shared && devices.size() > 1) text += " and " + std::to_string(devices.size() - 1) + " more";
  return text;
}

void require_double(const DeviceGroup& devices) {
  const DeviceInfo& info = devices.first()->device().info;
  if (!info.has_fp64)
    fail<DeviceError>(describe(info),
                      " has no double precision; use --precision single or --device cpu");
}

void check_for_device(const ScatteringModel& model) {
  const std::size_t n_channels = model.channels.size();
  if (n_channels > 4) fail("the OpenCL engine takes 1 to 4 channels, not ", n_channels);
  if (model.channels.front().form.rows() > 0xffff)
    fail("the OpenCL engine takes up to 65535 scatterer types, not ",
         model.channels.front().form.rows());
}

std::shared_ptr<DeviceGroup> open_devices(const std::vector<int>& indices,
                                          const OpenClOptions& options) {
  std::vector<std::shared_ptr<OpenDevice>> devices;
  for (const int index : indices) devices.push_back(open_device(index));
  return std::make_shared<DeviceGroup>(std::move(devices), options);
}

}  // namespace debye::opencl
