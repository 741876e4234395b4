// Options of all commands: where results go, what is told beside them, and help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "command/cli.hpp"

namespace debye {

/// The group of these options, to which a command may add its own.
extern const char* const output_group;

/// -o and --json. @param place  what -o takes  @param instead  of what there is JSON
void add_output_options(CLI::App& app, std::string& output, bool& json, const std::string& place,
                        const std::string& instead);

void add_plot_option(CLI::App& app, std::string& plot);

void add_talk_options(CLI::App& app, TalkOptions& options);

/// -h and --help.
void add_command_line_options(CLI::App& app);

/// --options-from, so that the help lists it: with_options_files() replaces it before.
void add_options_from(CLI::App& app);

}  // namespace debye
