// See tuning.hpp. What is kept is a line "group_size shortest_run in_double".
#include "opencl/tuning.hpp"

#include <sstream>
#include <string>
#include <string_view>

#include "opencl/program_cache.hpp"

namespace debye::opencl {
namespace {

struct Row {
  std::string_view name;  ///< part of the device's name
  Tuning tuning;
};

/// For NVIDIA's H200 measured by `debye bench --tune`, driver 580.159.04; of the others it is known
/// that their double precision is fast. AMD's devices go by the names of architectures.
constexpr Row table[] = {{"H200", {64, 128, true}},   {"H100", {64, 128, true}},
                         {"A100", {64, 128, true}},   {"A30", {64, 128, true}},
                         {"V100", {64, 128, true}},   {"P100", {64, 128, true}},
                         {"GH200", {64, 128, true}},  {"B200", {64, 128, true}},
                         {"gfx906", {64, 128, true}}, {"gfx908", {64, 128, true}},
                         {"gfx90a", {64, 128, true}}, {"gfx940", {64, 128, true}},
                         {"gfx941", {64, 128, true}}, {"gfx942", {64, 128, true}},
                         {"gfx950", {64, 128, true}}, {"Data Center GPU Max", {64, 128, true}}};

std::string key_of(const Device& device) { return program_key(device, "tuning", ""); }

bool is_power_of_two(std::size_t n) { return n > 0 && (n & (n - 1)) == 0; }

}  // namespace

Tuning default_tuning(const DeviceInfo& device) {
  Tuning tuning;
  tuning.in_double = !device.is_gpu;
  for (const Row& row : table)
    if (device.name.find(row.name) != std::string::npos) tuning = row.tuning;
  tuning.in_double = tuning.in_double && device.has_fp64;
  return tuning;
}

Tuning tuning_for(const Device& device) {
  Tuning tuning;
  if (const auto kept = load_program(key_of(device))) {
    std::istringstream words(*kept);
    if (words >> tuning.group_size >> tuning.shortest_run >> tuning.in_double &&
        is_power_of_two(tuning.group_size) && tuning.shortest_run > 0 &&
        (!tuning.in_double || device.info.has_fp64))
      return tuning;
  }
  return default_tuning(device.info);
}

bool keep_tuning(const Device& device, const Tuning& tuning) {
  std::ostringstream words;
  words << tuning.group_size << ' ' << tuning.shortest_run << ' ' << tuning.in_double << '\n';
  store_program(key_of(device), words.str());
  return load_program(key_of(device)) == words.str();
}

}  // namespace debye::opencl
