// Files that appear whole or not at all.
#pragma once

#include <string>

namespace debye {

/// A text file written under a temporary name beside its place and renamed when complete. Opening
/// it before a long computation tells early that it cannot be written. Without commit() nothing
/// stays.
class OutputFile {
 public:
  /// @throws InputError if the temporary file cannot be created.
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Writes all of `text` and puts the file in its place.
  /// @throws InputError if the disk is full or the file cannot be renamed.
  void commit(const std::string& text);

 private:
  void close_and_remove() noexcept;

  std::string path_;       // as the user gave it
  std::string target_;     // the same with links followed
  std::string temporary_;  // target_ itself if that is a device or a pipe
  int descriptor_ = -1;
};

/// Writes all of `text` to standard output. A reader that went away is no error.
/// @throws InputError if it cannot be written.
void write_to_stdout(const std::string& text);

}  // namespace debye
