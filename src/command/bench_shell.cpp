// See bench_shell.hpp. Ways to find the surface × sizes → one row each.

#include "command/bench_shell.hpp"

#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>

#include "command/machine.hpp"
#include "command/timing.hpp"
#include "debye/error.hpp"
#include "output/json.hpp"
#include "parallel_for.hpp"
#include "random_protein.hpp"
#include "solvent/displaced_volume.hpp"
#include "solvent/hydration_shell.hpp"
#include "version.hpp"
#ifdef DEBYE_WITH_OPENCL
#include "opencl/choose_device.hpp"
#include "opencl/open_device.hpp"
#include "opencl/surface_grid.hpp"
#endif

namespace debye {
namespace {

/// As in a model in solution with the default options.
const double farthest = shell_outer_edge(ShellOptions{}.width);

SurfaceBlocks blocks_around(std::size_t atoms) {
  const std::vector<Position> position = random_protein(atoms, QGrid({0})).position;
  const std::vector<double> radius(atoms, surface_radius(6) + probe_radius);
  return make_surface_blocks(position, radius, shell_spacing, farthest);
}

/// One way to find the distances.
struct Way {
  std::string name;
  std::function<std::vector<float>(const SurfaceBlocks&)> distances;
  std::function<double()> kernel_seconds;
  double most_terms = std::numeric_limits<double>::infinity();  ///< atoms × points, to stay short
};

std::string threads_text(int threads) {
  return threads == 1 ? "CPU, 1 thread" : "CPU, " + std::to_string(threads) + " threads";
}

Way cpu_way(int threads) {
  return {threads_text(threads),
          [threads](const SurfaceBlocks& blocks) { return surface_distances(blocks, threads); },
          [] { return 0.0; }};
}

#ifdef DEBYE_WITH_OPENCL

/// The device's two kernels.
void add_device(const DeviceInfo& device, std::vector<Way>& ways) {
  const std::shared_ptr<SurfaceGrid> grid = make_surface_grid(opencl::open_device(device.index));
  const auto add = [&](SurfaceKernel kernel, const std::string& name, double most_terms) {
    ways.push_back({name + ", " + opencl::describe(device),
                    [=](const SurfaceBlocks& blocks) { return grid->distances(blocks, kernel); },
                    [=] { return grid->kernel_seconds(); }, most_terms});
  };
  add(SurfaceKernel::Gather, "gather", std::numeric_limits<double>::infinity());
  add(SurfaceKernel::AllAtoms, "all atoms", device.is_gpu ? 1e12 : 2e9);
}

void add_devices(const std::string& wanted, std::vector<Way>& ways) {
  const std::vector<DeviceInfo> devices = list_devices();
  if (wanted != "auto") {
    for (const DeviceInfo& device : opencl::choose_devices(devices, wanted))
      add_device(device, ways);
    return;
  }
  for (const DeviceInfo& device : devices) try {
      add_device(device, ways);
    } catch (const DeviceError& error) {
      std::cerr << "debye: warning: " << error.what() << '\n';
    }
}

#else

void add_devices(const std::string& wanted, std::vector<Way>&) {
  if (wanted != "auto") Engines({wanted, {}, 0}).choose(0);  // throws what there is to say
}

#endif

std::vector<Way> ways_to_time(const EngineOptions& wanted) {
  std::vector<Way> ways;
  if (wanted.device == "auto" || wanted.device == "cpu") {
    const int threads = wanted.threads > 0 ? wanted.threads : usable_processors();
    ways.push_back(cpu_way(1));
    if (threads != 1) ways.push_back(cpu_way(threads));
  }
  if (wanted.device != "cpu") add_devices(wanted.device, ways);
  return ways;
}

/// Over the points that must be right; infinite if one is not a number or out of reach.
double largest_difference(const std::vector<float>& found, const std::vector<float>& expected) {
  double largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!(expected[i] < farthest)) continue;
    const double difference = std::abs(found[i] - expected[i]);
    if (!(difference <= largest))
      largest = std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
  }
  return largest;
}

