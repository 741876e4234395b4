// See option_groups.hpp.

#include "command/option_groups.hpp"

#include <charconv>
#include <cmath>

#include "command/option_marks.hpp"
#include "debye/error.hpp"
#include "form_factor.hpp"
#include "lower_case.hpp"

namespace debye {
namespace {

int element_from_symbol(const std::string& symbol) {
  for (int z = 1; z <= 98; ++z)
    if (lower_case(symbol) == lower_case(element_symbol(z))) return z;
  fail("--unknown-element ", symbol, ": no such element; give a symbol such as C");
}

std::optional<int> model_number(const std::string& text) {
  if (text == "all") return std::nullopt;
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || number < 1)
    fail("--model ", text, ": give a number from 1 on, or all");
  return number;
}

constexpr VolumeTable volume_tables[] = {VolumeTable::Svergun, VolumeTable::Foxs,
                                         VolumeTable::Voronoi, VolumeTable::MeanField,
                                         VolumeTable::Capp};

constexpr const char* engine_group = "Method and device";

}  // namespace

const char* const solution_group = "Solution";

void add_input_options(CLI::App& app, InputOptions& options, RawInput& raw) {
  constexpr const char* group = "Input";
  in_short_help(app.add_option("--model", raw.model, "number of the model, or all")
                    ->group(group)
                    ->type_name("MODEL")
                    ->check(offered({"1", "all"}))
                    ->capture_default_str());
  app.add_flag("--average", options.average, "one curve, the mean over all models")->group(group);
  app.add_option("--altloc", options.read.altloc,
                 "of the alternative locations in a residue: highest (occupancy), first, weighted, "
                 "or a letter")
      ->group(group)
      ->type_name("RULE")
      ->check(offered({"highest", "first", "weighted"}))
      ->capture_default_str();
  app.add_option("--select", options.read.select,
                 "a part of the model; gemmi's selections: A,B or //A/10-50 or //*/*/[C,N]")
      ->group(group)
      ->type_name("SELECTION");
  app.add_flag("--keep-waters", options.read.keep_waters, "crystal waters scatter too")
      ->group(group);
  app.add_option("--unknown-element", raw.unknown_element,
                 "element of atoms whose element cannot be decided; otherwise an error")
      ->group(group)
      ->type_name("SYMBOL");
  app.add_option("--hydrogens", raw.hydrogens,
                 "auto (explicit if the model has them all), implicit or explicit")
      ->check(one_of({"auto", "implicit", "explicit"}))
      ->group(group)
      ->type_name("MODE")
      ->capture_default_str();
  app.add_flag("--strict", options.strict, "warnings are errors")->group(group);
}

void finish_input(InputOptions& options, const RawInput& raw) {
  options.read.model = model_number(raw.model);
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
}

void add_solvent_options(CLI::App& app, SolventOptions& options, RawSolvent& raw) {
  std::vector<std::string> names;
  for (const VolumeTable table : volume_tables) names.emplace_back(volume_table_name(table));
  app.add_option("--volumes", raw.volumes,
                 "displaced volumes: svergun, foxs, voronoi, mean-field or capp")
      ->check(one_of(names))
      ->group(solution_group)
      ->type_name("TABLE")
      ->capture_default_str();
  app.add_option("--solvent-density,--dns", options.density,
                 "electrons in the bulk solvent, in e/A^3")
      ->group(solution_group)
      ->type_name("X")
      ->capture_default_str();
  app.add_option("--shell-width", options.shell_width,
                 "width of the hydration shell, in A; 0: no shell")
      ->group(solution_group)
      ->type_name("X")
      ->capture_default_str();
  app.add_flag("--cavities", options.cavities, "the shell lines closed cavities too")
      ->group(solution_group);
}

void finish_solvent(SolventOptions& options, const RawSolvent& raw) {
  for (const VolumeTable table : volume_tables)
    if (raw.volumes == volume_table_name(table)) options.volumes = table;
  if (!(options.density >= 0 && options.density <= 5))
    fail("--solvent-density ", options.density, ": must be from 0 to 5 e/A^3; water has 0.334");
  if (options.shell_width != 0 &&
      !(options.shell_width >= smallest_shell_width && options.shell_width <= largest_shell_width))
    fail("--shell-width ", options.shell_width, ": must be from ", smallest_shell_width, " to ",
         largest_shell_width, " A, or 0 for no shell");
}

void add_solvent_parameters(CLI::App& app, SolventParameters& parameters) {
  app.add_option("--c1", parameters.c1,
                 "expansion of the atomic radii; the displaced volume grows as c1^3")
      ->group(solution_group)
      ->type_name("X")
      ->capture_default_str();
  in_short_help(app.add_option("--shell-contrast,--dro", parameters.shell_contrast,
                               "of the hydration shell, in e/A^3; its electrons above the bulk's")
                    ->group(solution_group)
                    ->type_name("X")
                    ->capture_default_str());
}

void check_solvent_parameters(const CLI::App& app, const SolventOptions& solvent,
                              const SolventParameters& parameters) {
  if (solvent.shell_width == 0 && app.count("--shell-contrast") > 0)
    fail("--shell-contrast has no effect with --shell-width 0");
  if (!(parameters.c1 > 0 && parameters.c1 < 10))
    fail("--c1 ", parameters.c1, ": must be larger than 0 and is near 1");
  if (!(std::abs(parameters.shell_contrast) < 10))
    fail("--shell-contrast ", parameters.shell_contrast, " e/A^3: must be near 0.01");
}

