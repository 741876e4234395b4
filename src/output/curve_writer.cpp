// See curve_writer.hpp.

#include "output/curve_writer.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "debye/error.hpp"

namespace debye {
namespace {

namespace fs = std::filesystem;

/// What two names of the same file share.
std::optional<std::pair<std::uintmax_t, std::uintmax_t>> identity_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return std::pair<std::uintmax_t, std::uintmax_t>{status.st_dev, status.st_ino};
}

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

CurveWriter::CurveWriter(const std::string& output, const std::vector<std::string>& stems,
                         bool several, const std::vector<std::string>& inputs,
                         std::string extension)
    : output_(output),
      extension_(std::move(extension)),
      stems_(stems),
      all_stems_(stems.begin(), stems.end()) {
  for (const std::string& input : inputs)
    if (const auto identity = identity_of(input)) inputs_.emplace(*identity, input);
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
  const auto identity = identity_of(path);
  const auto input = identity ? inputs_.find(*identity) : inputs_.end();
  if (input != inputs_.end())
    fail(path, ": is the input ", input->second, " itself; give another place with -o");
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

std::string CurveWriter::full_stem(std::size_t curve, const std::string& suffix) const {
  // "x.pdb", model 1, and "x_model1.pdb" would share a name.
  std::string stem = stems_[curve] + suffix;
  while (!suffix.empty() && all_stems_.contains(stem)) stem += "_2";
  return stem;
}

void CurveWriter::write_in_directory(std::size_t curve, const std::string& suffix,
                                     const std::string& extension, const std::string& text) {
  const fs::path path = fs::path(output_) / (full_stem(curve, suffix) + extension);
  refuse_input(path.string());
  if (stems_[curve].find('/') != std::string::npos) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
      fail<OutputError>(path.parent_path().string(), ": cannot be made: ", error.message());
  }
  OutputFile(path.string()).commit(text);
}

}  // namespace debye
