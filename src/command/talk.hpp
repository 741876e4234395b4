// What a run says on standard error: warnings, progress, and what was found in the input.
#pragma once

#include <mutex>
#include <set>
#include <string>

#include "command/cli.hpp"
#include "command/progress.hpp"

namespace debye {

/// May be used by several threads.
class Talk {
 public:
  /// @param strict  warnings are errors
  Talk(const TalkOptions& options, bool strict, std::size_t n_files)
      : options_(options), strict_(strict), progress_(n_files, !options.quiet) {}

  void skip_files(std::size_t n);
  void start_file(const std::string& name);
  void finish_file();
  void show_progress(double fraction);

  /// Also with --quiet. @param text  a whole line, or several
  void say(const std::string& text);

  /// "debye: note: …", once for each text; not with --quiet.
  void note(const std::string& text);

  /// "debye: warning: …"; not with --quiet. @throws InputError with --strict
  void warn(const std::string& text);

  /// -v prints the audit of an input; otherwise its warnings.
  void tell(const std::string& input, const Audit& audit);

  /// Those warnings of the engines that were not told yet.
  void tell(const Engines& engines, std::size_t& told);

  bool verbose() const { return options_.verbose; }

 private:
  TalkOptions options_;
  bool strict_;
  Progress progress_;
  std::set<std::string> noted_;
  std::mutex mutex_;
};

/// For -v: "  methods: fourier took 0.011 s, forecast 0.0098 s; histogram 0.32 s, direct 3.4 s".
std::string timing_text(const Engines& engines);

}  // namespace debye
