// See option_groups.hpp.

#include "command/option_groups.hpp"

#include <charconv>
#include <cmath>

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

constexpr const char* computation = "Computation";

}  // namespace

void add_input_options(CLI::App& app, InputOptions& options, RawInput& raw) {
  constexpr const char* group = "Input";
  app.add_option("--model", raw.model, "number of the model, or all")
      ->group(group)
      ->capture_default_str();
  app.add_flag("--average", options.average, "one curve, the mean over all models")->group(group);
  app.add_option("--altloc", options.read.altloc,
                 "per residue: highest (occupancy) | first | weighted | a letter")
      ->group(group)
      ->capture_default_str();
  app.add_option("--select", options.read.select,
                 "gemmi selection, e.g. A,B or //A/10-50 or //*/*/[C,N]")
      ->group(group);
  app.add_flag("--keep-waters", options.read.keep_waters, "crystal waters scatter too")
      ->group(group);
  app.add_option("--unknown-element", raw.unknown_element,
                 "element of atoms whose element cannot be decided (otherwise an error)")
      ->group(group);
  app.add_flag("--strict", options.strict, "warnings are errors")->group(group);
  app.add_option("--hydrogens", raw.hydrogens,
                 "auto (explicit if the model has them all) | implicit | explicit")
      ->check(CLI::IsMember({"auto", "implicit", "explicit"}))
      ->group("Scattering model")
      ->capture_default_str();
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
  constexpr const char* group = "Solvent";
  std::vector<std::string> names;
  for (const VolumeTable table : volume_tables) names.emplace_back(volume_table_name(table));
  app.add_option("--volumes", raw.volumes,
                 "displaced volumes: svergun | foxs | voronoi | mean-field | capp")
      ->check(CLI::IsMember(names))
      ->group(group)
      ->capture_default_str();
  app.add_option("--solvent-density,--dns", options.density, "of electrons in the bulk [e/A^3]")
      ->group(group)
      ->capture_default_str();
  app.add_option("--shell-width", options.shell_width, "of the hydration shell [A]; 0: no shell")
      ->group(group)
      ->capture_default_str();
  app.add_flag("--cavities", options.cavities, "the shell lines closed cavities too")->group(group);
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
  constexpr const char* group = "Solvent";
  app.add_option("--c1", parameters.c1,
                 "expansion of the atomic radii; the displaced volume grows as c1^3")
      ->group(group)
      ->capture_default_str();
  app.add_option("--shell-contrast,--dro", parameters.shell_contrast,
                 "of the hydration shell's electrons to the bulk [e/A^3]")
      ->group(group)
      ->capture_default_str();
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
  constexpr const char* group = "q grid";
  raw.q_option =
      app.add_option("-q", raw.q,
                     "min:max:count, a list a,b,c, one value, or a file whose first column "
                     "is q [0:0.5:101]")
          ->group(group)
          ->type_name("GRID");
  raw.q_max_option = app.add_option("--qmax,--smax", raw.q_max, "largest q of a grid from 0 [0.5]")
                         ->group(group)
                         ->excludes(raw.q_option);
  raw.points_option = app.add_option("--points,--ns", raw.points, "values of that grid [101]")
                          ->group(group)
                          ->excludes(raw.q_option);
  app.add_option("--units", raw.units, "unit of q here and in the output: 1/A | 1/nm")
      ->check(CLI::IsMember({"1/A", "1/nm"}))
      ->group(group)
      ->capture_default_str();
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
  app.add_option(
         "--device", options.device,
         "auto | cpu | gpu | gpu:all | index or part of a name from `debye devices` | several of "
         "them, A,B")
      ->group(computation)
      ->capture_default_str();
  app.add_option(
         "--precision", raw.precision,
         "double (error 1e-9) | single (1e-5; faster with many q) | auto (double on the CPU, "
         "single on other devices)")
      ->check(CLI::IsMember({"auto", "single", "double"}))
      ->group(computation)
      ->capture_default_str();
  app.add_option("--threads", options.threads, "CPU threads; 0 uses all")
      ->check(CLI::Range(0, 4096))
      ->group(computation)
      ->capture_default_str();
  app.add_flag("!--no-cache", options.cache,
               "do not keep compiled kernels in $XDG_CACHE_HOME/debye or ~/.cache/debye")
      ->group(computation);
}

