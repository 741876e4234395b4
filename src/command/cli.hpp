// The command line as typed options. CLI11 stops behind this header.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "debye/atoms.hpp"
#include "debye/pair_sum.hpp"
#include "debye/q_grid.hpp"

namespace debye {

/// `debye [OPTIONS] FILE…`
struct ProfileOptions {
  std::vector<std::string> inputs;  ///< file names; "-" is standard input
  std::string command;              ///< the command line as typed, quoted for a shell; with several
                                    ///< inputs without them, so that headers stay short
  ReadOptions read;
  bool average = false;  ///< one curve, the mean over the models of a file
  bool strict = false;   ///< warnings are errors
  QGrid q = QGrid::linear(0.0, 0.5, 101);
  QUnit unit = QUnit::InverseAngstrom;  ///< of q on the command line and in the output
  EngineOptions engine;
  std::string output;  ///< file, directory, or empty for standard output
  bool json = false;
  bool absolute = false;  ///< also cm⁻¹ per mg/ml
  bool verbose = false;
  bool quiet = false;
};

/// `debye bench`
struct BenchOptions {
  QGrid q = QGrid::linear(0.0, 1.0, 50);
  std::vector<std::size_t> atoms = {1000, 2000, 4000, 10'000, 20'000, 40'000, 100'000};
  EngineOptions engine;  ///< device "auto": the CPU and every OpenCL device
  bool json = false;
};

struct CommandLine {
  enum class Action { Exit, Profile, Devices, Bench };
  Action action = Action::Exit;  ///< Exit: --help or --version has been printed
  ProfileOptions profile;
  BenchOptions bench;
  std::string text;  ///< the command as typed, quoted for a shell
};

/// `word` as a shell takes it for itself.
std::string quoted_for_shell(const std::string& word);

/// @throws InputError naming the option and what it takes.
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace debye
