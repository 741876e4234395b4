// See profile_command.hpp.

#include "command/profile_command.hpp"

#include <cmath>

#include "command/option_marks.hpp"
#include "command/output_options.hpp"
#include "command/pictures.hpp"
#include "debye/error.hpp"
#include "form_factor.hpp"

namespace debye {
namespace {

constexpr const char* examples =
    R"(  debye model.pdb -q 0:0.5:200                  curve in solution
  debye model.cif.gz -q 0:5:500 --units 1/nm -o curve.dat
  debye model.pdb --vacuum                      the molecule alone
  debye nmr.pdb --model all --average           mean over all models
  debye model.pdb --pr -o curve.dat             P(r) too, in curve.pr
  debye models/ -r -o curves/ --resume          a curve for each structure
  debye *.pdb -o curves/ --plot curves.svg      and a picture of them
  debye models/ --options-from usual.txt        long command lines
)";

}  // namespace

void ProfileCommand::add_to(CLI::App& app) {
  app.add_option("FILE", options.inputs,
                 "PDB, mmCIF, mmJSON, PQR or XYZ, or a directory; also gzipped; - is standard "
                 "input; @LIST: names in a file, one a line");
  add_input_options(app, options.input, input);
  add_q_options(app, grid);
  auto* in_vacuum =
      in_short_help(app.add_flag("--vacuum", vacuum, "the molecule alone; default of XYZ files")
                        ->group(solution_group));
  app.add_flag("--solution", solution,
               "with displaced solvent and hydration shell; the default otherwise")
      ->group(solution_group)
      ->excludes(in_vacuum);
  add_solvent_options(app, options.solvent, solvent);
  add_solvent_parameters(app, options.parameters);
  add_engine_options(app, options.engine, engine);
  add_method_options(app, options.engine, engine);
  add_output_options(app, options.output, options.json, "file, or a directory for several curves",
                     "columns");
  app.add_flag("--absolute", options.absolute, "also I in 1/cm for 1 mg/ml")->group(output_group);
  app.add_flag("--partials", options.partials,
               "also the partial profiles of molecule, displaced solvent and shell")
      ->group(output_group);
  in_short_help(app.add_flag("--pr", options.distances,
                             "also the distance distribution P(r); in a file .pr beside the curve")
                    ->group(output_group));
  add_plot_option(app, options.plot);
  add_talk_options(app, options.talk);
  add_batch_options(app);
  app.footer(examples);
}

void ProfileCommand::add_batch_options(CLI::App& app) {
  constexpr const char* group = "Batch";
  in_short_help(
      app.add_flag("-r,--recursive", options.recursive, "look into directories of directories too")
          ->group(group));
  app.add_flag("--resume", options.resume, "leave out what summary.jsonl lists as done")
      ->group(group);
  app.add_option("--shard", shard, "do every N-th file, from file K on, and no others")
      ->group(group)
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
