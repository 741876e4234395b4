// The options of `debye fit` while they are being read.
#pragma once

#include "command/option_groups.hpp"

namespace debye {

struct FitCommand {
  FitCommandOptions& options;
  RawInput input = {};
  RawEngine engine = {};
  RawSolvent solvent = {};
  std::string resolution = {}, units = "auto", c1 = {}, shell_contrast = {};

  /// Declares the options; what they hold is checked by finish().
  void add_to(CLI::App& app);

  /// @throws InputError naming the option and what it takes
  void finish();
};

}  // namespace debye
