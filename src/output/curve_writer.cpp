// See curve_writer.hpp.

#include "output/curve_writer.hpp"

#include <filesystem>
#include <system_error>

#include "debye/error.hpp"

namespace debye {
namespace {

namespace fs = std::filesystem;

/// File name without directory, ".gz" and extension.
std::string stem_of(const std::string& input) {
  fs::path name = input == "-" ? fs::path("stdin") : fs::path(input).filename();
  if (name.extension() == ".gz") name = name.stem();
  return name.stem().string();
}

std::vector<std::string> distinct_stems(const std::vector<std::string>& inputs) {
  std::vector<std::string> stems;
  std::set<std::string> used;
  for (const std::string& input : inputs) {
    const std::string stem = stem_of(input);
    std::string name = stem;
    for (int n = 2; !used.insert(name).second; ++n) name = stem + "_" + std::to_string(n);
    stems.push_back(name);
  }
  return stems;
}

}  // namespace

CurveWriter::CurveWriter(const std::string& output, const std::vector<std::string>& inputs,
                         bool json)
    : directory_(output), extension_(json ? ".json" : ".dat"), inputs_(inputs) {
  const bool several = inputs.size() > 1;
  if (output.empty() || output == "-") {
    if (several) fail("several inputs need a place for each curve: add -o DIRECTORY");
    return;
  }
  std::error_code error;
  if (!several && output.back() != '/' && !fs::is_directory(output, error)) {
    place_ = Place::File;
    refuse_input(output);
    file_ = std::make_unique<OutputFile>(output);
    return;
  }
  place_ = Place::Directory;
  stems_ = distinct_stems(inputs);
  fs::create_directories(output, error);
  std::error_code unreadable;
  if (!fs::is_directory(output, unreadable))
    fail(output, ": cannot be made a directory",
         error ? ": " + error.message() : std::string(": a file of that name exists"));
}

void CurveWriter::refuse_input(const std::string& path) const {
  for (const std::string& input : inputs_) {
    std::error_code error;
    if (fs::equivalent(input, path, error))
      fail(path, ": is the input ", input, " itself; give another place with -o");
  }
}

void CurveWriter::write(std::size_t input, const std::string& suffix, const std::string& text) {
  if (place_ == Place::StandardOutput) return write_to_stdout(text);
  if (place_ == Place::File) return file_->commit(text);
  const std::string stem = (fs::path(directory_) / (stems_[input] + suffix)).string();
  std::string path = stem + extension_;
  // "x.pdb", model 1, and "x_model1.pdb" would share a name.
  for (int n = 2; !written_.insert(path).second; ++n)
    path = stem + "_" + std::to_string(n) + extension_;
  refuse_input(path);
  OutputFile(path).commit(text);
}

}  // namespace debye
