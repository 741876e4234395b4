// See bench_tune.hpp.

#include "command/bench_tune.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <limits>
#include <optional>
#include <vector>

#include "command/machine.hpp"
#include "debye/error.hpp"
#include "random_protein.hpp"
#include "version.hpp"
#ifdef DEBYE_WITH_OPENCL
#include "opencl/choose_device.hpp"
#include "opencl/device_group.hpp"
#include "opencl/program_cache.hpp"
#include "opencl/sampled_engine.hpp"
#include "opencl/tuning.hpp"
#endif

namespace debye {

#ifdef DEBYE_WITH_OPENCL

namespace {

using opencl::Tuning;
using Clock = std::chrono::steady_clock;

struct Problem {
  ScatteringModel model;
  Profile expected;
};

struct Row {
  Tuning tuning;
  std::vector<double> seconds;  ///< of each problem, the best of some runs
  double error = 0;             ///< largest of all
  double bound = 0;
  std::string failure;

  /// Geometric mean of the seconds; infinite if the candidate is rejected. Sums in single precision
  /// are worse, and each is checked by another in double.
  double cost() const {
    if (!failure.empty() || !(error <= bound)) return std::numeric_limits<double>::infinity();
    double sum = 0;
    for (const double one : seconds) sum += std::log(one);
    const double mean = std::exp(sum / static_cast<double>(seconds.size()));
    return tuning.in_double ? mean : 1.5 * mean;
  }
};

std::vector<Tuning> candidates(const opencl::Device& device) {
  std::vector<Tuning> all;
  for (const bool in_double : {true, false})
    for (const std::size_t group_size : {32U, 64U, 128U})
      for (const std::size_t shortest_run : {64U, 128U, 256U})
        if (group_size <= device.max_work_group && (device.info.has_fp64 || !in_double))
          all.push_back({group_size, shortest_run, in_double});
  return all;
}

Row time_candidate(const opencl::Device& device, const Tuning& tuning,
                   const std::vector<Problem>& problems, const QGrid& q) {
  Row row{tuning, {}, 0, 0, ""};
  try {
    OpenClOptions options;
    options.group_size = tuning.group_size;
    options.shortest_run = tuning.shortest_run;
    const auto engine =
        make_sampled_engine(opencl::open_devices({device.info.index}, options),
                            tuning.in_double ? Precision::Double : Precision::Single);
    row.bound = engine->error_bound();
    for (const Problem& problem : problems) {
      double best = std::numeric_limits<double>::infinity();
      for (int run = 0; run < 6; ++run) {
        const auto start = Clock::now();
        const Profile found = engine->compute(problem.model, q).combine({1.0});
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        if (run > 0) best = std::min(best, seconds);  // the first one compiles
        const double error = (found.intensity / problem.expected.intensity - 1).abs().maxCoeff();
        row.error = error <= row.error ? row.error : error;  // keeps a NaN
        if (run > 0 && seconds > 0.5) break;
      }
      row.seconds.push_back(best);
    }
  } catch (const DeviceError& error) {
    row.failure = error.what();
  }
  return row;
}

void print(const Row& row, const char* verdict) {
  std::printf("%6zu %6zu %-7s", row.tuning.group_size, row.tuning.shortest_run,
              row.tuning.in_double ? "double" : "single");
  for (const double seconds : row.seconds) std::printf(" %11.4g", seconds);
  if (row.failure.empty())
    std::printf(" %9.1e  %s\n", row.error, verdict);
  else
    std::printf("  rejected: %s\n", row.failure.c_str());
}

void tune(const DeviceInfo& info, const BenchOptions& options) {
  const opencl::Device device = opencl::device_of(info.index);
  std::vector<std::size_t> atoms = options.atoms;
  if (atoms.empty())
    atoms =
        info.is_gpu ? std::vector<std::size_t>{2000, 20'000} : std::vector<std::size_t>{500, 2000};
  std::vector<Problem> problems;
  for (const std::size_t n : atoms) {
    ScatteringModel model = random_protein(n, options.q);
    Profile expected = make_cpu_engine(Precision::Double, options.engine.threads)
                           ->compute(model, options.q)
                           .combine({1.0});
    problems.push_back({std::move(model), std::move(expected)});
  }
  std::printf("\n# %s\n%6s %6s %-7s", opencl::describe(info).c_str(), "group", "run", "reals");
  for (const std::size_t n : atoms) std::printf(" %6zu atoms", n);
  std::printf(" %9s\n", "error");
  std::optional<Row> best;
  for (const Tuning& tuning : candidates(device)) {
    const Row row = time_candidate(device, tuning, problems, options.q);
    print(row, std::isinf(row.cost()) ? "rejected" : "");
    flush_stdout();
    if (!std::isinf(row.cost()) && (!best || row.cost() < best->cost())) best = row;
  }
  if (!best) fail<DeviceError>(opencl::describe(info), ": no candidate computes rightly");
  print(*best, "taken");
  if (!opencl::keep_tuning(device, best->tuning))
    std::cerr << "debye: warning: what was found is not kept: "
              << (options.engine.cache ? "the cache directory cannot be written to\n"
                                       : "--no-cache was given\n");
}

}  // namespace

int run_tune_bench(const BenchOptions& options, const std::string& command) {
  opencl::use_program_cache(options.engine.cache ? opencl::user_cache_directory() : "");
  std::vector<DeviceInfo> devices = list_devices();
  if (options.engine.device != "auto")
    devices = opencl::choose_devices(devices, options.engine.device);
  if (devices.empty()) fail<DeviceError>("--tune: no OpenCL devices were found");
  std::printf("# debye %s bench: sampled sums of random proteins, %zu q from %g to %g 1/A\n",
              version, options.q.size(), options.q.front(), options.q.back());
  print_machine(command);
  std::printf(
      "# group: atoms of a work-group; run: atoms that it takes together; seconds: the best of up "
      "to "
      "five sums;\n# error: largest |I - I_double| / I_double; taken: the fastest, single only if "
      "1.5 times as fast; kept for later runs\n");
  for (const DeviceInfo& device : devices) tune(device, options);
  flush_stdout();
  return 0;
}

#else

int run_tune_bench(const BenchOptions&, const std::string&) {
  fail<DeviceError>("--tune: this debye was built without OpenCL");
}

#endif

}  // namespace debye
