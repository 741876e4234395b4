// See output_file.hpp.

#include "output/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "debye/error.hpp"

namespace debye {
namespace {

/// Before the six characters that make a temporary name.
constexpr std::string_view part_mark = ".part";

/// A device or a pipe is written to; only regular files are replaced.
bool is_special(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

/// Where a link leads: `-o /dev/stdout > curve.dat` must not replace /dev/stdout.
std::string behind_links(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

[[noreturn]] void cannot_write(const std::string& path) {
  fail<OutputError>(path, ": cannot be written: ", std::strerror(errno));
}

/// Asked once: to ask is to change it for a moment, which other threads must not see.
mode_t umask_of_process() {
  static const mode_t mask = [] {
    const mode_t current = ::umask(0);
    ::umask(current);
    return current;
  }();
  return mask;
}

/// A new file beside `target`, removed at the end of its life unless its name is cleared.
struct Temporary {
  std::string name;
  int descriptor;

  Temporary(const std::string& target, const std::string& path)
      : name(target + std::string(part_mark) + "XXXXXX"),
        descriptor(::mkostemp(name.data(), O_CLOEXEC)) {
    if (descriptor < 0) cannot_write(path);
    // mkostemp keeps others out; an output file has the permissions of any new file.
    ::fchmod(descriptor, 0666 & ~umask_of_process());
  }
  ~Temporary() {
    close();
    if (!name.empty()) ::unlink(name.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  /// False, with errno set, if what was written did not reach the disk.
  bool close() {
    const bool good = descriptor < 0 || ::close(descriptor) == 0;
    descriptor = -1;
    return good;
  }
};

}  // namespace

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)), target_(behind_links(path_)), special_(is_special(path_)) {
  if (!special_) {
    Temporary trial(target_, path_);  // removed at once: it was only to see whether it can be made
  } else {
    std::error_code error;
    if (std::filesystem::is_directory(path_, error))
      errno = EISDIR;
    else if (::access(path_.c_str(), W_OK) == 0)
      return;
    cannot_write(path_);
  }
}

void OutputFile::commit(const std::string& text) const {
  if (special_) {
    const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) cannot_write(path_);
    const bool written = write_all(descriptor, text);
    if (::close(descriptor) != 0 || !written) cannot_write(path_);
    return;
  }
  Temporary file(target_, path_);
  if (!write_all(file.descriptor, text) || !file.close() ||
      ::rename(file.name.c_str(), target_.c_str()) != 0)
    cannot_write(path_);
  file.name.clear();
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::optional<std::string> name_of_temporary(const std::string& name) {
  const std::size_t mark = name.rfind(part_mark);
  constexpr std::size_t n_random = 6;
  if (mark == std::string::npos || mark + part_mark.size() + n_random != name.size()) return {};
  return name.substr(0, mark);
}

void write_to_stdout(const std::string& text) {
  if (!write_all(STDOUT_FILENO, text) && errno != EPIPE)
    fail<OutputError>("standard output: cannot be written: ", std::strerror(errno));
}

}  // namespace debye
