// See cli.hpp. What is common to all commands; the options of each stand in its own file.

#include "command/cli.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "command/batch.hpp"
#include "command/bench_command.hpp"
#include "command/command_description.hpp"
#include "command/command_text.hpp"
#include "command/compare_command.hpp"
#include "command/completions.hpp"
#include "command/crysol_options.hpp"
#include "command/fit_command.hpp"
#include "command/help_text.hpp"
#include "command/manual.hpp"
#include "command/option_marks.hpp"
#include "command/options_file.hpp"
#include "command/output_options.hpp"
#include "command/profile_command.hpp"
#include "command/unknown_words.hpp"
#include "debye/error.hpp"
#include "output/output_file.hpp"
#include "version.hpp"

namespace debye {
namespace {

using Words = std::vector<std::string>;

void add_report_options(CLI::App& app, ReportOptions& options) {
  app.add_option("PATH", options.inputs,
                 "curves and fits that debye has written, or folders of them; .dat, .fit, .json")
      ->required();
  in_short_help(app.add_option("-o,--output", options.output,
                               "the page; by default it lies in the folder if one alone is given")
                    ->type_name("FILE")
                    ->default_str("report.html"));
  add_talk_options(app, options.talk);
  app.footer("  debye report fits/                            writes fits/report.html\n");
}

/// Subcommands use no option of the profiles: none is dropped in silence.
void refuse_options_before(const CLI::App& subcommand, const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    if (option->count() > 0)
      fail(option->get_name(), " before `", subcommand.get_name(),
           "` is not used by it; see debye ", subcommand.get_name(), " --help");
}

/// The command that the line has come to; the program itself if there is none.
const CommandDescription& parsed_command(const CLI::App& app, const CommandDescription& program) {
  if (app.get_subcommands().empty()) return program;
  const std::string name = app.get_subcommands().back()->get_name();
  return *std::find_if(program.commands.begin(), program.commands.end(),
                       [&](const CommandDescription& one) { return one.name == name; });
}

/// @return false if the line asked for help, which has been printed
bool parse(CLI::App& app, const Words& words) {
  try {
    app.parse(Words(words.rbegin(), words.rend()));  // CLI11 takes them from the end
    return true;
  } catch (const CLI::ParseError& error) {
    const CommandDescription program = describe_command(app);
    const CommandDescription& command = parsed_command(app, program);
    if (dynamic_cast<const CLI::ExtrasError*>(&error))
      refuse_unknown_words(app.remaining(true), command, program);
    if (!dynamic_cast<const CLI::Success*>(&error))
      fail(error.what(), "; see ", help_of(command, program));
    const std::string before = &command == &program ? "" : program.name + " ";
    if (dynamic_cast<const CLI::CallForHelp*>(&error))
      write_to_stdout(short_help(command, before));
    else if (dynamic_cast<const CLI::CallForAllHelp*>(&error))
      write_to_stdout(full_help(command, before));
    else
      write_to_stdout(error.what() + std::string("\n"));
    return false;
  }
}

/// Notes that belong to no input.
void tell(const Words& notes, const TalkOptions& talk) {
  if (talk.quiet) return;
  for (const std::string& note : notes) std::cerr << "debye: note: " << note << '\n';
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  if (argc <= 1) {
    write_to_stdout(guide());
    return line;
  }
  const std::string title = "debye " + std::string(version);
  CLI::App app(title + ": X-ray scattering profiles I(q) of atomic models by the Debye sum",
               "debye");
  CLI::App& fit = *app.add_subcommand("fit", "fit curves in solution to measured ones");
  FitCommand fit_command{line.fit};
  fit_command.add_to(fit);
  CLI::App& compare = *app.add_subcommand("compare", "how far apart curves are, and where");
  CompareCommand compare_command{line.compare};
  compare_command.add_to(compare);
  CLI::App& report = *app.add_subcommand("report", "one web page of the curves and fits in files");
  add_report_options(report, line.report);
  CLI::App& merge = *app.add_subcommand("merge-summary", "one table of those of --shard");
  merge.add_option("DIRECTORY", line.merged_directory, "where they are")->required();
  CLI::App& devices = *app.add_subcommand("devices", "list OpenCL devices and what auto takes");
  CLI::App& bench = *app.add_subcommand("bench", "time and error of each engine here");
  BenchCommand bench_command{line.bench};
  bench_command.add_to(bench);
  CLI::App& selftest = *app.add_subcommand("selftest", "every engine against a plain double sum");
  CLI::App& manual_page = *app.add_subcommand("manual", "the manual page, for `man -l -`");
  CLI::App& completion = *app.add_subcommand("completions", "a script for your shell");
  std::string shell;
  completion.add_option("SHELL", shell, joined(completed_shells(), ", "))
      ->required()
      ->check(one_of(completed_shells()));
  completion.footer("  source <(debye completions bash)\n");
  ProfileCommand profile{line.profile};
  profile.add_to(app);  // after its subcommands, which would inherit its examples
  for (CLI::App* one : {&app, &fit, &compare, &bench}) add_options_from(*one);
  add_command_line_options(app);
  Words commands;
  for (CLI::App* one : app.get_subcommands(std::function<bool(CLI::App*)>())) {
    add_command_line_options(*one);
    commands.push_back(one->get_name());
  }
  in_short_help(app.set_version_flag("--version", title, "version of the program")
                    ->group(command_line_group));
  app.require_subcommand(0, 1);

  const Words typed = with_options_files(Words(argv + 1, argv + argc));
  refuse_misspelled_command(typed, commands);
  TranslatedWords translated{typed, {}};
  const bool is_command = !typed.empty() && std::find(commands.begin(), commands.end(),
                                                      typed.front()) != commands.end();
  if (!is_command || typed.front() == "fit")
    translated = translate_crysol_options(typed, is_command);
  if (!parse(app, translated.words)) return line;
  for (const CLI::App* subcommand : app.get_subcommands()) refuse_options_before(*subcommand, app);
  line.text = command_text(typed);
  if (manual_page.parsed()) {
    write_to_stdout(manual(describe_command(app)));
  } else if (completion.parsed()) {
    write_to_stdout(completions(shell, describe_command(app)));
  } else if (devices.parsed()) {
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
    line.fit.command = line.fit.inputs.size() > 1 ? batch_text(typed, line.fit.inputs) : line.text;
    tell(translated.notes, line.fit.talk);
  } else if (compare.parsed()) {
    line.action = CommandLine::Action::Compare;
    compare_command.finish(compare);
    line.compare.command = line.text;
  } else {
    line.action = CommandLine::Action::Profile;
    profile.finish(app);
    line.profile.command =
        is_batch(line.profile) ? batch_text(typed, line.profile.inputs) : line.text;
    tell(translated.notes, line.profile.talk);
  }
  return line;
}

}  // namespace debye
