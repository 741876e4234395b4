// Parts of a command line that stand in files.
#pragma once

#include <string>
#include <vector>

namespace debye {

/// `words` of a command line in which each "--options-from FILE" is replaced by the words in the
/// file; what stands behind "--" stays. In a file, words are divided by blanks and ends of lines;
/// '…' and "…" keep blanks and '#' in a word, as does a backslash before one, but not over the end
/// of a line; '#' at the start of a word makes the rest of its line a comment.
/// @throws InputError if a file cannot be read, names another one, or a quote is not closed.
std::vector<std::string> with_options_files(const std::vector<std::string>& words);

}  // namespace debye
