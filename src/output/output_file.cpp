// See output_file.hpp.

#include "output/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "debye/error.hpp"

namespace debye {
namespace {

/// Writes everything or returns false with errno set.
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

}  // namespace

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)),
      target_(is_special(path_) ? path_ : behind_links(path_)),
      temporary_(is_special(path_) ? path_ : target_ + ".part" + std::to_string(::getpid())) {
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(path_, ": cannot be written: ", std::strerror(errno));
}

OutputFile::~OutputFile() { close_and_remove(); }

void OutputFile::close_and_remove() noexcept {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
    if (temporary_ != target_) ::unlink(temporary_.c_str());
  }
  descriptor_ = -1;
}

void OutputFile::commit(const std::string& text) {
  const bool written = write_all(descriptor_, text);
  if (!written || (temporary_ != target_ && ::rename(temporary_.c_str(), target_.c_str()) != 0)) {
    const int error = errno;
    close_and_remove();
    fail(path_, ": cannot be written: ", std::strerror(error));
  }
  ::close(descriptor_);
  descriptor_ = -1;
}

void write_to_stdout(const std::string& text) {
  if (!write_all(STDOUT_FILENO, text) && errno != EPIPE)
    fail("standard output: cannot be written: ", std::strerror(errno));
}

}  // namespace debye
