// Recognises the names that programs give to columns. The lists hold what is met in files of ATSAS,
// FoXS, Pepsi-SAXS, RAW, SasView, NIST, BM29 and WAXSiS.

#include "measured/column_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lower_case.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

/// Header lines looked at, from the table upwards.
constexpr std::size_t lines_with_names = 30;
constexpr std::size_t lines_with_abscissa = 3;
/// Longer ones [bytes] hold no names.
constexpr std::size_t longest_line = 500;

template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::array<std::string_view, 13> q_names = {"q",
                                                      "s",
                                                      "x",
                                                      "sexp",
                                                      "q_exp",
                                                      "q-value",
                                                      "q_value",
                                                      "qvec",
                                                      "q_a",
                                                      "q_a-1",
                                                      "q_nm",
                                                      "scattering_vector",
                                                      "momentum_transfer"};
constexpr std::array<std::string_view, 25> intensity_names = {
    "i",    "iq",    "y",     "int",    "intensity",   "iexp",  "i_exp",        "exp_intensity",
    "jexp", "j exp", "i exp", "exp",    "iobs",        "i_obs", "experimental", "i_data",
    "data", "i_q",   "i_abs", "counts", "intensities", "int.",  "i_s",          "iexp(s)",
    "saxs"};
constexpr std::array<std::string_view, 33> sigma_names = {
    "sigma",   "sig",    "err",     "error",     "errors",         "dy",      "di",
    "std",     "stddev", "std.dev", "std. dev",  "std. dev. i",    "std dev", "idev",
    "ierr",    "i_err",  "err_i",   "sigma_i",   "sigmai",         "sigi",    "uncertainty",
    "esd",     "i_std",  "i_sigma", "exp_error", "error_i",        "delta_i", "d_i",
    "exp_err", "di_exp", "dev",     "sd",        "intensity_error"};
constexpr std::array<std::string_view, 13> resolution_names = {
    "dq",   "dx",  "sigma_q", "sigmaq", "sigma q", "qdev",        "resolution",
    "sigq", "d_q", "delta_q", "q_err",  "qerr",    "q_resolution"};
constexpr std::array<std::string_view, 5> fwhm_names = {"fwhm", "q_fwhm", "dq_fwhm", "fwhm_q",
                                                        "fwhmq"};
constexpr std::array<std::string_view, 20> model_names = {
    "fit",    "ifit",   "i_fit", "model",   "model_intensity", "i_model", "imod",
    "imodel", "jreg",   "j reg", "ireg",    "i reg",           "calc",    "icalc",
    "i_calc", "theory", "i_mod", "modeled", "fit_intensity",   "computed"};
constexpr std::array<std::string_view, 12> other_names = {
    "qmean",  "meanq",    "shadowfactor", "shadow", "weight", "n",
    "points", "residual", "residuals",    "delta",  "flag",   "mean_q"};

std::optional<ColumnRole> role_of(const std::string& name) {
  if (is_one_of(name, q_names)) return ColumnRole::Q;
  if (is_one_of(name, intensity_names)) return ColumnRole::Intensity;
  if (is_one_of(name, sigma_names)) return ColumnRole::Sigma;
  if (is_one_of(name, fwhm_names)) return ColumnRole::ResolutionFwhm;
  if (is_one_of(name, resolution_names)) return ColumnRole::Resolution;
  if (is_one_of(name, model_names)) return ColumnRole::Model;
  if (is_one_of(name, other_names)) return ColumnRole::Other;
  return std::nullopt;
}

bool ends_word(char c) {
  return is_blank(c) || c == ',' || c == ';' || c == '|' || c == '"' || c == '<' || c == '>' ||
         c == '#' || c == '@' || c == '!';
}

/// Words of a line in small letters.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    if (ends_word(line[i])) {
      ++i;
      continue;
    }
    const std::size_t start = i;
    // Blanks inside brackets do not end a word: "q (1 / nm)", "I [a. u.]".
    int depth = 0;
    for (; i < line.size() && (depth > 0 || !ends_word(line[i])); ++i) {
      if (line[i] == '(' || line[i] == '[') ++depth;
      if (line[i] == ')' || line[i] == ']') --depth;
    }
    words.push_back(lower_case(std::string(line.substr(start, i - start))));
  }
  return words;
}

/// A word without its unit or argument: "q[a-1]" → "q", "i(q)" → "i", "q/nm^-1" → "q".
std::string bare(const std::string& word) {
  if (word.find("fwhm") != std::string::npos) return "fwhm";
  std::string name = word.substr(0, word.find_first_of("([{/^"));
  while (!name.empty() && (name.back() == '.' || name.back() == ':' || name.back() == '_'))
    name.pop_back();
  return name;
}

