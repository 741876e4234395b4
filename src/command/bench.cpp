// See bench.hpp. Engines × sizes → one row each.

#include "command/bench.hpp"

#include <cmath>
#include <cstdio>
#include <iostream>

#include "command/bench_ensemble.hpp"
#include "command/bench_methods.hpp"
#include "command/bench_shell.hpp"
#include "command/bench_tune.hpp"
#include "command/machine.hpp"
#include "command/timing.hpp"
#include "debye/error.hpp"
#include "output/json.hpp"
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
  Timing timing;
  double error = 0;
  double terms = 0;  ///< pairs × q
};

Row time_engine(PairSumEngine& engine, const ScatteringModel& model, const QGrid& q,
                const Reference& reference) {
  Profile profile{q, {}};
  const Timing timing = time_runs([&] {
    profile = engine.compute(model, q).combine({1.0});
    return engine.kernel_seconds();
  });
  const double n = static_cast<double>(model.size());
  return {model.size(), engine.description(), timing, largest_error(profile, reference),
          n * (n - 1) / 2 * static_cast<double>(q.size())};
}

void print_header(const BenchOptions& options, const std::string& command) {
  std::printf("# debye %s bench: random proteins, direct pair sum, %zu q from %g to %g 1/A\n",
              version, options.q.size(), options.q.front(), options.q.back());
  print_machine(command);
  std::printf(
      "# seconds: median wall time of a profile; rate: pairs (N(N-1)/2) x q per second, by wall "
      "time and by device time;\n# error: max |I - I_double| / I_double over up to 9 q\n");
  std::printf("%8s %11s %11s %11s %9s %5s  %s\n", "atoms", "seconds", "pair*q/s", "in kernel",
              "error", "runs", "engine");
}

void print(const Row& row) {
  std::printf("%8zu %11.4g %11.3g ", row.atoms, row.timing.seconds, row.terms / row.timing.seconds);
  if (row.timing.kernel_seconds > 0)
    std::printf("%11.3g", row.terms / row.timing.kernel_seconds);
  else
    std::printf("%11s", "-");
  std::printf(" %9.1e %5d  %s\n", row.error, row.timing.runs, row.engine.c_str());
  flush_stdout();
}

std::string json_row(const Row& row) {
  return json::object({{"atoms", json::number(row.atoms)},
                       {"engine", json::string(row.engine)},
                       {"runs", json::number(static_cast<std::size_t>(row.timing.runs))},
                       {"seconds", json::number(row.timing.seconds)},
                       {"kernel_seconds", json::number(row.timing.kernel_seconds)},
                       {"terms", json::number(row.terms)},
                       {"error", json::number(row.error)}});
}

}  // namespace

int run_bench(const BenchOptions& options, const std::string& command) {
  if (options.shell) return run_shell_bench(options, command);
  if (options.tune) return run_tune_bench(options, command);
  if (options.ensemble > 0) return run_ensemble_bench(options, command);
  if (options.methods) return run_methods_bench(options, command);
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
  if (options.json) print_json(command, grid_and_rows(options.q, rows));
  return 0;
}

}  // namespace debye
