// A file that grows by whole lines, so that what a killed run has done is known.
#pragma once

#include <mutex>
#include <string>

namespace debye {

/// May be used by several threads.
class Journal {
 public:
  /// @param keep  goes on with a file that is there, less a line without an end; otherwise the
  ///              file is emptied
  /// @throws OutputError
  Journal(std::string path, bool keep);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// @param line  with its line break. @throws OutputError
  void append(const std::string& line);

 private:
  std::string path_;
  int descriptor_;
  std::mutex mutex_;
};

}  // namespace debye
