// Where the curves of one run go: standard output, one file, or a directory.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "output/output_file.hpp"

namespace debye {

/// File name without directory, ".gz" and extension; "stdin" for "-".
std::string stem_of(const std::string& input);

/// Those that are the same with a number added, which depends on the list alone.
std::vector<std::string> distinct_names(const std::vector<std::string>& names);

/// distinct_names() of the stems of inputs.
std::vector<std::string> distinct_stems(const std::vector<std::string>& inputs);

/// Gives each curve of a run its place. In a directory, curves are called by their stem, a suffix
/// and an extension; a stem may name directories, "sub/x", which are made. An input is never
/// overwritten. Several threads may write into a directory.
class CurveWriter {
 public:
  /// @param output  path given with -o; empty or "-": standard output. For several curves it is a
  ///                directory.
  /// @param stems   one for each curve, all different; there may be more curves, see
  ///                takes_several()
  /// @param several there may be more than one curve: the output is a directory, made if need be
  /// @param inputs  files that must not be overwritten
  /// @param extension  of the files in a directory: ".dat"
  /// @throws InputError if the place cannot be written, is one of the inputs, or is needed for
  ///         several curves and not given.
  CurveWriter(const std::string& output, const std::vector<std::string>& stems, bool several,
              const std::vector<std::string>& inputs, std::string extension);

  /// True if there may be more curves than stems, told apart by their suffix.
  bool takes_several() const { return place_ == Place::Directory; }

  /// Path of a curve below the directory: "sub/x_model3.dat".
  std::string name_in_directory(std::size_t curve, const std::string& suffix) const {
    return full_stem(curve, suffix) + extension_;
  }

  /// @param curve   number of its stem
  /// @param suffix  "_model3", or empty
  /// @throws InputError if it cannot be written, or would replace an input.
  void write(std::size_t curve, const std::string& suffix, const std::string& text);

  /// To be called before a second file is written beside each curve.
  /// @throws InputError if it would lie in the place of the curve itself, or of an input.
  void reserve_beside(const std::string& extension) const;

  /// A second file of the same name with another extension; not for standard output.
  void write_beside(std::size_t curve, const std::string& suffix, const std::string& extension,
                    const std::string& text);

 private:
  enum class Place { StandardOutput, File, Directory };
  using FileIdentity = std::pair<std::uintmax_t, std::uintmax_t>;  ///< device and number on it

  void refuse_input(const std::string& path) const;
  std::string beside(const std::string& extension) const;
  std::string full_stem(std::size_t curve, const std::string& suffix) const;
  void write_in_directory(std::size_t curve, const std::string& suffix,
                          const std::string& extension, const std::string& text);

  Place place_ = Place::StandardOutput;
  std::string output_, extension_;
  std::vector<std::string> stems_;
  std::unordered_set<std::string> all_stems_;
  std::map<FileIdentity, std::string> inputs_;
  std::unique_ptr<OutputFile> file_;
};

}  // namespace debye
