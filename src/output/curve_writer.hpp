// Where the curves of one run go: standard output, one file, or a directory.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "output/output_file.hpp"

namespace debye {

/// Gives each curve of a run its place. In a directory, curves are called `<input>.dat` or
/// `<input>_model<N>.dat` (.json); inputs that would share a name get a number, which depends on
/// the list of inputs alone. An input is never overwritten.
class CurveWriter {
 public:
  /// @param output  path given with -o; empty or "-": standard output. With several inputs it is
  ///                a directory, made if it is not there.
  /// @throws InputError if the place cannot be written, is one of the inputs, or several inputs
  /// have
  ///         none.
  CurveWriter(const std::string& output, const std::vector<std::string>& inputs, bool json);

  /// True if an input may have more than one curve.
  bool takes_several() const { return place_ == Place::Directory; }

  /// @param input   number of the input in the list
  /// @param suffix  "_model3", or empty
  /// @throws InputError if it cannot be written, or would replace an input.
  void write(std::size_t input, const std::string& suffix, const std::string& text);

 private:
  enum class Place { StandardOutput, File, Directory };

  void refuse_input(const std::string& path) const;

  Place place_ = Place::StandardOutput;
  std::string directory_, extension_;
  std::vector<std::string> inputs_, stems_;  // one for each input
  std::set<std::string> written_;            // paths below directory_
  std::unique_ptr<OutputFile> file_;
};

}  // namespace debye