void add_q_options(CLI::App& app, RawGrid& raw) {
  constexpr const char* group = "Grid of q";
  raw.q_option = in_short_help(
      app.add_option("-q", raw.q,
                     "min:max:count, or a list a,b,c; also one value, or a file whose first column "
                     "is q")
          ->group(group)
          ->type_name("GRID")
          ->default_str("0:0.5:101"));
  raw.q_max_option = in_short_help(
      app.add_option("--qmax,--smax", raw.q_max, "largest q of a grid from 0, in the unit of q")
          ->group(group)
          ->type_name("X")
          ->default_str("0.5 1/A")
          ->excludes(raw.q_option));
  raw.points_option =
      in_short_help(app.add_option("--points,--ns", raw.points, "values of q in that grid")
                        ->group(group)
                        ->type_name("N")
                        ->default_str("101")
                        ->excludes(raw.q_option));
  in_short_help(app.add_option("--units", raw.units, "of q, here and in the output: 1/A or 1/nm")
                    ->check(one_of({"1/A", "1/nm"}))
                    ->group(group)
                    ->type_name("UNIT")
                    ->capture_default_str());
}

QUnit unit_from(const RawGrid& raw) {
  return raw.units == "1/nm" ? QUnit::InverseNanometre : QUnit::InverseAngstrom;
}

QGrid grid_from(const RawGrid& raw) {
  const double scale = to_inverse_angstrom(unit_from(raw));
  if (raw.q_option->count() > 0) return parse_q_grid(raw.q, unit_from(raw));
  const double q_max = raw.q_max_option->count() > 0 ? raw.q_max : 0.5 / scale;
  const long long points = raw.points_option->count() > 0 ? raw.points : 101;
  if (!(q_max > 0) || !std::isfinite(q_max))
    fail("--qmax ", q_max, ": must be a finite number larger than 0");
  if (points < 2 || points > static_cast<long long>(QGrid::max_size))
    fail("--points ", points, ": must be from 2 to ", QGrid::max_size);
  return QGrid::linear(0.0, q_max * scale, static_cast<std::size_t>(points));
}

void add_engine_options(CLI::App& app, EngineOptions& options, RawEngine& raw) {
  in_short_help(
      app.add_option("--device", options.device,
                     "auto, cpu, gpu, or one of `debye devices`; its number, or a part of its "
                     "name; gpu:all; several of these with commas between")
          ->group(engine_group)
          ->type_name("DEVICE")
          ->check(offered({"auto", "cpu", "gpu", "gpu:all"}))
          ->capture_default_str());
  app.add_option("--precision", raw.precision,
                 "of the direct sum: double (error 1e-9), single (1e-5; faster with many q) or "
                 "auto (double on the CPU, single on other devices)")
      ->check(one_of({"auto", "single", "double"}))
      ->group(engine_group)
      ->type_name("PRECISION")
      ->capture_default_str();
  in_short_help(app.add_option("--threads", options.threads, "CPU threads; 0 uses all")
                    ->check(CLI::Range(0, 4096))
                    ->group(engine_group)
                    ->type_name("N")
                    ->capture_default_str());
  app.add_flag("!--no-cache", options.cache,
               "do not keep compiled kernels in $XDG_CACHE_HOME/debye or ~/.cache/debye")
      ->group(engine_group);
}

CLI::Option* add_method_option(CLI::App& app, RawEngine& raw) {
  std::vector<std::string> names;
  for (const Method method : all_methods) names.emplace_back(method_name(method));
  return in_short_help(
      app.add_option("--method", raw.method,
                     "how pairs are summed; auto, direct, sampled, histogram, fourier or "
                     "hybrid; direct: all pairs; "
                     "sampled: so on a device, at the few q that determine the curve; hybrid: "
                     "fourier on the CPU and direct on a device at once; auto: what is ready first")
          ->check(one_of(names))
          ->group(engine_group)
          ->type_name("METHOD")
          ->capture_default_str());
}

CLI::Option* add_tolerance_option(CLI::App& app, EngineOptions& options) {
  return in_short_help(app.add_option("--tolerance", options.tolerance,
                                      "largest relative error of I at any q; from 1e-7 to 1e-2; "
                                      "the direct sum is better")
                           ->group(engine_group)
                           ->type_name("X")
                           ->capture_default_str());
}

void add_method_options(CLI::App& app, EngineOptions& options, RawEngine& raw) {
  add_method_option(app, raw);
  add_tolerance_option(app, options);
  app.add_flag(
         "--check", options.check,
         "also measure the error at a few q; by a double sum over all pairs, or of some atoms "
         "with all where there are many")
      ->group(engine_group);
}

void finish_engine(EngineOptions& options, const RawEngine& raw) {
  for (const Method method : all_methods)
    if (raw.method == method_name(method)) options.method = method;
  if (!(options.tolerance >= 1e-7 && options.tolerance <= 1e-2))
    fail("--tolerance ", options.tolerance, ": must be from 1e-7 to 1e-2");
  const std::string device = lower_case(options.device);
  const bool direct = options.method == Method::Auto || options.method == Method::Direct;
  if (!direct && raw.precision != "auto")
    fail("--precision ", raw.precision, " is for --method direct; ", raw.method,
         " follows --tolerance");
  if (options.method == Method::Fourier && device != "auto" && device != "cpu")
    fail("--method fourier runs on the CPU, not on --device ", options.device);
  const bool needs_device = options.method == Method::Hybrid || options.method == Method::Sampled;
  if (needs_device && device == "cpu")
    fail("--method ", raw.method, " needs an OpenCL device, not --device cpu");
  if (raw.precision == "auto")
    options.precision.reset();
  else
    options.precision = raw.precision == "double" ? Precision::Double : Precision::Single;
}

}  // namespace debye
