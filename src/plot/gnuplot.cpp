// See gnuplot.hpp. The three streams of the program are nameless temporary files, so that neither
// side ever waits for the other.

#include "plot/gnuplot.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sstream>

#include "debye/error.hpp"

namespace debye::plot {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void no_temporary_file() {
  fail<OutputError>("a temporary file for gnuplot cannot be written: ", std::strerror(errno));
}

File temporary_file(const std::string& text) {
  File file(std::tmpfile());
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0)
    no_temporary_file();
  std::rewind(file.get());
  return file;
}

std::string contents(const File& file) {
  std::rewind(file.get());
  std::string text;
  std::array<char, 65536> block{};
  for (std::size_t n; (n = std::fread(block.data(), 1, block.size(), file.get())) > 0;)
    text.append(block.data(), n);
  return text;
}

/// Without empty lines, echoed commands and the mark under them.
std::string one_line(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos || line[begin] == '^' || line.compare(begin, 8, "gnuplot>") == 0)
      continue;
    result += (result.empty() ? "" : "; ") + line.substr(begin);
  }
  return result;
}

/// Status of the ended program; -1 if there is none of that name.
int run(const File& in, const File& out, const File& err) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(in.get()), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(out.get()), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(err.get()), STDERR_FILENO);
  std::string name = "gnuplot", defaults = "-d";  // -d: reads no gnuplotrc
  std::array<char*, 3> arguments = {name.data(), defaults.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

GnuplotResult run_gnuplot(const std::string& script) {
  const File in = temporary_file(script), out = temporary_file(""), err = temporary_file("");
  const int status = run(in, out, err);
  GnuplotResult result;
  result.found = status != -1;
  if (!result.found) return result;
  result.picture = contents(out);
  if (status == 0 && !result.picture.empty()) return result;
  result.error = one_line(contents(err));
  if (result.error.empty()) result.error = "it ended without a picture";
  return result;
}

}  // namespace debye::plot
