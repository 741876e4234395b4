// One function per subcommand: its options, and what they come to.

#include "command/cli.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <sstream>

#include "command/batch.hpp"
#include "command/option_groups.hpp"
#include "command/pictures.hpp"
#include "debye/error.hpp"
#include "form_factor.hpp"
#include "lower_case.hpp"
#include "output/header_text.hpp"
#include "output/output_file.hpp"
#include "version.hpp"

namespace debye {
namespace {

constexpr const char* footer = R"(Examples:
  debye model.pdb -q 0:0.5:200                  curve in solution on standard output
  debye model.cif.gz -q 0:5:500 --units 1/nm -o curve.dat
  debye model.pdb --vacuum                      the molecule alone
  debye nmr.pdb --model all --average           mean over all models
  debye models/ -r -o curves/                   a curve for each structure, and a table
  debye fit model.pdb data.dat -o result.fit    fit to a measured curve
  debye fit *.pdb *.dat -o fits/                every model to every data set, and a ranking
  debye *.pdb -o curves/ --plot curves.svg      and a picture of them
  debye compare a.dat b.int                     how far apart two curves are, and where
  debye report fits/                            all of a folder in one web page
  debye devices                                 what OpenCL finds
  debye bench                                   speed and error of this machine
  debye selftest                                does it compute rightly here?

Exit codes: 0 ok, 1 some inputs failed, 2 usage or bad input, 3 device unusable, 4 internal error,
130 and 143: a batch was stopped by SIGINT or SIGTERM.)";

/// The command line. @param several  without inputs, and without what changes no file of a batch
std::string command_text(int argc, const char* const* argv, const std::vector<std::string>& inputs,
                         bool several) {
  std::string text = "debye";
  auto next_input = several ? inputs.begin() : inputs.end();
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (next_input != inputs.end() && word == *next_input)
      ++next_input;
    else if (several && word == "--shard")
      ++i;
    else if (!several || (word != "--resume" && word != "-r" && word != "--recursive" &&
                          !word.starts_with("--shard=")))
      text += " " + quoted_for_shell(argv[i]);
  }
  return text;
}

/// The options of one command while they are being read.
struct ProfileCommand {
  ProfileOptions& options;
  RawInput input = {};
  RawGrid grid = {};
  RawEngine engine = {};
  RawSolvent solvent = {};
  bool vacuum = false, solution = false;
  std::string shard = {};

  void add_to(CLI::App& app) {
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
    app.add_option("-o,--output", options.output,
                   "file; a directory for several curves; otherwise standard output")
        ->group("Output")
        ->type_name("PATH");
    app.add_flag("--json", options.json, "JSON instead of columns")->group("Output");
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

  void add_batch_options(CLI::App& app) {
    app.add_flag("-r,--recursive", options.recursive, "look into directories of directories too")
        ->group("Batch");
    app.add_flag("--resume", options.resume, "leave out what summary.jsonl lists as done")
        ->group("Batch");
    app.add_option("--shard", shard, "do every N-th file, from file K on, and no others")
        ->group("Batch")
        ->type_name("K/N");
  }

  void finish(const CLI::App& app) {
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
    for (const char* name : {"--volumes", "--solvent-density", "--shell-width", "--cavities",
                             "--c1", "--shell-contrast", "--partials"})
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
      fail("q = ", options.q.back(), " 1/A: the form factors hold up to ", form_factor_q_max,
           " 1/A");
  }
};

struct FitCommand {
  FitCommandOptions& options;
  RawInput input = {};
  RawEngine engine = {};
  RawSolvent solvent = {};
  std::string resolution = {}, units = "auto", c1 = {}, shell_contrast = {};

  void add_to(CLI::App& app) {
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
    app.add_option("-o,--output", options.output,
                   "file for one fit, directory for several; otherwise standard output")
        ->group("Output")
        ->type_name("PATH");
    app.add_flag("--int", options.int_files,
                 "beside each fit the columns of CRYSOL's .int: q, net, vacuum, displaced, shell")
        ->group("Output");
    app.add_flag("--json", options.json, "JSON instead of columns")->group("Output");
    add_plot_option(app, options.plot);
    add_talk_options(app, options.talk);
  }

