// Runs command lines through /bin/sh in a directory of their own, with the built program as
// `debye`, and catches what they print. Nothing of the program is linked in.
#pragma once

#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace debye::test {

struct ProgramResult {
  int exit_code = -1;  ///< 128 + signal if a signal ended it, as in a shell
  std::string out, err;
};

/// An empty directory, removed at the end; command lines run in it.
class Workplace {
 public:
  Workplace() : root_(make_directory()), directory_(root_ / "work") {
    std::filesystem::create_directory(directory_);
    std::filesystem::create_directory(root_ / "bin");
    std::filesystem::create_symlink(DEBYE_PROGRAM, root_ / "bin" / "debye");
  }
  ~Workplace() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  /// Path of a file in the directory.
  std::filesystem::path operator/(const std::string& name) const { return directory_ / name; }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(directory_ / name, std::ios::binary) << bytes;
  }

  std::string read(const std::string& name) const { return contents(directory_ / name); }

  /// Names of what is in the directory, sorted.
  std::vector<std::string> names(const std::string& below = ".") const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_ / below))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  /// Standard input is empty unless the command line says otherwise.
  ProgramResult run(const std::string& command_line) const {
    write_script(command_line);
    const std::string script = quoted(root_ / "script");
    const int status = std::system(("/bin/sh " + script + " </dev/null >" + quoted(root_ / "out") +
                                    " 2>" + quoted(root_ / "err"))
                                       .c_str());
    ProgramResult result;
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.out = contents(root_ / "out");
    result.err = contents(root_ / "err");
    return result;
  }

 private:
  static std::filesystem::path make_directory() {
    std::string name = (std::filesystem::temp_directory_path() / "debye_test_XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary directory: " + name);
    return name;
  }

  static std::string contents(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static std::string quoted(const std::filesystem::path& path) {
    std::string text = "'";
    for (const char c : path.string())
      if (c == '\'')
        text += "'\\''";
      else
        text += c;
    return text + "'";
  }

  void write_script(const std::string& command_line) const {
    // The program's cache is the test's own; that of PoCL, which compiles for seconds, is not.
    std::ofstream(root_ / "script")
        << "export POCL_CACHE_DIR="
        << "${XDG_CACHE_HOME:-$HOME/.cache}/pocl/kcache\n"
        << "export XDG_CACHE_HOME=" << quoted(root_ / "cache") << "\nPATH=" << quoted(root_ / "bin")
        << ":$PATH\ncd " << quoted(directory_) << " || exit 99\n"
        << command_line << '\n';
  }

  std::filesystem::path root_, directory_;
};

}  // namespace debye::test
