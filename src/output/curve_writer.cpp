// See curve_writer.hpp.

#include "output/curve_writer.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "debye/error.hpp"

namespace debye {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string stem_of(const std::string& input) {
  fs::path name = input == "-" ? fs::path("stdin") : fs::path(input).filename();
  if (name.extension() == ".gz") name = name.stem();
  return name.stem().string();
}

std::vector<std::string> distinct_names(const std::vector<std::string>& names) {
  std::vector<std::string> distinct;
  std::set<std::string> used;
  for (const std::string& wanted : names) {
    std::string name = wanted;
    for (int n = 2; !used.insert(name).second; ++n) name = wanted + "_" + std::to_string(n);
    distinct.push_back(name);
  }
  return distinct;
}

std::vector<std::string> distinct_stems(const std::vector<std::string>& inputs) {
  std::vector<std::string> stems;
  for (const std::string& input : inputs) stems.push_back(stem_of(input));
  return distinct_names(stems);
}

CurveWriter::CurveWriter(const std::string& output, std::vector<std::string> stems, bool several,
                         std::vector<std::string> inputs, std::string extension)
    : output_(output),
      extension_(std::move(extension)),
      stems_(std::move(stems)),
      inputs_(std::move(inputs)) {
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

void CurveWriter::write(std::size_t curve, const std::string& suffix, const std::string& text) {
  if (place_ == Place::StandardOutput) return write_to_stdout(text);
  if (place_ == Place::File) return file_->commit(text);
  write_in_directory(curve, suffix, extension_, text);
}

void CurveWriter::reserve_beside(const std::string& extension) const {
  if (place_ != Place::File) return;
  const std::string path = beside(extension);
  refuse_input(path);
  if (path == output_)
    fail(path, ": would be written twice; give -o a name with another extension");
  if (fs::exists(output_) && !fs::is_regular_file(output_))
    fail(output_, ": is no file that another could lie beside");
}

std::string CurveWriter::beside(const std::string& extension) const {
  return fs::path(output_).replace_extension(extension).string();
}

void CurveWriter::write_beside(std::size_t curve, const std::string& suffix,
                               const std::string& extension, const std::string& text) {
  if (place_ == Place::Directory) return write_in_directory(curve, suffix, extension, text);
  OutputFile(beside(extension)).commit(text);
}

void CurveWriter::write_in_directory(std::size_t curve, const std::string& suffix,
                                     const std::string& extension, const std::string& text) {
  // "x.pdb", model 1, and "x_model1.pdb" would share a name.
  std::string stem = stems_[curve] + suffix;
  while (!suffix.empty() && std::find(stems_.begin(), stems_.end(), stem) != stems_.end())
    stem += "_2";
  const std::string path = (fs::path(output_) / (stem + extension)).string();
  refuse_input(path);
  OutputFile(path).commit(text);
}

}  // namespace debye
