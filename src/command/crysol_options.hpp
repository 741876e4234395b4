// Options as scripts write them for CRYSOL, translated to ours.
#pragma once

#include <string>
#include <vector>

namespace debye {

struct TranslatedWords {
  std::vector<std::string> words;
  std::vector<std::string> notes;  ///< of options that debye does not need
};

/// CRYSOL 2's -lm -fb -sm -ns -un -dns -dro -cst -eh, and those of CRYSOL 3 and 4 that are not ours
/// under the same name. Words that are none of them stay, and so does all behind "--".
/// @param words  of a command line, without the program's name
/// @param fit  of `debye fit`, else of a profile
/// @throws InputError if one lacks its value, or cannot mean here what it means in CRYSOL.
TranslatedWords translate_crysol_options(const std::vector<std::string>& words, bool fit);

}  // namespace debye
