// See files_at_once.hpp.

#include "command/files_at_once.hpp"

#include "parallel_for.hpp"

namespace debye {
std::size_t files_at_once(std::size_t n_files, const EngineOptions& engine) {
  const auto threads =
      static_cast<std::size_t>(engine.threads > 0 ? engine.threads : usable_processors());
  return n_files >= threads ? threads : 1;
}

}  // namespace debye
