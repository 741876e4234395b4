// See fit_command.hpp.

#include "command/fit_command.hpp"

#include <sstream>

#include "command/pictures.hpp"
#include "debye/error.hpp"
#include "form_factor.hpp"

namespace debye {

void FitCommand::add_to(CLI::App& app) {
  app.add_option("FILE", options.inputs,
                 "structures and measured curves in any order, told apart by content");
  add_input_options(app, options.input, input);
  add_solvent_options(app, options.solvent, solvent);
  const auto bounds = [](const Bounds& b) {
    std::ostringstream text;
    text << " [" << b.lower << ":" << b.upper << "]";
    return text.str();
  };
  app.add_option("--c1", c1,
                 "expansion of the atomic radii: LOW:HIGH to search, or a value to fix it" +
                     bounds(options.fit.c1))
      ->group("Fit");
  app.add_option("--shell-contrast,--dro", shell_contrast,
                 "of the hydration shell [e/A^3]: LOW:HIGH, or a value" +
                     bounds(options.fit.shell_contrast))
      ->group("Fit");
  app.add_flag("--constant,--cst", options.fit.constant, "fit a constant background too")
      ->group("Fit");
  app.add_option("--qmin", options.q_min, "points below are left out [1/A]")
      ->group("Fit")
      ->capture_default_str();
  app.add_option("--qmax,--smax", options.q_max, "points above are left out [1/A]")
      ->group("Fit")
      ->capture_default_str();
  app.add_option("--units", units,
                 "of q in the data: auto | 1/A | 1/nm | 2sin/A | 2sin/nm (or CRYSOL's 1 to 4)")
      ->group("Fit")
      ->capture_default_str();
  app.add_option("--resolution", resolution,
                 "standard deviation of q by which the model is smeared: in 1/A, or 2% of q")
      ->group("Fit");
  add_engine_options(app, options.engine, engine);
  add_method_options(app, options.engine, engine);
  add_output_options(app, options.output, options.json, "file for one fit, directory for several",
                     "columns");
  app.add_flag("--int", options.int_files,
               "beside each fit the columns of CRYSOL's .int: q, net, vacuum, displaced, shell")
      ->group("Output");
  add_plot_option(app, options.plot);
  add_talk_options(app, options.talk);
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
