// See bench_ensemble.hpp.

#include "command/bench_ensemble.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "command/machine.hpp"
#include "debye/ensemble.hpp"
#include "output/json.hpp"
#include "parallel_for.hpp"
#include "random_protein.hpp"
#include "sum_check.hpp"
#include "version.hpp"

namespace debye {
namespace {

/// So many conformers are compared with a double sum.
constexpr std::size_t most_checked = 5;

struct Row {
  std::size_t atoms = 0, conformers = 0;
  std::string engine;
  double seconds = 0, bound = 0;
  double error = 0;  ///< largest found
  double rate() const { return static_cast<double>(conformers) / seconds; }
};

/// A protein whose atoms are moved by up to half an Angstrom along each axis, anew in each.
std::vector<std::vector<Position>> conformers_of(const ScatteringModel& protein, std::size_t n) {
  std::vector<std::vector<Position>> conformers(n);
  parallel_for(n, usable_processors(), [&](std::size_t k) {
    std::mt19937 random(static_cast<unsigned>(k));
    conformers[k] = protein.position;
    for (Position& position : conformers[k])
      for (double& x : position) x += static_cast<double>(random()) * 0x1p-32 - 0.5;
  });
  return conformers;
}

Row time_ensemble(const BenchOptions& options, std::size_t atoms) {
  const ScatteringModel protein = random_protein(atoms, options.q);
  const std::vector<std::vector<Position>> conformers = conformers_of(protein, options.ensemble);
  const auto model = [&](std::size_t k) {
    ScatteringModel one = protein;
    one.position = conformers[k];
    return one;
  };
  EnsembleSums ensemble(options.engine);
  std::vector<StatedSum> sums(conformers.size(), {{options.q, 1, {}}, {}});
  const auto sum = [&](std::size_t n) {
    ensemble.sum(options.q, n, model,
                 [&](std::size_t k, StatedSum one) { sums[k] = std::move(one); });
  };
  sum(std::min<std::size_t>(conformers.size(), 256));  // all threads, their tables and kernels
  const auto start = std::chrono::steady_clock::now();
  sum(conformers.size());
  Row row{atoms, conformers.size(), sums.front().engine, 0, sums.front().error_bound({1.0}), 0};
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto exact = make_cpu_engine(Precision::Double, options.engine.threads);
  const std::size_t stride = (conformers.size() + most_checked - 1) / most_checked;
  for (std::size_t k = 0; k < conformers.size(); k += stride) {
    const Profile expected = exact->compute(model(k), options.q).combine({1.0});
    const double error =
        (sums[k].partials.combine({1.0}).intensity / expected.intensity - 1).abs().maxCoeff();
    row.error = error <= row.error ? row.error : error;  // keeps a NaN
  }
  return row;
}

std::string json_row(const Row& row) {
  return json::object({{"atoms", json::number(row.atoms)},
                       {"conformers", json::number(row.conformers)},
                       {"engine", json::string(row.engine)},
                       {"seconds", json::number(row.seconds)},
                       {"profiles_per_second", json::number(row.rate())},
                       {"error_bound", json::number(row.bound)},
                       {"error", json::number(row.error)}});
}

}  // namespace

int run_ensemble_bench(const BenchOptions& options, const std::string& command) {
  if (!options.json) {
    std::printf("# debye %s bench: conformers of random proteins, %zu q from %g to %g 1/A\n",
                version, options.q.size(), options.q.front(), options.q.back());
    print_machine(command);
    std::printf(
        "# seconds: wall time of all, from memory to profiles, devices in use before; "
        "error: largest |I - I_double| / I_double of %zu of them, over all q\n",
        most_checked);
    std::printf("%8s %10s %10s %12s %9s %9s  %s\n", "atoms", "conformers", "seconds", "profiles/s",
                "bound", "error", "engine");
  }
  std::vector<std::string> rows;
  for (const std::size_t atoms : options.atoms) {
    const Row row = time_ensemble(options, atoms);
    rows.push_back(json_row(row));
    if (options.json) continue;
    std::printf("%8zu %10zu %10.3g %12.4g %9.1e %9.1e  %s\n", row.atoms, row.conformers,
                row.seconds, row.rate(), row.bound, row.error, row.engine.c_str());
    flush_stdout();
  }
  if (options.json) print_json(command, grid_and_rows(options.q, rows));
  return 0;
}

}  // namespace debye
