// See profile_command.hpp.

#include "command/profile_command.hpp"

#include <cmath>

#include "command/pictures.hpp"
#include "debye/error.hpp"
#include "form_factor.hpp"

namespace debye {

void ProfileCommand::add_to(CLI::App& app) {
  app.add_option("FILE", options.inputs,
                 "PDB, mmCIF, mmJSON, PQR or XYZ, also gzipped; - is standard input; a "
                 "directory: the structures in it; @LIST: names in a file, one a line");
  add_batch_options(app);
  add_input_options(app, options.input, input);
  auto* in_vacuum = app.add_flag("--vacuum", vacuum, "the molecule alone (XYZ files: default)")
                        ->group("Scattering model");
  app.add_flag("--solution", solution, "with displaced solvent and hydration shell (default)")
      ->group("Scattering model")
      ->excludes(in_vacuum);
  add_solvent_options(app, options.solvent, solvent);
  add_solvent_parameters(app, options.parameters);
  add_q_options(app, grid);
  add_engine_options(app, options.engine, engine);
  add_method_options(app, options.engine, engine);
  add_output_options(app, options.output, options.json, "file; a directory for several curves",
                     "columns");
  app.add_flag("--absolute", options.absolute, "also I in 1/cm for 1 mg/ml")->group("Output");
  app.add_flag("--partials", options.partials,
               "also the partial profiles of molecule, displaced solvent and shell")
      ->group("Output");
  app.add_flag("--pr", options.distances,
               "also the distance distribution P(r), in a file .pr beside the curve")
      ->group("Output");
  add_plot_option(app, options.plot);
  add_talk_options(app, options.talk);
}

void ProfileCommand::add_batch_options(CLI::App& app) {
  app.add_flag("-r,--recursive", options.recursive, "look into directories of directories too")
      ->group("Batch");
  app.add_flag("--resume", options.resume, "leave out what summary.jsonl lists as done")
      ->group("Batch");
  app.add_option("--shard", shard, "do every N-th file, from file K on, and no others")
      ->group("Batch")
      ->type_name("K/N");
}

void ProfileCommand::finish(const CLI::App& app) {
  if (options.inputs.empty())
    fail("no structure file given; try `debye model.pdb -q 0:0.5:200` or `debye --help`");
  if (!shard.empty()) options.shard = parse_shard(shard);
  finish_input(options.input, input);
  finish_engine(options.engine, engine);
  finish_solvent(options.solvent, solvent);
  using Environment = ProfileOptions::Environment;
  options.environment = vacuum     ? Environment::Vacuum
                        : solution ? Environment::Solution
                                   : Environment::Auto;
  for (const char* name : {"--volumes", "--solvent-density", "--shell-width", "--cavities", "--c1",
                           "--shell-contrast", "--partials"})
    if (app.count(name) > 0) {
      if (vacuum) fail(name, " has no effect in --vacuum");
      options.environment = Environment::Solution;
    }
  check_solvent_parameters(app, options.solvent, options.parameters);
  if (options.distances && !options.json && (options.output.empty() || options.output == "-"))
    fail("--pr writes a second file: say where with -o, or take --json");
  check_plot(options.plot, options.output, options.inputs);
  if (options.resume && !options.plot.empty())
    fail(
        "--plot draws the curves of one run, not those that --resume skips; draw all by `debye "
        "report`");
  options.unit = unit_from(grid);
  options.q = grid_from(grid);
  if (options.q.back() > form_factor_q_max)
    fail("q = ", options.q.back(), " 1/A: the form factors hold up to ", form_factor_q_max, " 1/A");
}

}  // namespace debye
