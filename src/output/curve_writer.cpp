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

}  // namespace

CurveWriter::CurveWriter(const std::string& output, bool several, bool json)
    : directory_(output), extension_(json ? ".json" : ".dat") {
  if (output.empty() || output == "-") {
    if (several) fail("several inputs need a place for each curve: add -o DIRECTORY");
    return;
  }
  std::error_code error;
  if (!several && output.back() != '/' && !fs::is_directory(output, error)) {
    place_ = Place::File;
    file_ = std::make_unique<OutputFile>(output);
    return;
  }
  place_ = Place::Directory;
  fs::create_directories(output, error);
  if (!fs::is_directory(output))
    fail(output, ": cannot be made a directory",
         error ? ": " + error.message() : std::string(": a file of that name exists"));
}

std::string CurveWriter::name_in_directory(const std::string& input, const std::string& suffix) {
  const std::string stem = (fs::path(directory_) / (stem_of(input) + suffix)).string();
  std::string name = stem + extension_;
  for (int n = 2; !used_.insert(name).second; ++n)
    name = stem + "_" + std::to_string(n) + extension_;
  return name;
}

void CurveWriter::write(const std::string& input, const std::string& suffix,
                        const std::string& text) {
  switch (place_) {
    case Place::StandardOutput:
      write_to_stdout(text);
      break;
    case Place::File:
      file_->commit(text);
      break;
    case Place::Directory:
      OutputFile(name_in_directory(input, suffix)).commit(text);
      break;
  }
}

}  // namespace debye
