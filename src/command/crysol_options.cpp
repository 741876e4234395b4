// See crysol_options.hpp. What the options mean: manual of CRYSOL (ATSAS), "Command-Line
// Arguments".

#include "command/crysol_options.hpp"

#include <algorithm>

#include "debye/error.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

struct CrysolOption {
  std::vector<std::string> names;
  bool takes_number;
  std::vector<std::string> of_profile, of_fit;  ///< what it is here, before its value
  std::string note = {};                        ///< why it is nothing here
};

const std::string no_harmonics = "debye sums without spherical harmonics, there is nothing to set";
const std::string no_envelope = "debye makes no envelope of Fibonacci directions; nothing to set";
const std::string no_points = "a fit is computed at the q of its data, there is nothing to set";

const std::vector<CrysolOption>& crysol_options() {
  static const std::vector<CrysolOption> options = {
      {{"-lm", "--lm"}, true, {}, {}, no_harmonics},
      {{"-fb", "--fb"}, true, {}, {}, no_envelope},
      {{"-sm"}, true, {"--qmax"}, {"--qmax"}},
      {{"-ns", "--ns"}, true, {"--points"}, {}, no_points},
      {{"-un", "--unit"}, true, {"--units"}, {"--units"}},
      {{"-dns"}, true, {"--solvent-density"}, {"--solvent-density"}},
      {{"-dro"}, true, {"--shell-contrast"}, {"--shell-contrast"}},
      {{"-cst"}, false, {}, {"--constant"}},
      {{"-eh", "--eh", "--explicit-hydrogens"},
       false,
       {"--hydrogens", "explicit"},
       {"--hydrogens", "explicit"}},
  };
  return options;
}

/// "--name=value" in two.
struct Word {
  std::string name, value;
  bool has_value = false;
};

Word divided(const std::string& word) {
  const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
  if (equals == std::string::npos) return {word, ""};
  return {word.substr(0, equals), word.substr(equals + 1), true};
}

const CrysolOption* find_option(const std::string& name) {
  for (const CrysolOption& option : crysol_options())
    if (std::find(option.names.begin(), option.names.end(), name) != option.names.end())
      return &option;
  return nullptr;
}

class Translator {
 public:
  explicit Translator(bool fit) : fit_(fit) {}

  TranslatedWords translate(const std::vector<std::string>& words) {
    std::size_t i = 0;
    for (; i < words.size() && words[i] != "--"; ++i) {
      Word word = divided(words[i]);
      const CrysolOption* option = find_option(word.name);
      if (!option) {
        result_.words.push_back(words[i]);
        continue;
      }
      if (option->takes_number && !word.has_value) {
        if (i + 1 == words.size()) fail(word.name, ": its value is missing");
        word.value = words[++i];
      }
      if (!option->takes_number && word.has_value) fail(words[i], ": takes no value");
      add(*option, word);
    }
    result_.words.insert(result_.words.end(), words.begin() + static_cast<std::ptrdiff_t>(i),
                         words.end());
    if (!fit_ && has_largest_q_ && in_nanometres_)
      fail(
          "-sm is in 1/A to CRYSOL, also with -un 2, but --qmax is in the unit of --units: give "
          "--qmax and --units");
    return std::move(result_);
  }

 private:
  void add(const CrysolOption& option, const Word& word) {
    if (word.name == "-cst" && !fit_) fail("-cst fits a constant to data: it is for debye fit");
    const bool guessed_unit = option.names.front() == "-un" && word.value == "u";
    if (option.takes_number && !guessed_unit && !to_number(word.value))
      fail(word.name, " ", word.value, ": takes a number");
    const std::vector<std::string>& ours = fit_ ? option.of_fit : option.of_profile;
    if (ours.empty()) {
      result_.notes.push_back(word.name + " " + word.value + " is not needed: " + option.note);
      return;
    }
    result_.words.insert(result_.words.end(), ours.begin(), ours.end());
    if (option.names.front() == "-un")
      result_.words.push_back(fit_ ? word.value : unit_of_profile(word));
    else if (option.takes_number)
      result_.words.push_back(word.value);
    has_largest_q_ = has_largest_q_ || word.name == "-sm";
  }

  /// Fits take CRYSOL's numbers themselves; profiles have no q = 2 sin(theta)/lambda.
  std::string unit_of_profile(const Word& word) {
    if (word.value != "1" && word.value != "2")
      fail(word.name, " ", word.value,
           ": of a profile give 1 (1/A) or 2 (1/nm), both for q = 4 pi sin(theta)/lambda");
    in_nanometres_ = word.value == "2";
    return in_nanometres_ ? "1/nm" : "1/A";
  }

  bool fit_;
  bool has_largest_q_ = false, in_nanometres_ = false;
  TranslatedWords result_;
};

}  // namespace

TranslatedWords translate_crysol_options(const std::vector<std::string>& words, bool fit) {
  return Translator(fit).translate(words);
}

}  // namespace debye
