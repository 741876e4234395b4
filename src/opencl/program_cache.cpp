// See program_cache.hpp. A file is the line "debye program KEY CHECKSUM" and the binary.

#include "opencl/program_cache.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "debye/error.hpp"
#include "output/output_file.hpp"
#include "structure/sha256.hpp"
#include "version.hpp"

namespace debye::opencl {
namespace {

std::string& directory() {
  static std::string name;
  return name;
}

std::string first_line(const std::string& key, const std::string& binary) {
  return "debye program " + key + " " + sha256(binary) + "\n";
}

std::filesystem::path path_of(const std::string& key) {
  return std::filesystem::path(directory()) / (key + ".bin");
}

}  // namespace

std::string user_cache_directory() {
  // The XDG base directory specification: a path that is not absolute is to be ignored.
  for (const auto& [variable, below] : {std::pair{"XDG_CACHE_HOME", ""}, {"HOME", ".cache"}})
    if (const char* root = std::getenv(variable); root && *root == '/')
      return std::filesystem::path(root) / below / "debye";
  return {};
}

void use_program_cache(std::string name) { directory() = std::move(name); }

std::string program_key(const Device& device, const std::string& source,
                        const std::string& options) {
  std::string all;
  for (const std::string& part : {std::string(version), source, options, device.info.name,
                                  device.info.driver, device.info.version, device.info.platform})
    all += std::to_string(part.size()) + ":" + part;
  return sha256(all);
}

std::optional<std::string> load_program(const std::string& key) {
  if (directory().empty()) return std::nullopt;
  std::ifstream file(path_of(key), std::ios::binary);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  std::string binary{std::istreambuf_iterator<char>(file), {}};
  if (line + "\n" != first_line(key, binary)) return std::nullopt;
  return binary;
}

void store_program(const std::string& key, const std::string& binary) {
  if (directory().empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(directory(), ignored);
  try {
    OutputFile(path_of(key)).commit(first_line(key, binary) + binary);
  } catch (const Error&) {  // said in the header: no error
  }
}

}  // namespace debye::opencl
