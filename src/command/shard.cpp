// See shard.hpp.

#include "command/shard.hpp"

#include <charconv>

#include "debye/error.hpp"

namespace debye {

std::string Shard::summary_name() const {
  if (count == 1) return "summary";
  return "summary." + std::to_string(number) + "of" + std::to_string(count);
}

Shard parse_shard(const std::string& text) {
  constexpr std::size_t most = 1'000'000;
  Shard shard;
  const char* end = text.data() + text.size();
  const auto [slash, number_error] = std::from_chars(text.data(), end, shard.number);
  if (number_error == std::errc() && slash != end && *slash == '/') {
    const auto [rest, count_error] = std::from_chars(slash + 1, end, shard.count);
    if (count_error == std::errc() && rest == end && shard.number >= 1 &&
        shard.number <= shard.count && shard.count <= most)
      return shard;
  }
  fail("--shard ", text, ": give K/N with K from 1 to N, such as 1/8");
}

}  // namespace debye
