// See fit_command.hpp.

#include "command/fit_command.hpp"

#include <sstream>

#include "command/data_options.hpp"
#include "command/option_marks.hpp"
#include "command/output_options.hpp"
#include "command/pictures.hpp"
#include "debye/error.hpp"
#include "form_factor.hpp"

namespace debye {
namespace {

constexpr const char* examples =
    R"(  debye fit model.pdb data.dat -o result.fit    q, I, sigma, model
  debye fit model.pdb data.dat --constant --c1 1 --shell-contrast 0:0.05
  debye fit *.pdb *.dat -o fits/                all to all, and a ranking
)";

}  // namespace

void FitCommand::add_to(CLI::App& app) {
  app.add_option("FILE", options.inputs,
                 "structures and measured curves in any order; told apart by content");
  add_input_options(app, options.input, input);
  constexpr const char* group = "Fit";
  const auto text_of = [](const Bounds& bounds) {
    std::ostringstream text;
    text << bounds.lower << ":" << bounds.upper;
    return text.str();
  };
  in_short_help(
      app.add_option("--c1", c1, "expansion of atomic radii, LOW:HIGH; or a value to fix it")
          ->group(group)
          ->type_name("RANGE")
          ->default_str(text_of(options.fit.c1)));
  in_short_help(app.add_option("--shell-contrast,--dro", shell_contrast,
                               "of the shell, in e/A^3, LOW:HIGH; or a value to fix it")
                    ->group(group)
                    ->type_name("RANGE")
                    ->default_str(text_of(options.fit.shell_contrast)));
  in_short_help(
      app.add_flag("--constant,--cst", options.fit.constant, "fit a constant background too")
          ->group(group));
  in_short_help(app.add_option("--qmin", options.q_min, "points below are left out, in 1/A")
                    ->group(group)
                    ->type_name("X")
                    ->capture_default_str());
  in_short_help(app.add_option("--qmax,--smax", options.q_max, "points above are left out, in 1/A")
                    ->group(group)
                    ->type_name("X")
                    ->capture_default_str());
  in_short_help(add_data_units_option(app, units, "of q in the data")->group(group));
  app.add_option("--resolution", resolution,
                 "standard deviation of q by which the model is smeared; in 1/A, or as 2% of q; "
                 "otherwise as the data say")
      ->group(group)
      ->type_name("X");
  add_solvent_options(app, options.solvent, solvent);
  add_engine_options(app, options.engine, engine);
  add_method_options(app, options.engine, engine);
  add_output_options(app, options.output, options.json, "file for one fit, directory for several",
                     "columns");
  in_short_help(app.add_flag("--int", options.int_files,
                             "beside each fit a .int as of CRYSOL; columns q, net, vacuum, "
                             "displaced, shell")
                    ->group(output_group));
  add_plot_option(app, options.plot);
  add_talk_options(app, options.talk);
  app.footer(examples);
}

void FitCommand::finish() {
  if (options.inputs.size() < 2)
    fail("a fit needs a structure and a measured curve: debye fit model.pdb data.dat");
  finish_input(options.input, input);
  finish_engine(options.engine, engine);
  finish_solvent(options.solvent, solvent);
  options.unit = data_unit_from(units);
  if (!resolution.empty()) options.resolution = parse_resolution(resolution);
  if (!c1.empty()) options.fit.c1 = parse_bounds("--c1", c1);
  if (!(options.fit.c1.lower > 0)) fail("--c1 ", c1, ": must be larger than 0 and is near 1");
  if (!shell_contrast.empty() && options.solvent.shell_width == 0)
    fail("--shell-contrast has no effect with --shell-width 0");
  if (!shell_contrast.empty())
    options.fit.shell_contrast = parse_bounds("--shell-contrast", shell_contrast);
  else if (options.solvent.shell_width == 0)
    options.fit.shell_contrast = {0, 0};  // nothing to fit
  if (!(options.q_min >= 0 && options.q_max > options.q_min && options.q_max <= form_factor_q_max))
    fail("--qmin ", options.q_min, " --qmax ", options.q_max,
         ": must be 0 <= qmin < qmax <= ", form_factor_q_max);
  if (options.int_files && (options.output.empty() || options.output == "-"))
    fail("--int writes files: say where with -o");
  check_plot(options.plot, options.output, options.inputs);
}

}  // namespace debye
