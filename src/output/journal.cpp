// See journal.hpp.

#include "output/journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "debye/error.hpp"
#include "output/output_file.hpp"

namespace debye {
namespace {

/// Cuts off what follows the last line break.
void drop_unfinished_line(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t end = text.rfind('\n') + 1;  // 0 if there is none
  if (end < text.size()) std::filesystem::resize_file(path, end);
}

}  // namespace

Journal::Journal(std::string path, bool keep)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(),
                         O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (keep ? 0 : O_TRUNC), 0666)) {
  if (descriptor_ < 0) fail<OutputError>(path_, ": cannot be written: ", std::strerror(errno));
  if (keep) drop_unfinished_line(path_);
}

Journal::~Journal() { ::close(descriptor_); }

void Journal::append(const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (!write_all(descriptor_, line))
    fail<OutputError>(path_, ": cannot be written: ", std::strerror(errno));
}

}  // namespace debye
