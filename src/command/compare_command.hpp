// The options of `debye compare` while they are being read.
#pragma once

#include "command/option_groups.hpp"

namespace debye {

struct CompareCommand {
  CompareCommandOptions& options;
  RawInput input = {};
  RawEngine engine = {};
  RawSolvent solvent = {};
  std::string units = "auto", program = {}, grid = {};

  /// Declares the options; what they hold is checked by finish().
  void add_to(CLI::App& app);

  /// @throws InputError naming the option and what it takes
  void finish(const CLI::App& app);

 private:
  /// What each program does without data to fit to; README.md says what is left.
  void emulate(const CLI::App& app);
};

}  // namespace debye
