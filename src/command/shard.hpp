// The part of a batch that one of several runs takes.
#pragma once

#include <cstddef>
#include <string>

namespace debye {

/// Every count-th file, from file `number` on.
struct Shard {
  std::size_t number = 1, count = 1;

  /// @param index  of a file in the whole batch, from 0
  bool has(std::size_t index) const { return index % count == number - 1; }

  /// "summary", or "summary.2of8".
  std::string summary_name() const;
};

/// "2/8".
/// @throws InputError unless 1 <= K <= N.
Shard parse_shard(const std::string& text);

}  // namespace debye
