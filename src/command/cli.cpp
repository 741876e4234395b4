// Options, their help and their checks; one function per subcommand.

#include "command/cli.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <sstream>

#include "debye/error.hpp"
#include "form_factor.hpp"
#include "lower_case.hpp"
#include "output/output_file.hpp"
#include "version.hpp"

namespace debye {
namespace {

constexpr const char* footer = R"(Examples:
  debye model.pdb -q 0:0.5:200                  curve on standard output
  debye model.cif.gz -q 0:5:500 --units 1/nm -o curve.dat
  debye nmr.pdb --model all --average           mean over all models
  debye *.pdb -o curves/                        one curve per file
  debye devices                                 what OpenCL finds
  debye bench                                   speed and error of this machine

Exit codes: 0 ok, 1 some inputs failed, 2 usage or bad input, 3 device unusable, 4 internal error.)";

/// The command line, with several inputs without them.
std::string command_text(int argc, const char* const* argv,
                         const std::vector<std::string>& inputs) {
  std::string text = "debye";
  auto next_input = inputs.size() > 1 ? inputs.begin() : inputs.end();
  for (int i = 1; i < argc; ++i) {
    if (next_input != inputs.end() && argv[i] == *next_input)
      ++next_input;
    else
      text += " " + quoted_for_shell(argv[i]);
  }
  return text;
}

int element_from_symbol(const std::string& symbol) {
  for (int z = 1; z <= 98; ++z)
    if (lower_case(symbol) == lower_case(element_symbol(z))) return z;
  fail("--unknown-element ", symbol, ": no such element; give a symbol such as C");
}

/// Text of options that need each other before they mean anything.
struct Raw {
  std::string q, model = "1", hydrogens = "auto", unknown_element, units = "1/A";
  std::string precision = "auto", bench_q, bench_precision = "auto";
  double q_max = 0;
  long long points = 0;
  CLI::Option *q_option = nullptr, *q_max_option = nullptr, *points_option = nullptr;
};

void add_engine_options(CLI::App& app, EngineOptions& engine, std::string& precision) {
  app.add_option("--device", engine.device,
                 "auto | cpu | gpu | index or part of a name from `debye devices`")
      ->group("Computation")
      ->capture_default_str();
  app.add_option(
         "--precision", precision,
         "double (error 1e-9) | single (1e-5; faster with many q) | auto (double on the CPU, "
         "single on other devices)")
      ->check(CLI::IsMember({"auto", "single", "double"}))
      ->group("Computation")
      ->capture_default_str();
  app.add_option("--threads", engine.threads, "CPU threads; 0 uses all")
      ->check(CLI::Range(0, 4096))
      ->group("Computation")
      ->capture_default_str();
}

void add_input_options(CLI::App& app, ProfileOptions& options, Raw& raw) {
  app.add_option("FILE", options.inputs,
                 "PDB, mmCIF, mmJSON, PQR or XYZ, also gzipped; - is standard input");
  app.add_option("--model", raw.model, "number of the model, or all")
      ->group("Input")
      ->capture_default_str();
  app.add_flag("--average", options.average, "one curve, the mean over all models")->group("Input");
  app.add_option("--altloc", options.read.altloc,
                 "per residue: highest (occupancy) | first | weighted | a letter")
      ->group("Input")
      ->capture_default_str();
  app.add_option("--select", options.read.select,
                 "gemmi selection, e.g. A,B or //A/10-50 or //*/*/[C,N]")
      ->group("Input");
  app.add_flag("--keep-waters", options.read.keep_waters, "crystal waters scatter too")
      ->group("Input");
  app.add_option("--unknown-element", raw.unknown_element,
                 "element of atoms whose element cannot be decided (otherwise an error)")
      ->group("Input");
  app.add_flag("--strict", options.strict, "warnings are errors")->group("Input");
  app.add_option("--hydrogens", raw.hydrogens,
                 "auto (explicit if the model has them all) | implicit | explicit")
      ->check(CLI::IsMember({"auto", "implicit", "explicit"}))
      ->group("Scattering model")
      ->capture_default_str();
}

void add_q_options(CLI::App& app, Raw& raw) {
  raw.q_option =
      app.add_option("-q", raw.q,
                     "min:max:count, a list a,b,c, one value, or a file whose first column "
                     "is q [0:0.5:101]")
          ->group("q grid")
          ->type_name("GRID");
  raw.q_max_option = app.add_option("--qmax,--smax", raw.q_max, "largest q of a grid from 0 [0.5]")
                         ->group("q grid")
                         ->excludes(raw.q_option);
  raw.points_option = app.add_option("--points,--ns", raw.points, "values of that grid [101]")
                          ->group("q grid")
                          ->excludes(raw.q_option);
  app.add_option("--units", raw.units, "unit of q here and in the output: 1/A | 1/nm")
      ->check(CLI::IsMember({"1/A", "1/nm"}))
      ->group("q grid")
      ->capture_default_str();
}

void add_output_options(CLI::App& app, ProfileOptions& options) {
  app.add_option("-o,--output", options.output,
                 "file; a directory for several curves; otherwise standard output")
      ->group("Output")
      ->type_name("PATH");
  app.add_flag("--json", options.json, "JSON instead of columns")->group("Output");
  app.add_flag("--absolute", options.absolute, "also I in 1/cm for 1 mg/ml")->group("Output");
  app.add_flag("-v,--verbose", options.verbose, "print what was found and decided")
      ->group("Output");
  app.add_flag("--quiet", options.quiet, "no warnings, no progress")->group("Output");
}

QGrid grid_from(const Raw& raw, QUnit unit) {
  const double from_angstrom = 1.0 / to_inverse_angstrom(unit);
  if (raw.q_option->count() > 0) return parse_q_grid(raw.q, unit);
  const double q_max = raw.q_max_option->count() > 0 ? raw.q_max : 0.5 * from_angstrom;
  const long long points = raw.points_option->count() > 0 ? raw.points : 101;
  if (!(q_max > 0) || !std::isfinite(q_max))
    fail("--qmax ", q_max, ": must be a finite number larger than 0");
  if (points < 2 || points > static_cast<long long>(QGrid::max_size))
    fail("--points ", points, ": must be from 2 to ", QGrid::max_size);
  return QGrid::linear(0.0, q_max * to_inverse_angstrom(unit), static_cast<std::size_t>(points));
}

std::optional<Precision> precision_from(const std::string& text) {
  if (text == "auto") return std::nullopt;
  return text == "double" ? Precision::Double : Precision::Single;
}

void finish_profile(ProfileOptions& options, const Raw& raw) {
  if (options.inputs.empty())
    fail("no structure file given; try `debye model.pdb -q 0:0.5:200` or `debye --help`");
  if (raw.model == "all") {
    options.read.model.reset();
  } else {
    int number = 0;
    const char* end = raw.model.data() + raw.model.size();
    const auto [rest, error] = std::from_chars(raw.model.data(), end, number);
    if (error != std::errc() || rest != end || number < 1)
      fail("--model ", raw.model, ": give a number from 1 on, or all");
    options.read.model = number;
  }
  if (options.average) options.read.model.reset();
  if (options.average && raw.model != "1" && raw.model != "all")
    fail("--average takes the mean over all models and excludes --model ", raw.model);
  const std::string& altloc = options.read.altloc;
  if (altloc != "highest" && altloc != "first" && altloc != "weighted" && altloc.size() != 1)
    fail("--altloc ", altloc, ": give highest, first, weighted, or one character");
  options.read.hydrogens = raw.hydrogens == "implicit"   ? HydrogenMode::Implicit
                           : raw.hydrogens == "explicit" ? HydrogenMode::Explicit
                                                         : HydrogenMode::Auto;
  if (!raw.unknown_element.empty())
    options.read.unknown_element = element_from_symbol(raw.unknown_element);
  options.unit = raw.units == "1/nm" ? QUnit::InverseNanometre : QUnit::InverseAngstrom;
  options.q = grid_from(raw, options.unit);
  if (options.q.back() > form_factor_q_max)
    fail("q = ", options.q.back(), " 1/A: the form factors hold up to ", form_factor_q_max, " 1/A");
  options.engine.precision = precision_from(raw.precision);
}

/// `debye devices` and `debye bench` use no option of the profiles: none is dropped in silence.
void refuse_options_before(const CLI::App& subcommand, const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    if (option->count() > 0)
      fail(option->get_name(), " before `", subcommand.get_name(),
           "` is not used by it; see debye ", subcommand.get_name(), " --help");
}

}  // namespace

