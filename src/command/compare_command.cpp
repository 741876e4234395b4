// See compare_command.hpp.

#include "command/compare_command.hpp"

#include "command/data_options.hpp"
#include "command/option_marks.hpp"
#include "command/output_options.hpp"
#include "command/pictures.hpp"
#include "debye/error.hpp"
#include "form_factor.hpp"

namespace debye {
namespace {

constexpr const char* examples =
    R"(  debye compare a.dat b.int                     A with B
  debye compare a.dat b.dat c.dat --plot d.svg  A with each, and a picture
  debye compare model.pdb:vacuum crysol.int:vacuum --absolute
  debye compare model.pdb curve.dat --emulate foxs --json
)";

}  // namespace

void CompareCommand::add_to(CLI::App& app) {
  app.add_option("FILE", options.inputs,
                 "A, then one or more B: curves, or structures; curves of any program; FILE:COLUMN "
                 "takes a column by meaning (vacuum, solvent, shell, model, data) or number");
  constexpr const char* group = "Comparison";
  in_short_help(
      app.add_flag("--absolute", options.absolute, "no scale between A and B")->group(group));
  in_short_help(app.add_option("--qmin", options.q_min, "points below are left out, in 1/A")
                    ->group(group)
                    ->type_name("X"));
  in_short_help(app.add_option("--qmax,--smax", options.q_max, "points above are left out, in 1/A")
                    ->group(group)
                    ->type_name("X"));
  in_short_help(add_data_units_option(app, units, "of q in the files")->group(group));
  app.add_option("-q", grid, "q grid of two structures; as for profiles, in 1/A")
      ->group(group)
      ->type_name("GRID")
      ->default_str("0:0.5:101");
  in_short_help(
      app.add_option("--emulate", program, "compute structures nearly as crysol or foxs do")
          ->check(one_of({"crysol", "foxs"}))
          ->group(group)
          ->type_name("PROGRAM"));
  add_input_options(app, options.input, input);
  add_solvent_options(app, options.solvent, solvent);
  add_solvent_parameters(app, options.parameters);
  add_engine_options(app, options.engine, engine);
  add_method_options(app, options.engine, engine);
  add_output_options(app, options.output, options.json, "file", "tables, with the curves");
  add_plot_option(app, options.plot);
  add_talk_options(app, options.talk);
  app.footer(examples);
}

void CompareCommand::finish(const CLI::App& app) {
  if (options.inputs.size() < 2)
    fail("a comparison needs two curves or structures: debye compare a.dat b.int");
  finish_input(options.input, input);
  finish_engine(options.engine, engine);
  finish_solvent(options.solvent, solvent);
  check_solvent_parameters(app, options.solvent, options.parameters);
  options.unit = data_unit_from(units);
  if (!grid.empty()) options.q = parse_q_grid(grid);
  if (!(options.q_min.value_or(0) >= 0 &&
        options.q_max.value_or(form_factor_q_max) > options.q_min.value_or(0)))
    fail("--qmin ", options.q_min.value_or(0), " --qmax ", options.q_max.value_or(0),
         ": must be 0 <= qmin < qmax");
  if (!program.empty()) emulate(app);
  if (options.q && options.q->back() > form_factor_q_max)
    fail("q = ", options.q->back(), " 1/A: the form factors hold up to ", form_factor_q_max,
         " 1/A");
  for (const char* name : {"--model",           "--average",         "--altloc",    "--select",
                           "--keep-waters",     "--unknown-element", "--hydrogens", "--volumes",
                           "--solvent-density", "--shell-width",     "--cavities",  "--c1",
                           "--shell-contrast",  "--emulate",         "-q",          "--device",
                           "--precision",       "--threads",         "--method",    "--tolerance"})
    if (app.count(name) > 0) options.of_structures.emplace_back(name);
  check_plot(options.plot, options.output, options.inputs);  // again when columns are split off
}

void CompareCommand::emulate(const CLI::App& app) {
  for (const char* name : {"--volumes", "--solvent-density", "--shell-width", "--cavities", "--c1",
                           "--shell-contrast", "--hydrogens"})
    if (app.count(name) > 0) fail(name, " is set by --emulate ", program, ": leave one out");
  options.input.read.hydrogens = HydrogenMode::Implicit;
  if (program == "crysol") {
    options.emulate = CompareCommandOptions::Emulated::Crysol;
  } else {
    options.emulate = CompareCommandOptions::Emulated::Foxs;
    options.solvent.volumes = VolumeTable::Foxs;
    options.solvent.shell_width = 0;  // c2 = 0
    options.parameters.shell_contrast = 0;
  }
}

}  // namespace debye
