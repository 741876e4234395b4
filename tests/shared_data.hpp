// Real structures and peers' curves that are not part of the project. Tests that want them skip
// with a message where they are absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "catch.hpp"

namespace debye::test {

/// Path of a file below $DEBYE_SHARED_DATA, or below ../shared/data beside the source tree;
/// nothing, with a warning, if it is not there.
inline std::optional<std::string> shared_data(const std::string& relative) {
  const char* variable = std::getenv("DEBYE_SHARED_DATA");
  const std::filesystem::path root =
      variable ? std::filesystem::path(variable)
               : std::filesystem::path(DEBYE_SOURCE_DIR).parent_path() / "shared" / "data";
  const std::filesystem::path path = root / relative;
  if (std::filesystem::exists(path)) return path.string();
  WARN("skipped: " << relative << " is not in this checkout's shared data");
  return std::nullopt;
}

}  // namespace debye::test
