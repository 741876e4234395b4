// The options of `debye [OPTIONS] FILE…` while they are being read.
#pragma once

#include "command/option_groups.hpp"

namespace debye {

struct ProfileCommand {
  ProfileOptions& options;
  RawInput input = {};
  RawGrid grid = {};
  RawEngine engine = {};
  RawSolvent solvent = {};
  bool vacuum = false, solution = false;
  std::string shard = {};

  /// Declares the options; what they hold is checked by finish().
  void add_to(CLI::App& app);

  /// @throws InputError naming the option and what it takes
  void finish(const CLI::App& app);

 private:
  void add_batch_options(CLI::App& app);
};

}  // namespace debye
