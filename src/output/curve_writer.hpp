// Where the curves of one run go: standard output, one file, or a directory.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "output/output_file.hpp"

namespace debye {

/// Gives each curve of a run its place. In a directory, curves are called `<input>.dat` or
/// `<input>_model<N>.dat` (.json); equal names get a number, so that no curve replaces another.
class CurveWriter {
 public:
  /// @param output   path given with -o; empty: standard output
  /// @param several  more than one input: `output` is then a directory, made if it is not there
  /// @throws InputError if the place cannot be written, or several inputs have none.
  CurveWriter(const std::string& output, bool several, bool json);

  /// True if more than one curve can be written.
  bool takes_several() const { return place_ == Place::Directory; }

  /// @param suffix  "_model3", or empty
  /// @throws InputError if it cannot be written.
  void write(const std::string& input, const std::string& suffix, const std::string& text);

 private:
  enum class Place { StandardOutput, File, Directory };

  std::string name_in_directory(const std::string& input, const std::string& suffix);

  Place place_ = Place::StandardOutput;
  std::string directory_, extension_;
  std::set<std::string> used_;
  std::unique_ptr<OutputFile> file_;
};

}  // namespace debye
