// See machine.hpp.

#include "command/machine.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <vector>

#include "debye/error.hpp"
#include "debye/pair_sum.hpp"
#include "output/json.hpp"

namespace debye {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

void print_machine(const std::string& command) {
  std::printf("# command: %s\n# processor: %s\n", command.c_str(), processor_name().c_str());
  for (const DeviceInfo& device : list_devices())
    std::printf("# device %d: %s, driver %s\n", device.index, device.name.c_str(),
                device.driver.c_str());
}

std::string json_devices() {
  std::vector<std::string> devices;
  for (const DeviceInfo& device : list_devices())
    devices.push_back(json::object({{"index", json::number(static_cast<std::size_t>(device.index))},
                                    {"name", json::string(device.name)},
                                    {"driver", json::string(device.driver)}}));
  return json::array(devices);
}

void flush_stdout() {
  if (std::fflush(stdout) != 0) fail("standard output: cannot be written: ", std::strerror(errno));
}

}  // namespace debye
