// See run_selftest.hpp.

#include "command/run_selftest.hpp"

#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <numbers>

#include "command/machine.hpp"
#include "cpu/pair_sum_cpu.hpp"
#include "debye/error.hpp"
#include "fourier/fourier_engine.hpp"
#include "histogram/cpu_histogram.hpp"
#include "output/output_file.hpp"
#include "parallel_for.hpp"
#include "plain_sum.hpp"
#include "random_protein.hpp"
#include "version.hpp"
#ifdef DEBYE_WITH_OPENCL
#include "opencl/device_group.hpp"
#include "opencl/histogram_opencl.hpp"
#include "opencl/pair_sum_opencl.hpp"
#include "opencl/sampled_engine.hpp"
#endif

namespace debye {
namespace {

constexpr double tolerances[] = {1e-2, 1e-4, 1e-6};

/// In the curve the displaced solvent cancels most of the molecule, as it does in water.
const std::vector<double> curve = {1, -1};

struct Structure {
  std::string name;
  QGrid q;
  ScatteringModel model;
  Eigen::ArrayXd expected;  ///< I at each q
};

/// A protein in vacuum and, as the second channel, Gaussian spheres of its solvent.
Structure make_structure(ProteinShape shape) {
  const QGrid q = QGrid::linear(0, 2, 41);
  Structure structure{shape_name(shape), q, shaped_protein(shape, 700, q), {}};
  constexpr double density = 0.334, volume = 17.2;  // e/Å³, Å³ an atom
  Channel displaced{"displaced", structure.model.channels[0].form};
  for (std::size_t n = 0; n < q.size(); ++n)
    displaced.form.col(static_cast<Eigen::Index>(n)) =
        density * volume *
        std::exp(-q[n] * q[n] * std::cbrt(volume * volume) / (4 * std::numbers::pi));
  structure.model.channels.push_back(std::move(displaced));
  structure.expected.resize(static_cast<Eigen::Index>(q.size()));
  parallel_for(q.size(), usable_processors(), [&](std::size_t n) {
    structure.expected[static_cast<Eigen::Index>(n)] = plain_sum(structure.model, q, n, curve);
  });
  return structure;
}

using MakeEngine = std::function<std::unique_ptr<PairSumEngine>()>;

std::vector<MakeEngine> all_engines() {
  std::vector<MakeEngine> engines;
  for (const cpu::InstructionSet* set : cpu::available_instruction_sets())
    for (const Precision precision : {Precision::Double, Precision::Single})
      engines.push_back([=] { return std::make_unique<cpu::CpuEngine>(*set, precision, 0); });
  for (const histogram::InstructionSet* set : histogram::available_instruction_sets())
    for (const double tolerance : tolerances)
      engines.push_back(
          [=] { return std::make_unique<histogram::CpuHistogram>(*set, tolerance, 0); });
  for (const fourier::InstructionSet* set : fourier::available_instruction_sets())
    for (const double tolerance : tolerances)
      engines.push_back(
          [=] { return std::make_unique<fourier::FourierEngine>(*set, tolerance, 0); });
#ifdef DEBYE_WITH_OPENCL
  for (const DeviceInfo& device : list_devices()) {
    for (const Precision precision : {Precision::Double, Precision::Single})
      if (precision == Precision::Single || device.has_fp64)
        for (const auto make : {make_opencl_engine, make_sampled_engine})
          engines.push_back([make, precision, index = device.index] {
            return make(opencl::open_devices({index}), precision);
          });
    for (const double tolerance : tolerances)
      engines.push_back([tolerance, index = device.index] {
        return make_opencl_histogram_engine(opencl::open_device(index), tolerance);
      });
  }
#endif
  return engines;
}

/// Prints a row. @return whether the engine keeps its bound
bool test(PairSumEngine& engine, const Structure& structure) {
  const PartialProfiles partials = engine.compute(structure.model, structure.q);
  const double bound =
      engine.error_bound() + engine.channel_error() * (partials.cancellation(curve) - 1);
  const Eigen::ArrayXd errors = (partials.combine(curve).intensity / structure.expected - 1).abs();
  Eigen::Index worst = 0;
  for (Eigen::Index n = 1; n < errors.size(); ++n)
    if (!(errors[n] <= errors[worst])) worst = n;  // so that NaN is found
  const bool kept = errors[worst] <= bound;
  std::printf("%-8s %9.1e %9.1e %9.1e  %-6s  %s\n", structure.name.c_str(), bound, errors[worst],
              errors[worst] / bound, kept ? "ok" : "FAILED", engine.description().c_str());
  flush_stdout();
  return kept;
}

}  // namespace

int run_selftest(const std::string& command) {
  std::printf(
      "# debye %s selftest: random proteins of 700 atoms less their solvent, 41 q from 0 to 2 "
      "1/A\n",
      version);
  print_machine(command);
  std::printf("# error: max |I - I_plain| / I_plain, I_plain by two loops in double precision\n");
  std::printf("%-8s %9s %9s %9s  %-6s  %s\n", "shape", "bound", "error", "ratio", "", "engine");
  std::size_t tests = 0, failed = 0;
  std::vector<std::string> problems;
  list_devices(&problems);
  for (const std::string& problem : problems) std::cerr << "debye: warning: " << problem << '\n';
  const std::vector<MakeEngine> engines = all_engines();
  for (const ProteinShape shape : all_protein_shapes) {
    const Structure structure = make_structure(shape);
    for (const MakeEngine& make : engines) {
      ++tests;
      try {
        if (!test(*make(), structure)) ++failed;
      } catch (const DeviceError& error) {
        std::cerr << "debye: " << error.what() << '\n';
        ++failed;
      }
    }
  }
  std::printf("# %zu of %zu tests passed\n", tests - failed, tests);
  flush_stdout();
  return failed > 0 ? 1 : 0;
}

}  // namespace debye
