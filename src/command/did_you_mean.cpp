// See did_you_mean.hpp.

#include "command/did_you_mean.hpp"

#include <algorithm>

#include "lower_case.hpp"

namespace debye {
namespace {

std::string bare(const std::string& word) {
  return lower_case(word.substr(std::min(word.find_first_not_of('-'), word.size())));
}

}  // namespace

std::size_t alignment_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = above;
    above = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::optional<std::string> nearest(const std::string& word,
                                   const std::vector<std::string>& candidates) {
  const std::string wanted = bare(word);
  std::size_t fewest = 3;
  std::optional<std::string> found;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = alignment_distance(wanted, bare(candidate));
    if (distance >= fewest || 2 * distance >= wanted.size()) continue;
    fewest = distance;
    found = candidate;
  }
  return found;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::optional<std::string> meant = nearest(word, candidates);
  return meant ? "; did you mean " + *meant + "?" : "";
}

}  // namespace debye
