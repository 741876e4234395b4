// What `cmake --install` lays out: the program with its files, and the library as other programs
// build against it.

#include <string>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "run_program.hpp"
#include "version.hpp"

using namespace debye::test;

namespace {

const std::string cmake = DEBYE_CMAKE;
const std::string compiler = DEBYE_COMPILER;
const std::string consumer_source = DEBYE_SOURCE_DIR "/tests/package";
const std::string structure = DEBYE_DATA_DIR "/lysozyme.pdb";

/// Runs a command line that must succeed, and gives what it prints.
std::string output_of(const Workplace& place, const std::string& command_line) {
  const ProgramResult result = place.run(command_line);
  CAPTURE(command_line, result.out, result.err);
  REQUIRE(result.exit_code == 0);
  return result.out;
}

/// What was built, below installed/.
void install(const Workplace& place) {
  output_of(place, "'" + cmake + "' --install '" DEBYE_BUILD_DIR "' --prefix installed");
}

/// Whether the consumer prints the version and the intensity of the installed program.
void check_consumer(const Workplace& place, const std::string& command) {
  const std::string out = output_of(place, command + " '" + structure + "'");
  const std::string curve = output_of(
      place, "installed/bin/debye '" + structure + "' -q 0.1 --method direct --device cpu --quiet");
  const std::string prefix = std::string(debye::version) + " ";
  REQUIRE(out.starts_with(prefix));
  CHECK(std::stod(out.substr(prefix.size())) == Approx(data_rows(curve).at(0).at(1)).epsilon(1e-9));
}

// The consumer is compiled for this very processor, as such programs often are: arrays that the
// library allocates must still be freed in the same way.
const std::string flags = "-march=native";

bool is_sanitized() {
#ifdef __SANITIZE_ADDRESS__
  WARN("skipped: a library with sanitizers wants programs with sanitizers");
  return true;
#else
  return false;
#endif
}

}  // namespace

TEST_CASE("the program is installed with its manual page, completions and example", "[slow]") {
  const Workplace place;
  install(place);
  for (const std::string file :
       {"man/man1/debye.1", "bash-completion/completions/debye", "zsh/site-functions/_debye",
        "fish/vendor_completions.d/debye.fish", "doc/debye/README.md", "doc/debye/copyright",
        "doc/debye/examples/lysozyme.pdb"}) {
    CAPTURE(file);
    CHECK_FALSE(place.read("installed/share/" + file).empty());
  }
  CHECK(mentions(place.read("installed/share/man/man1/debye.1"),
                 "debye " + std::string(debye::version)));
}

TEST_CASE("another program finds the library by find_package", "[slow]") {
  if (is_sanitized()) return;
  const Workplace place;
  install(place);
  output_of(place, "'" + cmake + "' -S '" + consumer_source +
                       "' -B consumer -DCMAKE_PREFIX_PATH=\"$PWD/installed\" -Dwanted=" +
                       debye::version + " -DCMAKE_CXX_COMPILER='" + compiler +
                       "' -DCMAKE_CXX_FLAGS=" + flags + " && '" + cmake + "' --build consumer");
  check_consumer(place, "consumer/consumer");
}

TEST_CASE("another program finds the library by pkg-config", "[slow]") {
  if (is_sanitized()) return;
  const Workplace place;
  if (place.run("pkg-config --version").exit_code != 0) {
    WARN("skipped: there is no pkg-config");
    return;
  }
  install(place);
  const std::string pkg_config =
      "PKG_CONFIG_PATH=$(dirname \"$(find \"$PWD\" -name debye.pc)\") pkg-config debye ";
  CHECK(output_of(place, pkg_config + "--modversion") == std::string(debye::version) + "\n");
  output_of(place, "'" + compiler + "' -std=c++20 " + flags + " '" + consumer_source +
                       "/consumer.cpp' $(" + pkg_config + "--cflags --libs) -o consumer");
  const std::string find_library =  // a shared one
      "LD_LIBRARY_PATH=$(dirname \"$(find \"$PWD\" -name debye.pc)\")/.. ";
  check_consumer(place, find_library + "./consumer");
}