struct Row {
  std::size_t atoms = 0, points = 0;
  std::string way;
  std::optional<Timing> timing;  ///< nothing: left out
  double speed_up = 0;           ///< by wall time over one thread of the CPU
  double difference = 0;         ///< from the CPU form [Å]
};

void print_header(const std::string& command) {
  std::printf("# debye %s bench: surfaces of random proteins, grid of %g A\n", version,
              shell_spacing);
  print_machine(command);
  std::printf(
      "# seconds: median wall time; in kernel: median device time; speed-up: over one thread of "
      "the CPU by wall time;\n# difference: largest from the CPU form, in A, up to %g A from the "
      "surface\n",
      farthest);
  std::printf("%8s %9s %11s %11s %9s %10s %5s  %s\n", "atoms", "points", "seconds", "in kernel",
              "speed-up", "difference", "runs", "way");
}

void print(const Row& row) {
  std::printf("%8zu %9zu ", row.atoms, row.points);
  if (!row.timing) {
    std::printf("%11s %11s %9s %10s %5d  %s: left out, would take long\n", "-", "-", "-", "-", 0,
                row.way.c_str());
  } else {
    std::printf("%11.4g ", row.timing->seconds);
    if (row.timing->kernel_seconds > 0)
      std::printf("%11.3g", row.timing->kernel_seconds);
    else
      std::printf("%11s", "-");
    std::printf(" %9.3g %10.1e %5d  %s\n", row.speed_up, row.difference, row.timing->runs,
                row.way.c_str());
  }
  flush_stdout();
}

std::string json_row(const Row& row) {
  return json::object({{"atoms", json::number(row.atoms)},
                       {"points", json::number(row.points)},
                       {"way", json::string(row.way)},
                       {"runs", json::number(static_cast<std::size_t>(row.timing->runs))},
                       {"seconds", json::number(row.timing->seconds)},
                       {"kernel_seconds", json::number(row.timing->kernel_seconds)},
                       {"speed_up", json::number(row.speed_up)},
                       {"difference", json::number(row.difference)}});
}

/// One size by every way. A way that fails is dropped from `ways` if the device was not demanded.
std::vector<Row> time_size(std::size_t atoms, std::vector<Way>& ways, bool demanded, bool show) {
  const SurfaceBlocks blocks = blocks_around(atoms);
  std::vector<float> expected;
  const Timing one_thread = time_runs([&] {
    expected = surface_distances(blocks, 1);
    return 0.0;
  });
  std::vector<Row> rows;
  for (auto way = ways.begin(); way != ways.end();) {
    Row row{atoms, expected.size(), way->name, {}, 0, 0};
    try {
      if (way->name == threads_text(1)) {
        row.timing = one_thread;
      } else if (static_cast<double>(atoms) * static_cast<double>(expected.size()) <=
                 way->most_terms) {
        std::vector<float> found;
        row.timing = time_runs([&] {
          found = way->distances(blocks);
          return way->kernel_seconds();
        });
        row.difference = largest_difference(found, expected);
      }
    } catch (const DeviceError& error) {
      if (demanded) throw;
      std::cerr << "debye: warning: " << error.what() << '\n';
      way = ways.erase(way);  // the others go on
      continue;
    }
    if (row.timing) row.speed_up = one_thread.seconds / row.timing->seconds;
    if (show) print(row);
    rows.push_back(std::move(row));
    ++way;
  }
  return rows;
}

}  // namespace

int run_shell_bench(const BenchOptions& options, const std::string& command) {
  std::vector<Way> ways = ways_to_time(options.engine);
  if (!options.json) print_header(command);
  std::vector<std::string> rows;
  for (const std::size_t atoms : options.atoms)
    for (const Row& row : time_size(atoms, ways, options.engine.device != "auto", !options.json))
      if (row.timing) rows.push_back(json_row(row));
  if (options.json)
    print_json(command, {{"spacing", json::number(shell_spacing)}, {"rows", json::array(rows)}});
  return 0;
}

}  // namespace debye
