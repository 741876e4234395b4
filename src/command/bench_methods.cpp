// See bench_methods.hpp.

#include "command/bench_methods.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>

#include "command/machine.hpp"
#include "command/timing.hpp"
#include "output/json.hpp"
#include "parallel_for.hpp"
#include "random_protein.hpp"
#include "sum_check.hpp"
#include "version.hpp"

namespace debye {
namespace {

/// Methods that are forecast to take longer are not tried [s].
constexpr double most_seconds = 5;

constexpr const char* peers =
    R"(# For scale, the whole process on two such threads, q <= 0.5 1/A, 1000 / 10 000 / 50 000 / 100 000 atoms:
#   FoXS (IMP; 1 thread, bins of 0.5 A^2, float)      0.12 / 1.1  / 8.7 / 30   s
#   AUSAXS 1.2.9, simple, no hydration (0.25 A bins)     - /   -  / 1.9 / 5.8  s, error 3e-3
#   AUSAXS 1.2.9, form factors by pair of types       0.8  / 1.3  / 3.5 / 11.3 s
#   debyer (0.001 A bins)                             0.2  / 1.2  / 3.9 / 9.9  s, error 2.5e-4
)";

struct Row {
  ProteinShape shape;
  std::size_t atoms;
  Method method;
  std::string engine;
  double forecast;
  Timing timing;
  double bound;
  std::optional<MeasuredError> error;
};

std::optional<Row> time_method(const BenchOptions& options, ProteinShape shape, Method method,
                               const ScatteringModel& model) {
  EngineOptions wanted = options.engine;
  wanted.method = method;
  Engines engines(wanted);
  PairSumEngine& engine = engines.choose(model, options.q);
  const Forecast forecast = engines.forecasts().front();
  if (forecast.seconds > most_seconds) return std::nullopt;
  std::optional<StatedSum> sum;
  const Timing timing = time_runs([&] {
    sum = engines.compute(model, options.q);
    return engine.kernel_seconds();
  });
  const auto exact = make_cpu_engine(Precision::Double, wanted.threads);
  const int threads = wanted.threads > 0 ? wanted.threads : usable_processors();
  return Row{shape,
             model.size(),
             method,
             sum->engine,
             forecast.seconds,
             timing,
             sum->error_bound({1.0}),
             check_sum(model, sum->partials, {1.0}, engine, *exact, threads)};
}

/// Methods that may be forced on the hardware at hand, and auto.
std::vector<Method> methods_for(const EngineOptions& options) {
  std::vector<Method> methods = {Method::Direct, Method::Histogram};
  if (options.device == "auto" || options.device == "cpu")
    methods.push_back(Method::Fourier);
  else
    methods.push_back(Method::Sampled);
  methods.push_back(Method::Auto);
  return methods;
}

void print(const Row& row, double best) {
  std::printf("%-8s %8zu %-10s %10.3g %10.3g ", shape_name(row.shape), row.atoms,
              method_name(row.method), row.forecast, row.timing.seconds);
  if (row.timing.kernel_seconds > 0)
    std::printf("%10.3g", row.timing.kernel_seconds);
  else
    std::printf("%10s", "-");
  std::printf(" %6.2f %9.1e ", row.timing.seconds / best, row.bound);
  if (row.error)
    std::printf("%9.1e", row.error->largest);
  else
    std::printf("%9s", "-");
  std::printf("  %s\n", row.engine.c_str());
}

std::string json_row(const Row& row) {
  return json::object({{"shape", json::string(shape_name(row.shape))},
                       {"atoms", json::number(row.atoms)},
                       {"method", json::string(method_name(row.method))},
                       {"engine", json::string(row.engine)},
                       {"forecast", json::number(row.forecast)},
                       {"seconds", json::number(row.timing.seconds)},
                       {"kernel_seconds", json::number(row.timing.kernel_seconds)},
                       {"error_bound", json::number(row.bound)},
                       {"error", row.error ? json::number(row.error->largest) : "null"}});
}

void print_header(const BenchOptions& options, const std::string& command) {
  std::printf("# debye %s bench: random proteins, %zu q from %g to %g 1/A, tolerance %g\n", version,
              options.q.size(), options.q.front(), options.q.back(), options.engine.tolerance);
  print_machine(command);
  std::printf(
      "# seconds: median wall time of a sum; in kernel: of it, device time; ratio: to the fastest "
      "forced method; bound and error (at up to 5 q, double sum): of I(q)\n%s",
      peers);
  std::printf("%-8s %8s %-10s %10s %10s %10s %6s %9s %9s  %s\n", "shape", "atoms", "method",
              "forecast", "seconds", "in kernel", "ratio", "bound", "error", "engine");
}

}  // namespace

int run_methods_bench(const BenchOptions& options, const std::string& command) {
  if (!options.json) print_header(options, command);
  std::vector<std::string> objects;
  for (const ProteinShape shape : all_protein_shapes)
    for (const std::size_t atoms : options.atoms) {
      const ScatteringModel model = shaped_protein(shape, atoms, options.q);
      std::vector<Row> rows;
      for (const Method method : methods_for(options.engine))
        if (auto row = time_method(options, shape, method, model)) rows.push_back(std::move(*row));
      double best = 0;
      for (const Row& row : rows)
        if (row.method != Method::Auto && (best == 0 || row.timing.seconds < best))
          best = row.timing.seconds;
      for (const Row& row : rows) {
        objects.push_back(json_row(row));
        if (!options.json) print(row, best);
      }
      if (!options.json) flush_stdout();
    }
  if (options.json) {
    JsonMembers members = grid_and_rows(options.q, objects);
    members.emplace_back("tolerance", json::number(options.engine.tolerance));
    print_json(command, members);
  }
  return 0;
}

}  // namespace debye