  void finish() {
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
    if (!(options.q_min >= 0 && options.q_max > options.q_min &&
          options.q_max <= form_factor_q_max))
      fail("--qmin ", options.q_min, " --qmax ", options.q_max,
           ": must be 0 <= qmin < qmax <= ", form_factor_q_max);
    if (options.int_files && (options.output.empty() || options.output == "-"))
      fail("--int writes files: say where with -o");
    check_plot(options.plot, options.output, options.inputs);
  }
};

struct CompareCommand {
  CompareCommandOptions& options;
  RawInput input = {};
  RawEngine engine = {};
  RawSolvent solvent = {};
  std::string units = "auto", program = {}, grid = {};

  void add_to(CLI::App& app) {
    app.add_option("FILE", options.inputs,
                   "A, then one or more B: curves of any program, or structures; FILE:COLUMN takes "
                   "a column by meaning (vacuum, solvent, shell, model, data) or number");
    add_input_options(app, options.input, input);
    add_solvent_options(app, options.solvent, solvent);
    add_solvent_parameters(app, options.parameters);
    app.add_option("--emulate", program,
                   "compute structures as near to a program as can be: crysol | foxs")
        ->check(CLI::IsMember({"crysol", "foxs"}))
        ->group("Solvent");
    constexpr const char* group = "Comparison";
    app.add_flag("--absolute", options.absolute, "no scale between A and B")->group(group);
    app.add_option("--qmin", options.q_min, "points below are left out [1/A]")->group(group);
    app.add_option("--qmax,--smax", options.q_max, "points above are left out [1/A]")->group(group);
    app.add_option("--units", units,
                   "of q in the files: auto | 1/A | 1/nm | 2sin/A | 2sin/nm (or CRYSOL's 1 to 4)")
        ->group(group)
        ->capture_default_str();
    app.add_option("-q", grid, "q grid of two structures, as for profiles [0:0.5:101]")
        ->group(group)
        ->type_name("GRID");
    add_engine_options(app, options.engine, engine);
    add_method_options(app, options.engine, engine);
    app.add_option("-o,--output", options.output, "file; otherwise standard output")
        ->group("Output")
        ->type_name("PATH");
    app.add_flag("--json", options.json, "JSON instead of tables, with the curves")
        ->group("Output");
    add_talk_options(app, options.talk);
  }

  void finish(const CLI::App& app) {
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
    for (const char* name :
         {"--model",           "--average",         "--altloc",    "--select",
          "--keep-waters",     "--unknown-element", "--hydrogens", "--volumes",
          "--solvent-density", "--shell-width",     "--cavities",  "--c1",
          "--shell-contrast",  "--emulate",         "-q",          "--device",
          "--precision",       "--threads",         "--method",    "--tolerance"})
      if (app.count(name) > 0) options.of_structures.emplace_back(name);
  }

  /// What each program does without data to fit to; README.md says what is left.
  void emulate(const CLI::App& app) {
    for (const char* name : {"--volumes", "--solvent-density", "--shell-width", "--cavities",
                             "--c1", "--shell-contrast", "--hydrogens"})
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
};

void add_report_options(CLI::App& app, ReportOptions& options) {
  app.add_option("PATH", options.inputs,
                 "curves and fits that debye has written (.dat, .fit, .json), or folders of them")
      ->required();
  app.add_option("-o,--output", options.output,
                 "the page [report.html, in the folder if one alone is given]")
      ->type_name("FILE");
  add_talk_options(app, options.talk);
}

struct BenchCommand {
  BenchOptions& options;
  RawEngine engine = {};
  std::string q = {}, kernel = "auto";

  void add_to(CLI::App& app) {
    auto* grid = app.add_option("-q", q, "q grid, as for profiles [0:1:50]")->type_name("GRID");
    app.add_option("--atoms", options.atoms,
                   "sizes of the random proteins [1000 to 100 000 or, with --methods, 100 to 10^6]")
        ->delimiter(',')
        ->check(CLI::Range(1, 10'000'000));
    add_engine_options(app, options.engine, engine);
    auto* kernels = app.add_option("--kernel", kernel,
                                   "of the direct sum on OpenCL devices: auto, two-q, or fast, "
                                   "which needs a uniform grid [auto]")
                        ->check(CLI::IsMember({"auto", "two-q", "fast"}));
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
    app.add_option("--tolerance", options.engine.tolerance, "of the methods")
        ->check(CLI::Range(1e-7, 1e-2))
        ->needs(methods)
        ->capture_default_str();
    app.add_flag("--json", options.json, "JSON instead of a table");
  }

