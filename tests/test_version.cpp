// The version stands in project() of CMakeLists.txt alone; all else follows.

#include <cctype>
#include <filesystem>
#include <string>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "directory.hpp"
#include "run_program.hpp"
#include "version.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

namespace {

const fs::path source = DEBYE_SOURCE_DIR;
const std::string version = debye::version;

/// How often the version occurs, not counted where it is part of a longer number.
int count_versions(const std::string& text) {
  const auto is_number = [&](std::size_t at) {
    return at < text.size() &&
           (std::isdigit(static_cast<unsigned char>(text[at])) != 0 || text[at] == '.');
  };
  int count = 0;
  for (std::size_t at = text.find(version); at != std::string::npos;
       at = text.find(version, at + 1))
    if (!(at > 0 && is_number(at - 1)) && !is_number(at + version.size())) ++count;
  return count;
}

}  // namespace

TEST_CASE("the version is written down once") {
  CHECK(count_versions("debye " + version + ", 1" + version + ", " + version + "1") == 1);
  CHECK(count_versions(contents(source / "CMakeLists.txt")) == 1);
  for (const std::string folder : {"src", "include", "kernels"})
    for (const auto& entry : fs::recursive_directory_iterator(source / folder)) {
      if (!entry.is_regular_file()) continue;
      CAPTURE(entry.path());
      CHECK(count_versions(contents(entry.path())) == 0);
    }
}

TEST_CASE("program and manual page state the version, README.md its changes") {
  const Workplace place;
  CHECK(place.run("debye --version").out == "debye " + version + "\n");
  CHECK(mentions(place.run("debye manual").out, "debye " + version));
  CHECK(mentions(contents(source / "README.md"), "## Changes\n\n**" + version + "** "));
}
