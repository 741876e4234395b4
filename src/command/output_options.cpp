// See output_options.hpp.

#include "command/output_options.hpp"

#include "command/command_description.hpp"
#include "command/option_marks.hpp"

namespace debye {

const char* const output_group = "Output";

void add_output_options(CLI::App& app, std::string& output, bool& json, const std::string& place,
                        const std::string& instead) {
  in_short_help(app.add_option("-o,--output", output, place + "; otherwise standard output")
                    ->group(output_group)
                    ->type_name("PATH"));
  in_short_help(app.add_flag("--json", json, "JSON instead of " + instead)->group(output_group));
}

void add_plot_option(CLI::App& app, std::string& plot) {
  in_short_help(
      app.add_option("--plot", plot,
                     "picture to draw: .svg, .png, .pdf, or .gp; through gnuplot, whose script "
                     ".gp is; - draws in the terminal, on standard error")
          ->group(output_group)
          ->type_name("FILE"));
}

void add_talk_options(CLI::App& app, TalkOptions& options) {
  in_short_help(app.add_flag("-v,--verbose", options.verbose, "print what was found and decided")
                    ->group(output_group));
  in_short_help(app.add_flag("--quiet", options.quiet, "no warnings, no notes, no progress")
                    ->group(output_group));
}

void add_command_line_options(CLI::App& app) {
  app.set_help_flag("-h", "the options most used");
  app.set_help_all_flag("--help", "all options, with defaults and examples");
  for (const char* name : {"-h", "--help"})
    in_short_help(app.get_option(name)->group(command_line_group));
}

void add_options_from(CLI::App& app) {
  app.add_option("--options-from")
      ->description(
          "put here the words of a file; options and operands as they would stand on the command "
          "line, in any number of lines, with '...', \"...\" and # as in a shell")
      ->group(command_line_group)
      ->type_name("FILE");
}

}  // namespace debye
