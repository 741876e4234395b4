// Groups of options that several commands share: what they are called, what they take, and their
// checks. CLI11 stops behind the command line (cli.cpp and the
// commands).
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "command/cli.hpp"

namespace debye {

/// Text of options that need others, or a check of our own, before they mean anything.
struct RawInput {
  std::string model = "1", hydrogens = "auto", unknown_element;
};
struct RawGrid {
  std::string q, units = "1/A";
  double q_max = 0;
  long long points = 0;
  CLI::Option *q_option = nullptr, *q_max_option = nullptr, *points_option = nullptr;
};
struct RawEngine {
  std::string precision = "auto", method = "auto";
};
struct RawSolvent {
  std::string volumes = "svergun";
};

/// The group of the solvent, to which a command may add options of its own.
extern const char* const solution_group;

void add_input_options(CLI::App& app, InputOptions& options, RawInput& raw);
void finish_input(InputOptions& options, const RawInput& raw);

void add_solvent_options(CLI::App& app, SolventOptions& options, RawSolvent& raw);
void finish_solvent(SolventOptions& options, const RawSolvent& raw);

void add_solvent_parameters(CLI::App& app, SolventParameters& parameters);
void check_solvent_parameters(const CLI::App& app, const SolventOptions& solvent,
                              const SolventParameters& parameters);

void add_q_options(CLI::App& app, RawGrid& raw);
QUnit unit_from(const RawGrid& raw);
QGrid grid_from(const RawGrid& raw);

void add_engine_options(CLI::App& app, EngineOptions& options, RawEngine& raw);
CLI::Option* add_method_option(CLI::App& app, RawEngine& raw);
CLI::Option* add_tolerance_option(CLI::App& app, EngineOptions& options);
/// Both, and --check.
void add_method_options(CLI::App& app, EngineOptions& options, RawEngine& raw);
void finish_engine(EngineOptions& options, const RawEngine& raw);

}  // namespace debye
