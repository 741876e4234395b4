// The command line as typed options. CLI11 stops behind this header.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "command/shard.hpp"
#include "debye/atoms.hpp"
#include "debye/fit.hpp"
#include "debye/pair_sum.hpp"
#include "debye/q_grid.hpp"
#include "debye/solution_model.hpp"

namespace debye {

/// How structure files are read; common to all commands that read some.
struct InputOptions {
  ReadOptions read;
  bool average = false;  ///< one curve, the mean over the models of a file
  bool strict = false;   ///< warnings are errors
};

/// What is told on standard error.
struct TalkOptions {
  bool verbose = false;
  bool quiet = false;
};

/// `debye [OPTIONS] FILE…`
struct ProfileOptions {
  /// Auto: in solution, but in vacuum for XYZ files, which hold no molecules of biology.
  enum class Environment { Auto, Vacuum, Solution };

  std::vector<std::string> inputs;  ///< files, directories, "@list"; "-" is standard input
  std::string command;              ///< the command line as typed, quoted for a shell; of a batch
                                    ///< without inputs and without the three options below
  bool recursive = false;           ///< directories of directories too
  bool resume = false;              ///< leave out what is done
  Shard shard;                      ///< the part of a batch to do
  InputOptions input;
  Environment environment = Environment::Auto;
  SolventOptions solvent;
  SolventParameters parameters;
  QGrid q = QGrid::linear(0.0, 0.5, 101);
  QUnit unit = QUnit::InverseAngstrom;  ///< of q on the command line and in the output
  EngineOptions engine;
  std::string output;  ///< file, directory, or empty for standard output
  bool json = false;
  bool absolute = false;   ///< also cm⁻¹ per mg/ml
  bool partials = false;   ///< also the six partial profiles
  bool distances = false;  ///< also P(r)
  std::string plot;        ///< picture to draw: a file, "-" for the terminal, or empty
  TalkOptions talk;
};

/// Standard deviation of q.
struct Resolution {
  double value = 0;       ///< [1/Å], or a share of q
  bool relative = false;  ///< a share
};

/// `debye fit [OPTIONS] MODEL… DATA…`
struct FitCommandOptions {
  std::vector<std::string> inputs;  ///< structures and measured curves, in any order
  std::string command;              ///< as typed; with several inputs without them
  InputOptions input;
  SolventOptions solvent;
  FitOptions fit;
  std::optional<DataUnit> unit;          ///< of q in the data; nothing: decided for each file
  double q_min = 0, q_max = 0.5;         ///< points outside are left out [1/Å]
  std::optional<Resolution> resolution;  ///< nothing: as the data say
  EngineOptions engine;
  std::string output;  ///< file, directory, or empty for standard output
  bool json = false;
  bool int_files = false;  ///< also the five columns of CRYSOL's .int
  std::string plot;        ///< as in ProfileOptions
  TalkOptions talk;
};

/// `debye report`
struct ReportOptions {
  std::vector<std::string> inputs;  ///< outputs of debye, or directories of them
  std::string output;               ///< the page; empty: report.html; "-": standard output
  TalkOptions talk;
};

/// `debye compare [OPTIONS] A B…`
struct CompareCommandOptions {
  /// A program whose q grid, volumes and shell are taken for the structures that are computed.
  enum class Emulated { None, Crysol, Foxs };

  std::vector<std::string> inputs;  ///< curves or structures, as FILE or FILE:COLUMN; A first
  std::string command;              ///< as typed
  InputOptions input;
  SolventOptions solvent;
  SolventParameters parameters;
  Emulated emulate = Emulated::None;
  std::optional<QGrid> q;  ///< of two structures, as asked
  /// Options that were given and say how structures are computed.
  std::vector<std::string> of_structures;
  std::optional<DataUnit> unit;        ///< of q in the files; nothing: decided for each
  std::optional<double> q_min, q_max;  ///< points outside are left out [1/Å]
  bool absolute = false;               ///< no scale
  EngineOptions engine;
  std::string output;  ///< file, or empty for standard output
  bool json = false;
  std::string plot;  ///< as in ProfileOptions
  TalkOptions talk;
};

/// `debye bench`
struct BenchOptions {
  QGrid q = QGrid::linear(0.0, 1.0, 50);
  std::vector<std::size_t> atoms;
  EngineOptions engine;      ///< device "auto": the CPU and every OpenCL device
  bool shell = false;        ///< time the surface of the hydration shell, not the pair sum
  std::size_t ensemble = 0;  ///< time so many conformers, not one model
  bool tune = false;         ///< find the fastest way to use a device, and keep it
  bool methods = false;      ///< compare the methods, not the engines of the direct sum
  bool json = false;
};

struct CommandLine {
  enum class Action { Exit, Profile, Fit, Compare, Report, Devices, Bench, Selftest, MergeSummary };
  Action action = Action::Exit;  ///< Exit: what was asked for (--help, …) has been printed
  ProfileOptions profile;
  FitCommandOptions fit;
  CompareCommandOptions compare;
  BenchOptions bench;
  ReportOptions report;
  std::string merged_directory;  ///< of MergeSummary
  std::string text;              ///< the command as typed, quoted for a shell
};

/// What tells of the command line itself is printed here: help, version, manual, completions, and
/// notes on options of other programs.
/// @throws InputError naming the option and what it takes.
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace debye
