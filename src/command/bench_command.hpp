// The options of `debye bench` while they are being read.
#pragma once

#include "command/option_groups.hpp"

namespace debye {

struct BenchCommand {
  BenchOptions& options;
  RawEngine engine = {};
  std::string q = {}, kernel = "auto";
  CLI::Option* tolerance = nullptr;

  /// Declares the options; what they hold is checked by finish().
  void add_to(CLI::App& app);

  /// @throws InputError naming the option and what it takes
  void finish();
};

}  // namespace debye