  void finish() {
    if (!q.empty())
      options.q = parse_q_grid(q);
    else if (options.methods)
      options.q = QGrid::linear(0, 0.5, 200);
    if (options.atoms.empty() && options.methods)
      options.atoms = {100, 1000, 3000, 10'000, 30'000, 100'000, 1'000'000};
    else if (options.atoms.empty())
      options.atoms = {1000, 2000, 4000, 10'000, 20'000, 40'000, 100'000};
    finish_engine(options.engine, engine);
    if (kernel != "auto" && lower_case(options.engine.device) == "cpu")
      fail("--kernel ", kernel, " is for OpenCL devices, not for --device cpu");
    if (kernel == "fast" && !options.q.uniform_step())
      fail("--kernel fast: the q grid ", q, " is not uniform; give min:max:count");
    options.engine.kernel = kernel == "fast"    ? DirectKernel::Fast
                            : kernel == "two-q" ? DirectKernel::TwoQ
                                                : DirectKernel::Auto;
  }
};

/// Subcommands use no option of the profiles: none is dropped in silence.
void refuse_options_before(const CLI::App& subcommand, const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    if (option->count() > 0)
      fail(option->get_name(), " before `", subcommand.get_name(),
           "` is not used by it; see debye ", subcommand.get_name(), " --help");
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  CLI::App app("debye " + std::string(version) +
                   ": X-ray scattering profiles I(q) of atomic models by the Debye sum",
               "debye");
  app.footer(footer);
  app.set_version_flag("--version", "debye " + std::string(version));
  ProfileCommand profile{line.profile};
  profile.add_to(app);
  CLI::App& fit = *app.add_subcommand("fit", "fit curves in solution to measured ones");
  FitCommand fit_command{line.fit};
  fit_command.add_to(fit);
  CLI::App& compare = *app.add_subcommand("compare", "how far apart curves are, and where");
  CompareCommand compare_command{line.compare};
  compare_command.add_to(compare);
  CLI::App& devices = *app.add_subcommand("devices", "list OpenCL devices and what auto takes");
  CLI::App& bench = *app.add_subcommand("bench", "time and error of each engine on this machine");
  BenchCommand bench_command{line.bench};
  bench_command.add_to(bench);
  CLI::App& selftest =
      *app.add_subcommand("selftest", "every engine on every device against a plain double sum");
  CLI::App& report = *app.add_subcommand("report", "one web page of the curves and fits in files");
  add_report_options(report, line.report);
  CLI::App& merge = *app.add_subcommand("merge-summary",
                                        "one table of those that runs with --shard have written");
  merge.add_option("DIRECTORY", line.merged_directory, "where they are")->required();
  app.require_subcommand(0, 1);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    app.exit(help, text, text);
    write_to_stdout(text.str());
    return line;
  } catch (const CLI::ParseError& error) {
    throw InputError(std::string(error.what()) + "; see debye --help");
  }
  for (const CLI::App* subcommand : app.get_subcommands()) refuse_options_before(*subcommand, app);
  line.text = command_text(argc, argv, line.fit.inputs, line.fit.inputs.size() > 1);
  if (devices.parsed()) {
    line.action = CommandLine::Action::Devices;
  } else if (selftest.parsed()) {
    line.action = CommandLine::Action::Selftest;
  } else if (bench.parsed()) {
    line.action = CommandLine::Action::Bench;
    bench_command.finish();
  } else if (report.parsed()) {
    line.action = CommandLine::Action::Report;
  } else if (merge.parsed()) {
    line.action = CommandLine::Action::MergeSummary;
  } else if (fit.parsed()) {
    line.action = CommandLine::Action::Fit;
    fit_command.finish();
    line.fit.command = line.text;
  } else if (compare.parsed()) {
    line.action = CommandLine::Action::Compare;
    compare_command.finish(compare);
    line.compare.command = command_text(argc, argv, {}, false);
  } else {
    line.action = CommandLine::Action::Profile;
    profile.finish(app);
    line.profile.command = command_text(argc, argv, line.profile.inputs, is_batch(line.profile));
  }
  return line;
}

}  // namespace debye