std::string quoted_for_shell(const std::string& word) {
  const bool plain =
      !word.empty() &&
      word.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%") ==
          std::string::npos;
  if (plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

CommandLine parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  Raw raw;
  CLI::App app("debye " + std::string(version) +
                   ": X-ray scattering profiles I(q) of atomic models by the Debye sum",
               "debye");
  app.footer(footer);
  app.set_version_flag("--version", "debye " + std::string(version));
  add_input_options(app, line.profile, raw);
  add_q_options(app, raw);
  add_engine_options(app, line.profile.engine, raw.precision);
  add_output_options(app, line.profile);

  CLI::App& devices = *app.add_subcommand("devices", "list OpenCL devices and what auto takes");
  CLI::App& bench = *app.add_subcommand("bench", "time and error of each engine on this machine");
  bench.add_option("-q", raw.bench_q, "q grid, as for profiles [0:1:50]")->type_name("GRID");
  bench.add_option("--atoms", line.bench.atoms, "sizes of the random proteins")
      ->delimiter(',')
      ->check(CLI::Range(1, 10'000'000));
  add_engine_options(bench, line.bench.engine, raw.bench_precision);
  bench.add_flag("--json", line.bench.json, "JSON instead of a table");
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
  line.text = command_text(argc, argv, line.profile.inputs);
  if (devices.parsed()) {
    line.action = CommandLine::Action::Devices;
  } else if (bench.parsed()) {
    line.action = CommandLine::Action::Bench;
    if (!raw.bench_q.empty()) line.bench.q = parse_q_grid(raw.bench_q);
    line.bench.engine.precision = precision_from(raw.bench_precision);
  } else {
    line.action = CommandLine::Action::Profile;
    finish_profile(line.profile, raw);
    line.profile.command = line.text;
  }
  return line;
}

}  // namespace debye
