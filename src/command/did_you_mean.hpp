// Which of the words that exist was meant by one that does not.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace debye {

/// Optimal string alignment distance: the fewest insertions, deletions, replacements and swaps of
/// neighbours that make b of a, where no part is edited twice (Boytsov, ACM J. Exp. Algorithmics 16
/// (2011) 1.1). In bytes.
std::size_t alignment_distance(const std::string& a, const std::string& b);

/// The word nearest to `word`, the first of several; nothing if that takes more than two edits, or
/// half the length of `word`. Case and leading dashes aside.
std::optional<std::string> nearest(const std::string& word,
                                   const std::vector<std::string>& candidates);

/// "; did you mean NEAREST?", or empty.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace debye
