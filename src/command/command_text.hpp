// The command line as headers of outputs state it.
#pragma once

#include <string>
#include <vector>

namespace debye {

/// "debye …", quoted for a shell.
std::string command_text(const std::vector<std::string>& words);

/// The same of a batch: without inputs, and without what changes no file of it (--shard, --resume,
/// --recursive).
std::string batch_text(const std::vector<std::string>& words,
                       const std::vector<std::string>& inputs);

}  // namespace debye
