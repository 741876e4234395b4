// See bench.hpp. Engines × sizes → one row each.

#include "command/bench.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>

#include "debye/error.hpp"
#include "output/json.hpp"
#include "output/output_file.hpp"
#include "random_protein.hpp"
#include "version.hpp"

namespace debye {
namespace {

/// CPU with one and with all threads and every OpenCL device, or only what --device names.
std::vector<Engines> engines_to_time(const EngineOptions& wanted) {
  std::vector<Engines> engines;
  const auto add = [&](const std::string& device, int threads) {
    EngineOptions options = wanted;
    options.device = device;
    options.threads = threads;
    engines.emplace_back(options);
  };
  if (wanted.device == "auto" || wanted.device == "cpu") {
    add("cpu", 1);
    if (wanted.threads != 1) add("cpu", wanted.threads);
  }
  if (wanted.device == "auto")
    for (const DeviceInfo& device : list_devices())
      add(std::to_string(device.index), wanted.threads);
  else if (wanted.device != "cpu")
    add(wanted.device, wanted.threads);
  return engines;
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

/// Up to nine of the values of q, equally spaced in the grid, q = 0 left out unless it is alone.
std::vector<std::size_t> sample_of(const QGrid& q) {
  const std::size_t first = q.front() == 0 && q.size() > 1 ? 1 : 0, n = q.size() - first;
  const std::size_t stride = std::max<std::size_t>(1, n / 8);
  std::vector<std::size_t> sample;
  for (std::size_t i = first; i < q.size(); i += stride) sample.push_back(i);
  return sample;
}

/// The double-precision CPU sum at a sample of the grid.
struct Reference {
  std::vector<std::size_t> index;
  Eigen::ArrayXd intensity;
};

Reference reference_for(std::size_t atoms, const QGrid& q) {
  Reference reference{sample_of(q), {}};
  std::vector<double> values;
  for (const std::size_t i : reference.index) values.push_back(q[i]);
  const QGrid sample(values);
  reference.intensity = make_cpu_engine(Precision::Double, 0)
                            ->compute(random_protein(atoms, sample), sample)
                            .combine({1.0})
                            .intensity;
  return reference;
}

double largest_error(const Profile& profile, const Reference& reference) {
  double largest = 0;
  for (std::size_t k = 0; k < reference.index.size(); ++k) {
    const double expected = reference.intensity[static_cast<Eigen::Index>(k)];
    const double found = profile.intensity[static_cast<Eigen::Index>(reference.index[k])];
    const double error = std::abs(found - expected) / expected;
    largest = error <= largest ? largest : error;  // keeps a NaN
  }
  return largest;
}

struct Row {
  std::size_t atoms = 0;
  std::string engine;
  int runs = 0;
  double seconds = 0, kernel_seconds = 0, error = 0;
  double terms = 0;  ///< pairs × q
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// One run to warm up, unless a run takes long; then the median of up to nine within about 2 s.
Row time_engine(PairSumEngine& engine, const ScatteringModel& model, const QGrid& q,
                const Reference& reference) {
  using Clock = std::chrono::steady_clock;
  constexpr double budget = 2.0;
  std::vector<double> seconds, kernel_seconds;
  Profile profile{q, {}};
  double spent = 0;
  for (int run = 0; run < 10 && (run < 1 || spent < budget); ++run) {
    const auto start = Clock::now();
    profile = engine.compute(model, q).combine({1.0});
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    kernel_seconds.push_back(engine.kernel_seconds());
    spent += seconds.back();
  }
  if (seconds.size() > 1) {
    seconds.erase(seconds.begin());
    kernel_seconds.erase(kernel_seconds.begin());
  }
  const double n = static_cast<double>(model.size());
  return {model.size(),
          engine.description(),
          static_cast<int>(seconds.size()),
          median(seconds),
          median(kernel_seconds),
          largest_error(profile, reference),
          n * (n - 1) / 2 * static_cast<double>(q.size())};
}

void print_header(const BenchOptions& options, const std::string& command) {
  std::printf("# debye %s bench: random proteins, direct pair sum, %zu q from %g to %g 1/A\n",
              version, options.q.size(), options.q.front(), options.q.back());
  std::printf("# command: %s\n# processor: %s\n", command.c_str(), processor_name().c_str());
  for (const DeviceInfo& device : list_devices())
    std::printf("# device %d: %s, driver %s\n", device.index, device.name.c_str(),
                device.driver.c_str());
  std::printf(
      "# seconds: median wall time of a profile; rate: pairs (N(N-1)/2) x q per second, by wall "
      "time and by device time;\n# error: max |I - I_double| / I_double over up to 9 q\n");
  std::printf("%8s %11s %11s %11s %9s %5s  %s\n", "atoms", "seconds", "pair*q/s", "in kernel",
              "error", "runs", "engine");
}

void print(const Row& row) {
  std::printf("%8zu %11.4g %11.3g ", row.atoms, row.seconds, row.terms / row.seconds);
  if (row.kernel_seconds > 0)
    std::printf("%11.3g", row.terms / row.kernel_seconds);
  else
    std::printf("%11s", "-");
  std::printf(" %9.1e %5d  %s\n", row.error, row.runs, row.engine.c_str());
  if (std::fflush(stdout) != 0) fail("standard output: cannot be written: ", std::strerror(errno));
}

std::string json_row(const Row& row) {
  return json::object({{"atoms", json::number(row.atoms)},
                       {"engine", json::string(row.engine)},
                       {"runs", json::number(static_cast<std::size_t>(row.runs))},
                       {"seconds", json::number(row.seconds)},
                       {"kernel_seconds", json::number(row.kernel_seconds)},
                       {"terms", json::number(row.terms)},
                       {"error", json::number(row.error)}});
}

std::string json_devices() {
  std::vector<std::string> devices;
  for (const DeviceInfo& device : list_devices())
    devices.push_back(json::object({{"index", json::number(static_cast<std::size_t>(device.index))},
                                    {"name", json::string(device.name)},
                                    {"driver", json::string(device.driver)}}));
  return json::array(devices);
}

}  // namespace

int run_bench(const BenchOptions& options, const std::string& command) {
  if (!options.json) print_header(options, command);
  std::vector<std::string> rows;
  std::vector<Engines> engines = engines_to_time(options.engine);
  for (const std::size_t atoms : options.atoms) {
    const ScatteringModel model = random_protein(atoms, options.q);
    const Reference reference = reference_for(atoms, options.q);
    for (auto chooser = engines.begin(); chooser != engines.end();) {
      try {
        const Row row = time_engine(chooser->choose(0), model, options.q, reference);
        if (!options.json) print(row);
        rows.push_back(json_row(row));
        ++chooser;
      } catch (const DeviceError& error) {
        if (options.engine.device != "auto") throw;
        std::cerr << "debye: warning: " << error.what() << '\n';
        chooser = engines.erase(chooser);  // the others go on
      }
    }
  }
  if (options.json)
    write_to_stdout(json::object({{"program", json::string(std::string("debye ") + version)},
                                  {"command", json::string(command)},
                                  {"processor", json::string(processor_name())},
                                  {"devices", json_devices()},
                                  {"q_min", json::number(options.q.front())},
                                  {"q_max", json::number(options.q.back())},
                                  {"q_count", json::number(options.q.size())},
                                  {"rows", json::array(rows)}}) +
                    "\n");
  return 0;
}

}  // namespace debye
