// Completion of the command line, asked of the shells themselves.

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "help_options.hpp"
#include "run_program.hpp"

using namespace debye::test;

namespace {

using Completed = std::set<std::string>;

bool has_shell(const Workplace& place, const std::string& shell) {
  if (place.run("command -v " + shell).exit_code == 0) return true;
  WARN("skipped: " << shell << " is not installed");
  return false;
}

/// What bash offers for the last word. @param words  quoted for a shell
Completed in_bash(const Workplace& place, const std::string& words) {
  place.write("ask.bash", "source <(debye completions bash) || exit 1\nCOMP_WORDS=(" + words +
                              ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                              "_debye\n((${#COMPREPLY[@]})) && printf '%s\\n' \"${COMPREPLY[@]}\"\n"
                              "exit 0\n");
  const ProgramResult result = place.run("bash --norc ask.bash");
  std::filesystem::remove(place / "ask.bash");
  CAPTURE(words, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const Names lines = lines_of(result.out);
  return {lines.begin(), lines.end()};
}

/// What fish offers at the end of the line.
Completed in_fish(const Workplace& place, const std::string& line) {
  const ProgramResult result = place.run(
      "HOME=. fish --no-config -c 'debye completions fish | source; complete -C \"" + line + "\"'");
  CAPTURE(line, result.err);
  CHECK(result.exit_code == 0);
  Completed words;
  for (const std::string& one : lines_of(result.out)) words.insert(one.substr(0, one.find('\t')));
  return words;
}

/// What an interactive zsh offers at the end of the line: all that its functions hand to compadd.
/// The line is typed when the prompt is there; before, the terminal would take its control
/// characters.
Completed in_zsh(const Workplace& place, const std::string& line) {
  place.write("ask.zsh", R"(zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1=; TERM=dumb; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D'
zpty -w z 'source <(debye completions zsh)'
zpty -w z 'compadd() {
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    local -a found
    builtin compadd -O found "$@"
    (( $#found )) && print -rl -- $found >> offered
  fi
  builtin compadd "$@"
}'
zpty -w z 'PS1=RE""ADY'
zpty -r -m z read '*READY*'
zpty -n -w z $')" + line + R"(\t'
zpty -n -w z $'\x15'
zpty -w z 'print DO""NE'
zpty -r -m z read '*DONE*'
zpty -d z
)");
  const ProgramResult result = place.run(": > offered; timeout 60 zsh -f ask.zsh; cat offered");
  CAPTURE(line, result.err);
  CHECK(result.exit_code == 0);
  const Names words = lines_of(result.out);
  return {words.begin(), words.end()};
}

void put_files(const Workplace& place) {
  place.write("a.pdb", two_models);
  place.write("fine.dat", "0 1\n");
  std::filesystem::create_directory(place / "folder");
}

const Completed methods = {"auto", "direct", "sampled", "histogram", "fourier", "hybrid"};

}  // namespace

TEST_CASE("bash completes commands, options, words of options and files") {
  const Workplace place;
  put_files(place);
  CHECK(in_bash(place, "debye f") == Completed{"fit", "folder", "fine.dat"});
  CHECK(in_bash(place, "debye a.pdb f") == Completed{"folder", "fine.dat"});
  CHECK(in_bash(place, "debye --me") == Completed{"--method"});
  CHECK(in_bash(place, "debye a.pdb --method ''") == methods);
  CHECK(in_bash(place, "debye a.pdb --method = f") == Completed{"fourier"});
  CHECK(in_bash(place, "debye a.pdb --method =") == methods);
  CHECK(in_bash(place, "debye a.pdb --precision s") == Completed{"single"});
  CHECK(in_bash(place, "debye a.pdb --volumes m") == Completed{"mean-field"});
  CHECK(in_bash(place, "debye a.pdb --units ''") == Completed{"1/A", "1/nm"});
  CHECK(in_bash(place, "debye fit a.pdb --units 2") == Completed{"2sin/A", "2sin/nm"});
  CHECK(in_bash(place, "debye fit --con") == Completed{"--constant"});
  CHECK(in_bash(place, "debye compare --con").empty());
  CHECK(in_bash(place, "debye a.pdb -o fi") == Completed{"fine.dat"});
  CHECK(in_bash(place, "debye a.pdb --points ''").empty());
  CHECK(in_bash(place, "debye merge-summary f") == Completed{"folder"});
  CHECK(in_bash(place, "debye devices f").empty());
  CHECK(in_bash(place, "debye completions ''") == Completed{"bash", "fish", "zsh"});
}

TEST_CASE("bash completes every option that --help lists, but no second names") {
  const Workplace place;
  for (const std::string& command : all_commands(place)) {
    CAPTURE(command);
    std::set<std::string> expected = options_in(place.run("debye " + command + " --help").out);
    for (const std::string alias : {"--smax", "--ns", "--dns", "--dro", "--cst"})
      expected.erase(alias);
    CHECK(in_bash(place, "debye " + command + " -") == expected);
  }
}

TEST_CASE("fish completes commands, options, words of options and files") {
  const Workplace place;
  if (!has_shell(place, "fish")) return;
  put_files(place);
  CHECK(in_fish(place, "debye fi") == Completed{"fit", "fine.dat"});
  CHECK(in_fish(place, "debye --meth") == Completed{"--method"});
  CHECK(in_fish(place, "debye a.pdb --method ") == methods);
  CHECK(in_fish(place, "debye fit --const") == Completed{"--constant"});
  CHECK(in_fish(place, "debye compare --const").empty());
  CHECK(in_fish(place, "debye a.pdb -o fi") == Completed{"fine.dat"});
  CHECK(in_fish(place, "debye a.pdb --points ").empty());
  CHECK(in_fish(place, "debye devices fi").empty());
}

TEST_CASE("zsh completes commands, options and words of options") {
  const Workplace place;
  if (!has_shell(place, "zsh")) return;
  put_files(place);
  for (const std::string word : {"fit", "fine.dat", "folder"})
    CHECK(in_zsh(place, "debye f").contains(word));
  CHECK(in_zsh(place, "debye --meth") == Completed{"--method"});
  CHECK(in_zsh(place, "debye a.pdb --method ") == methods);
  CHECK(in_zsh(place, "debye a.pdb --points ").empty());
  CHECK(in_zsh(place, "debye fit --const") == Completed{"--constant"});
  CHECK(in_zsh(place, "debye compare --const").empty());
}
