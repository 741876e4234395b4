// See cli.hpp. What is common to all commands; the options of each stand in its own file.

#include "command/cli.hpp"

#include <CLI/CLI.hpp>
#include <sstream>

#include "command/batch.hpp"
#include "command/bench_command.hpp"
#include "command/compare_command.hpp"
#include "command/fit_command.hpp"
#include "command/profile_command.hpp"
#include "debye/error.hpp"
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

void add_report_options(CLI::App& app, ReportOptions& options) {
  app.add_option("PATH", options.inputs,
                 "curves and fits that debye has written (.dat, .fit, .json), or folders of them")
      ->required();
  app.add_option("-o,--output", options.output,
                 "the page [report.html, in the folder if one alone is given]")
      ->type_name("FILE");
  add_talk_options(app, options.talk);
}

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
