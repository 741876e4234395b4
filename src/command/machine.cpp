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
#include "output/output_file.hpp"
#include "version.hpp"

namespace debye {

namespace {

/// "Intel(R) Xeon(R) ..".
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

/// Array of index, name and driver of the OpenCL devices.
std::string json_devices() {
  std::vector<std::string> devices;
  for (const DeviceInfo& device : list_devices())
    devices.push_back(json::object({{"index", json::number(static_cast<std::size_t>(device.index))},
                                    {"name", json::string(device.name)},
                                    {"driver", json::string(device.driver)}}));
  return json::array(devices);
}

}  // namespace

void print_machine(const std::string& command) {
  std::printf("# command: %s\n# processor: %s\n", command.c_str(), processor_name().c_str());
  for (const DeviceInfo& device : list_devices())
    std::printf("# device %d: %s, driver %s\n", device.index, device.name.c_str(),
                device.driver.c_str());
}

JsonMembers grid_and_rows(const QGrid& q, const std::vector<std::string>& rows) {
  return {{"q_min", json::number(q.front())},
          {"q_max", json::number(q.back())},
          {"q_count", json::number(q.size())},
          {"rows", json::array(rows)}};
}

void print_json(const std::string& command, const JsonMembers& members) {
  JsonMembers all = {{"program", json::string(std::string("debye ") + version)},
                     {"command", json::string(command)},
                     {"processor", json::string(processor_name())},
                     {"devices", json_devices()}};
  all.insert(all.end(), members.begin(), members.end());
  write_to_stdout(json::object(all) + "\n");
}

void flush_stdout() {
  if (std::fflush(stdout) != 0) fail("standard output: cannot be written: ", std::strerror(errno));
}

}  // namespace debye
