// How the files of a run are shared out over threads.
#pragma once

#include <cstddef>

#include "debye/pair_sum.hpp"

namespace debye {

/// As many files at a time as there are threads, one thread each; fewer files than threads are done
/// one after the other by all threads together: then it is 1.
std::size_t files_at_once(std::size_t n_files, const EngineOptions& engine);

}  // namespace debye
