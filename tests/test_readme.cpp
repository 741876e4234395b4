// README.md shows what the program does: its commands run, its sample output is the real one.

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "run_program.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

namespace {

/// Whether a line runs the program, at its start or behind a pipe.
bool runs_program(const std::string& line) {
  for (const std::string name : {"debye ", "./debye "})
    if (line.starts_with(name) || mentions(line, "| " + name)) return true;
  return false;
}

/// Command lines of the ```sh blocks that run the program; a backslash at the end of a line
/// continues it, and `# not run: reason` at its end excludes it.
std::vector<std::string> readme_commands(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> commands;
  bool in_block = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      in_block = line == "```sh";
      continue;
    }
    if (!in_block) continue;
    for (std::string next; line.ends_with('\\') && std::getline(file, next);) {
      line.pop_back();
      line += next;
    }
    const bool excluded = mentions(line, "# not run: ");
    if (runs_program(line) && !excluded) commands.push_back(line);
  }
  return commands;
}

/// The data files beside README.md, and those of them that the command names without a folder.
void lay_out_data(const Workplace& place, const std::vector<std::string>& commands) {
  fs::copy(DEBYE_DATA_DIR, place / "data", fs::copy_options::recursive);
  for (const std::string& command : commands) {
    std::istringstream words(command);
    for (std::string word; words >> word;) {
      const fs::path source = fs::path(DEBYE_DATA_DIR) / word;
      const bool plain_name = word.find('/') == std::string::npos && word.find('.') > 0;
      if (plain_name && fs::is_regular_file(source))
        fs::copy_file(source, place / word, fs::copy_options::skip_existing);
    }
  }
}

/// The block of lines indented by four blanks that follows the first ```sh block, without them.
std::vector<std::string> readme_sample(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> sample;
  int fences = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      ++fences;
    } else if (fences == 2) {
      if (line.starts_with("    "))
        sample.push_back(line.substr(4));
      else if (!line.empty() || !sample.empty())
        break;
    }
  }
  return sample;
}

/// `name` and `threads` in "… CPU (NAME, THREADS threads)" are those of one machine.
std::string without_machine(const std::string& line) {
  const std::string before = "CPU (", after = " threads)";
  const std::size_t begin = line.find(before), end = line.rfind(after);
  const bool found = line.starts_with("# engine: ") && begin != std::string::npos &&
                     end != std::string::npos && begin < end;
  return found ? line.substr(0, begin) + "CPU" + line.substr(end + after.size()) : line;
}

/// Whether `line` is `sample`, where an ellipsis stands for any text.
bool fits(const std::string& line, const std::string& sample) {
  const std::string ellipsis = "…";
  const std::size_t cut = sample.find(ellipsis);
  if (cut == std::string::npos) return line == sample;
  if (line.size() < cut || line.compare(0, cut, sample, 0, cut) != 0) return false;
  const std::string rest = sample.substr(cut + ellipsis.size());
  for (std::size_t from = cut; from <= line.size(); ++from)
    if (fits(line.substr(from), rest)) return true;
  return false;
}

bool are_close(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size() || a.empty()) return false;
  for (std::size_t n = 0; n < a.size(); ++n)
    if (!(std::abs(a[n] - b[n]) <= 1e-5 * std::abs(b[n]))) return false;
  return true;
}

}  // namespace

TEST_CASE("lines of the sample output fit as README.md promises") {
  CHECK(fits("# a b c", "# a … c"));
  CHECK(fits("# a b c", "# a …"));
  CHECK(fits("abab", "…ab"));
  CHECK_FALSE(fits("# a b c", "# a … d"));
  CHECK_FALSE(fits("# a", "# a b …"));
  CHECK(without_machine("# engine: direct, CPU (AVX2, 64 threads)") == "# engine: direct, CPU");
  CHECK(without_machine("# engine: direct, H200 (driver 1)") ==
        "# engine: direct, H200 (driver 1)");
}

TEST_CASE("the sample output in README.md is what its first command prints") {
  const std::string readme = std::string(DEBYE_SOURCE_DIR) + "/README.md";
  const std::vector<std::string> commands = readme_commands(readme), sample = readme_sample(readme);
  CAPTURE(readme);
  REQUIRE_FALSE(commands.empty());
  REQUIRE(sample.size() >= 2);
  const Workplace place;
  lay_out_data(place, commands);
  fs::create_symlink(DEBYE_PROGRAM, place / "debye");
  const ProgramResult result = place.run(commands.front());
  CHECK(result.err.starts_with("debye: note: curves in solution"));
  const std::vector<std::string> lines = lines_of(result.out);
  REQUIRE(lines.size() >= sample.size());
  for (std::size_t n = 0; n < sample.size(); ++n) {
    CAPTURE(lines[n], sample[n]);
    if (sample[n].starts_with('#'))
      CHECK(fits(without_machine(lines[n]), without_machine(sample[n])));
    else
      CHECK(are_close(data_rows(lines[n]).at(0), data_rows(sample[n]).at(0)));
  }
}

TEST_CASE("every command line of README.md works as printed") {
  const std::string readme = std::string(DEBYE_SOURCE_DIR) + "/README.md";
  const std::vector<std::string> commands = readme_commands(readme);
  CAPTURE(readme);
  REQUIRE_FALSE(commands.empty());
  const Workplace place;
  lay_out_data(place, commands);
  fs::create_symlink(DEBYE_PROGRAM, place / "debye");
  for (const std::string& command : commands) {
    const ProgramResult result = place.run(command);
    CAPTURE(command, result.out, result.err);
    CHECK(result.exit_code == 0);
  }
}
