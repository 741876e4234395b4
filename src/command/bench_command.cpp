// See bench_command.hpp.

#include "command/bench_command.hpp"

#include "command/option_marks.hpp"
#include "debye/error.hpp"
#include "lower_case.hpp"

namespace debye {

void BenchCommand::add_to(CLI::App& app) {
  auto* grid = app.add_option("-q", q, "q grid, as for profiles [0:1:50]")->type_name("GRID");
  app.add_option("--atoms", options.atoms,
                 "sizes of the random proteins [1000 to 100 000 or, with --methods, 100 to 10^6]")
      ->delimiter(',')
      ->type_name("N,N,...")
      ->check(CLI::Range(1, 10'000'000));
  add_engine_options(app, options.engine, engine);
  auto* kernels = app.add_option("--kernel", kernel,
                                 "of the direct sum on OpenCL devices: auto, two-q, or fast, "
                                 "which needs a uniform grid [auto]")
                      ->check(one_of({"auto", "two-q", "fast"}))
                      ->type_name("KERNEL");
  app.add_flag("--shell", options.shell,
               "time the surface of the hydration shell instead of the pair sum")
      ->excludes(grid)
      ->excludes(kernels)
      ->excludes(app.get_option("--precision"));
  auto* methods =
      app.add_flag("--methods", options.methods,
                   "time and error of all methods for globules, rods and shells, and what auto "
                   "takes [q 0:0.5:200]")
          ->excludes(app.get_option("--precision"))
          ->excludes(app.get_option("--shell"));
  auto* ensemble =
      app.add_option("--ensemble", options.ensemble,
                     "sum so many conformers of a protein, from memory; [2000 atoms, q 0:0.5:200]")
          ->check(CLI::Range(1, 1'000'000))
          ->type_name("N")
          ->excludes(methods)
          ->excludes(app.get_option("--precision"))
          ->excludes(app.get_option("--shell"));
  add_method_option(app, engine)->needs(ensemble);
  tolerance = add_tolerance_option(app, options.engine);
  auto* json = app.add_flag("--json", options.json, "JSON instead of a table");
  app.add_flag(
         "--tune", options.tune,
         "find the work-groups and the precision in which each OpenCL device sums fastest, and "
         "keep them for later runs, in the cache directory [q 0:0.5:200]")
      ->excludes(json)
      ->excludes(ensemble)
      ->excludes(kernels)
      ->excludes(methods)
      ->excludes(app.get_option("--precision"))
      ->excludes(app.get_option("--shell"));
  for (const char* name : {"-q", "--atoms", "--shell", "--methods", "--ensemble", "--json"})
    in_short_help(app.get_option(name));
  app.footer("  debye bench --methods --device cpu            the methods on the CPU\n");
}

void BenchCommand::finish() {
  if (!q.empty())
    options.q = parse_q_grid(q);
  else if (options.methods || options.ensemble > 0 || options.tune)
    options.q = QGrid::linear(0, 0.5, 200);
  if (options.atoms.empty() && options.methods)
    options.atoms = {100, 1000, 3000, 10'000, 30'000, 100'000, 1'000'000};
  else if (options.atoms.empty() && options.ensemble > 0)
    options.atoms = {2000};
  else if (options.atoms.empty() && !options.tune)
    options.atoms = {1000, 2000, 4000, 10'000, 20'000, 40'000, 100'000};
  if (tolerance->count() > 0 && !options.methods && options.ensemble == 0)
    fail("--tolerance is for --methods and --ensemble; the direct sum has none");
  finish_engine(options.engine, engine);
  if (kernel != "auto" && lower_case(options.engine.device) == "cpu")
    fail("--kernel ", kernel, " is for OpenCL devices, not for --device cpu");
  if (kernel == "fast" && !options.q.uniform_step())
    fail("--kernel fast: the q grid ", q, " is not uniform; give min:max:count");
  options.engine.kernel = kernel == "fast"    ? DirectKernel::Fast
                          : kernel == "two-q" ? DirectKernel::TwoQ
                                              : DirectKernel::Auto;
}

}  // namespace debye