CLI::Option* add_method_option(CLI::App& app, RawEngine& raw) {
  std::vector<std::string> names;
  for (const Method method : all_methods) names.emplace_back(method_name(method));
  return app
      .add_option(
          "--method", raw.method,
          "direct (all pairs) | sampled (all pairs on a device, at the few q that determine the "
          "curve) | histogram | fourier | hybrid (fourier on the CPU and direct on a device at "
          "once) | auto (what is ready first)")
      ->check(CLI::IsMember(names))
      ->group(computation)
      ->capture_default_str();
}

CLI::Option* add_tolerance_option(CLI::App& app, EngineOptions& options) {
  return app
      .add_option("--tolerance", options.tolerance,
                  "largest relative error of I at any q, 1e-7 to 1e-2; the direct sum is better")
      ->group(computation)
      ->capture_default_str();
}

void add_method_options(CLI::App& app, EngineOptions& options, RawEngine& raw) {
  add_method_option(app, raw);
  add_tolerance_option(app, options);
  app.add_flag(
         "--check", options.check,
         "also measure the error at a few q, by a double sum over all pairs, or of some atoms "
         "with all where there are many")
      ->group(computation);
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

std::optional<DataUnit> data_unit_from(const std::string& text) {
  try {
    return parse_data_unit(text);
  } catch (const InputError& error) {
    fail("--units ", text, ": ", error.what());
  }
}

Bounds parse_bounds(const std::string& option, const std::string& text) {
  const auto value = [&](const std::string& part) {
    double number = 0;
    const auto [rest, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error != std::errc() || rest != part.data() + part.size() || !std::isfinite(number))
      fail(option, " ", text, ": give LOW:HIGH, or one value to fix it");
    return number;
  };
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return {value(text), value(text)};
  const Bounds bounds{value(text.substr(0, colon)), value(text.substr(colon + 1))};
  if (bounds.lower > bounds.upper) fail(option, " ", text, ": the lower bound comes first");
  return bounds;
}

Resolution parse_resolution(const std::string& text) {
  Resolution resolution;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, resolution.value);
  resolution.relative = rest != end && *rest == '%' && rest + 1 == end;
  if (resolution.relative) resolution.value /= 100;
  if (error != std::errc() || (rest != end && !resolution.relative) ||
      !(resolution.value > 0 && resolution.value <= 0.5))
    fail("--resolution ", text,
         ": give a standard deviation up to 0.5 1/A, or up to half of q, such as 2%");
  return resolution;
}

void add_output_options(CLI::App& app, std::string& output, bool& json, const std::string& place,
                        const std::string& instead) {
  constexpr const char* group = "Output";
  app.add_option("-o,--output", output, place + "; otherwise standard output")
      ->group(group)
      ->type_name("PATH");
  app.add_flag("--json", json, "JSON instead of " + instead)->group(group);
}

void add_plot_option(CLI::App& app, std::string& plot) {
  app.add_option("--plot", plot,
                 "draw a picture through gnuplot: .svg | .png | .pdf | .gp (its script alone); - "
                 "draws in the terminal, on standard error")
      ->group("Output")
      ->type_name("FILE");
}

void add_talk_options(CLI::App& app, TalkOptions& options) {
  app.add_flag("-v,--verbose", options.verbose, "print what was found and decided")
      ->group("Output");
  app.add_flag("--quiet", options.quiet, "no warnings, no progress")->group("Output");
}

}  // namespace debye
