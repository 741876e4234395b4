// See completions.hpp.

#include "command/completions.hpp"

namespace debye {

std::vector<std::string> completed_shells() { return {"bash", "fish", "zsh"}; }

std::string completions(const std::string& shell, const CommandDescription& program) {
  if (shell == "bash") return bash_completions(program);
  return shell == "zsh" ? zsh_completions(program) : fish_completions(program);
}

}  // namespace debye
