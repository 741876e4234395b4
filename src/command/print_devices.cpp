// `debye devices`.

#include "command/print_devices.hpp"

#include <iostream>
#include <limits>
#include <sstream>

#include "output/output_file.hpp"

namespace debye {

int print_devices() {
  std::vector<std::string> problems;
  const std::vector<DeviceInfo> devices = list_devices(&problems);
  for (const std::string& problem : problems) std::cerr << "debye: warning: " << problem << '\n';
  std::ostringstream text;
  for (const DeviceInfo& device : devices)
    text << device.index << "  " << device.name << (device.is_gpu ? "  (GPU)" : "  (no GPU)")
         << "\n   platform " << device.platform << ", driver " << device.driver << ", "
         << device.version << "\n   " << device.compute_units << " compute units, "
         << device.global_memory / (1u << 20) << " MiB, double precision "
         << (device.has_fp64 ? "yes" : "no") << '\n';
  if (devices.empty()) text << "no OpenCL devices\n";

  Engines engines({});
  text << "\n--device auto takes, for small direct sums: " << engines.choose(0).description()
       << '\n'
       << "                    for large direct sums: "
       << engines.choose(std::numeric_limits<double>::max()).description() << '\n';
  write_to_stdout(text.str());
  for (const std::string& warning : engines.warnings())
    std::cerr << "debye: warning: " << warning << '\n';
  return 0;
}

}  // namespace debye
