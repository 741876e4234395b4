// Files that appear whole or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace debye {

/// A text file that is written under a temporary name beside its place and renamed when complete.
/// The constructor, before a long computation, finds out whether that will work; until commit()
/// nothing is left on the disk, whatever ends the program.
class OutputFile {
 public:
  /// @throws InputError if no file can be created there.
  explicit OutputFile(std::string path);

  /// Writes all of `text` and puts the file in its place.
  /// @throws InputError if the disk is full or the file cannot be renamed.
  void commit(const std::string& text) const;

 private:
  std::string path_;    // as the user gave it
  std::string target_;  // the same with links followed
  bool special_;        // a device or a pipe: written to, not replaced
};

/// The name for which `name` was the temporary one, if it is such a name: a killed program leaves
/// it behind.
std::optional<std::string> name_of_temporary(const std::string& name);

/// Writes everything to an open file, or returns false with errno set.
bool write_all(int descriptor, std::string_view text);

/// Writes all of `text` to standard output. A reader that went away is no error.
/// @throws InputError if it cannot be written.
void write_to_stdout(const std::string& text);

}  // namespace debye
