// See talk.hpp.

#include "command/talk.hpp"

#include <iomanip>
#include <iostream>
#include <sstream>

#include "debye/error.hpp"

namespace debye {

void Talk::skip_files(std::size_t n) {
  const std::lock_guard lock(mutex_);
  progress_.skip_files(n);
}

void Talk::start_file(const std::string& name) {
  const std::lock_guard lock(mutex_);
  progress_.start_file(name);
}

void Talk::finish_file() {
  const std::lock_guard lock(mutex_);
  progress_.finish_file();
}

void Talk::show_progress(double fraction) {
  const std::lock_guard lock(mutex_);
  progress_.show(fraction);
}

void Talk::say(const std::string& text) {
  const std::lock_guard lock(mutex_);
  progress_.clear();
  std::cerr << text;
}

void Talk::note(const std::string& text) {
  {
    const std::lock_guard lock(mutex_);
    if (options_.quiet || !noted_.insert(text).second) return;
  }
  say("debye: note: " + text + "\n");
}

void Talk::warn(const std::string& text) {
  if (strict_) fail(text, " (an error because of --strict)");
  if (!options_.quiet) say("debye: warning: " + text + "\n");
}

void Talk::tell(const std::string& input, const Audit& audit) {
  if (options_.verbose) say(input + "\n" + describe(audit));
  if (strict_ || !options_.verbose)
    for (const std::string& warning : audit.warnings) warn(input + ": " + warning);
}

void Talk::tell(const Engines& engines, std::size_t& told) {
  while (told < engines.warnings().size()) warn(engines.warnings()[told++]);
}

std::string timing_text(const Engines& engines) {
  std::ostringstream text;
  text << std::setprecision(2);
  for (const Forecast& one : engines.forecasts())
    if (&one == &engines.forecasts().front())
      text << "  methods: " << one.what << " took " << engines.seconds() << " s, forecast "
           << one.seconds << " s; others forecast:";
    else
      text << " " << one.what << " " << one.seconds << " s"
           << (&one == &engines.forecasts().back() ? "" : ",");
  text << "\n";
  return text.str();
}

}  // namespace debye