/// Units that stand beside a name as a word of their own.
bool is_unit(const std::string& word) {
  if (word.empty() || word.front() == '(' || word.front() == '[' || word.front() == '/')
    return true;
  return word.starts_with("1/") || word.starts_with("nm") || word.starts_with("a-1") ||
         word.starts_with("a^") || word.starts_with("cm") || word == "a.u." || word == "arb.";
}

/// Names of columns from words[first] on.
/// @param any_word  words that are no known name are taken as names of other things
ColumnNames names_from(const std::vector<std::string>& words, std::size_t first, bool any_word) {
  ColumnNames found;
  for (std::size_t i = first; i < words.size();) {
    std::optional<ColumnRole> role;
    std::size_t used = 1;
    std::string name;
    // Longest first: "std. dev. i(q)" is one name, and so is "j exp".
    for (std::size_t n = std::min<std::size_t>(3, words.size() - i); n >= 1 && !role; --n) {
      name.clear();
      for (std::size_t k = 0; k < n; ++k)
        name += (k == 0 ? "" : " ") + (k + 1 < n ? words[i + k] : bare(words[i + k]));
      role = role_of(name);
      used = n;
    }
    // Mantid's "X Y E": one letter says nothing alone.
    if (!role && words[i] == "e" && !found.roles.empty() &&
        found.roles.back() == ColumnRole::Intensity) {
      role = ColumnRole::Sigma;
      name = "e";
      used = 1;
    }
    if (!role) {
      const bool is_other = any_word && !is_unit(words[i]);
      if (found.roles.empty() || !(is_other || is_unit(words[i]))) break;
      if (is_other) {
        found.roles.push_back(ColumnRole::Other);
        found.names.push_back(words[i]);
      }
      ++i;
      continue;
    }
    // "sigma(q)" beside a sigma of the intensity is that of q.
    if (*role == ColumnRole::Sigma && words[i] == "sigma(q)" &&
        std::count(found.roles.begin(), found.roles.end(), ColumnRole::Sigma) != 0)
      role = ColumnRole::Resolution;
    found.roles.push_back(*role);
    found.names.push_back(name);
    i += used;
  }
  return found;
}

}  // namespace

ColumnNames find_column_names(const std::vector<TextLine>& header, std::size_t width) {
  std::size_t looked_at = 0;
  for (auto line = header.rbegin(); line != header.rend() && looked_at < lines_with_names;
       ++line, ++looked_at) {
    if (line->text.size() > longest_line) continue;
    const std::vector<std::string> words = words_of(line->text);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (role_of(bare(words[i])) != ColumnRole::Q) continue;
      ColumnNames found = names_from(words, i, false);
      // As many words as columns: those that are not known are names too.
      if (found.roles.size() < width)
        if (ColumnNames all = names_from(words, i, true); all.roles.size() == width)
          found = std::move(all);
      // Two names in the middle of a line may be a sentence; "columns:" is none.
      const bool has_intensity =
          std::count(found.roles.begin(), found.roles.end(), ColumnRole::Intensity) != 0;
      const bool is_at_start = i == 0 || (i == 1 && words[0] == "columns:");
      if (found.roles.size() < (is_at_start ? 2u : 3u) || !has_intensity) continue;
      found.line = line->number;
      found.text = line->text;
      return found;
    }
  }
  return {};
}

std::optional<std::string> name_of_other_abscissa(const std::vector<TextLine>& header) {
  constexpr std::array<std::string_view, 9> others = {
      "r", "time", "frame", "frac", "fraction", "theta", "2theta", "two_theta", "2-theta"};
  std::size_t looked_at = 0;
  for (auto line = header.rbegin(); line != header.rend() && looked_at < lines_with_abscissa;
       ++line) {
    const std::vector<std::string> words = words_of(line->text.substr(0, longest_line));
    if (words.size() < 2) continue;
    ++looked_at;
    const std::string first = bare(words[0]), second = bare(words[1]);
    const auto role = role_of(second);
    if (role_of(first) == ColumnRole::Q && role == ColumnRole::Intensity) return std::nullopt;
    if (is_one_of(first, others) && (role == ColumnRole::Intensity || role == ColumnRole::Sigma ||
                                     second == "p" || second == "d2o"))
      return first;
  }
  return std::nullopt;
}

}  // namespace debye
