// Decides in which unit the q of a file are.

#include "measured/q_unit.hpp"

#include <initializer_list>
#include <iomanip>
#include <sstream>

#include "lower_case.hpp"
#include "measured/guinier.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

constexpr double two_pi = 6.283185307179586;

/// 3 digits, for messages.
std::string short_number(double value) {
  std::ostringstream text;
  text << std::setprecision(3) << value;
  return text.str();
}

bool is_word_character(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '/' || c == '\\' || c == '.' ||
         (c & '\x80') != 0;
}

/// Place of `word` in the line where it stands alone: not part of a name, a path or a power.
std::size_t find_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos;
       at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || !is_word_character(line[at - 1]) ||
                        (line[at - 1] == '_' && at >= 2 && line[at - 2] == 'q');
    const bool ends_sentence = end < line.size() && line[end] == '.' &&
                               (end + 1 == line.size() || is_blank(line[end + 1]));
    const bool ends = end == line.size() || ends_sentence ||
                      (!is_word_character(line[end]) && line[end] != '^' && line[end] != '-');
    if (starts && ends) return at;
  }
  return std::string_view::npos;
}

/// All ways to write the inverse of units that go by some names: "1/nm", "nm^-1", "inverse nm", …
std::vector<std::string> inverses_of(std::initializer_list<const char*> names) {
  std::vector<std::string> words;
  for (const std::string name : names) {
    for (const char* before : {"1/", "1 / ", "inverse ", "reciprocal ", "per "})
      words.push_back(before + name);
    for (const char* after :
         {"^-1", "^{-1}", "^(-1)", "**-1", "-1", "\\s-1\\n", "\xE2\x81\xBB\xC2\xB9"})
      if (name != "a" || std::string_view(after) != "-1") words.push_back(name + after);
  }
  return words;
}

std::string first_word_of(std::string_view line, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (find_word(line, word) != std::string_view::npos) return word;
  return {};
}

const std::vector<std::string>& nanometre_words() {
  static const std::vector<std::string> words =
      inverses_of({"nm", "nanometer", "nanometers", "nanometre", "nanometres"});
  return words;
}

// The letter Å: capital, small and the sign in UTF-8, capital in Latin-1, and as TeX writes it.
const std::vector<std::string>& angstrom_words() {
  static const std::vector<std::string> words =
      inverses_of({"a", "ang", "angstrom", "angstroms", "\xC3\x85", "\xC3\xA5", "\xE2\x84\xAB",
                   "\xC5", "\\aa"});
  return words;
}

/// "A-1" is the name of many a sample, so that it must stand in brackets or after q; the same holds
/// for plain "nm" and "A", which programs write for the inverse.
bool has_unit_of_q(const std::string& line, std::string_view unit) {
  for (const char name : {'q', 's'})
    for (const std::string_view between : {"(", "[", " (", " [", ", ", "_"}) {
      std::string text(1, name);
      text += between;
      text += unit;
      for (std::size_t at = line.find(text); at != std::string::npos;
           at = line.find(text, at + 1)) {
        const std::size_t end = at + text.size();
        const bool starts = at == 0 || !is_word_character(line[at - 1]);
        const bool ends = end == line.size() || line[end] == ')' || line[end] == ']' ||
                          line[end] == ',' || is_blank(line[end]);
        if (starts && ends) return true;
      }
    }
  return false;
}

std::string without_blanks(const std::string& line) {
  std::string text;
  for (const char c : line)
    if (!is_blank(c) && c != '*') text += c;
  return text;
}

/// Sizes of what is measured in solution [Å].
constexpr double smallest_rg = 5, largest_rg = 1000;
/// Above this [Å] a size read from q in 1/Å is that of a protein, below of a small molecule; ten
/// times larger, from q in 1/nm, it would be that of a virus or of a large complex.
constexpr double usual_rg = 12;
/// Curves in 1/Å seldom go further, those in 1/nm seldom end before.
constexpr double usual_last_q = 2;

bool is_sane(double rg) { return rg >= smallest_rg && rg <= largest_rg; }

DataUnit in(QUnit unit) { return {unit, false}; }

UnitDecision decide_from_numbers(const std::vector<double>& q, std::optional<double> rg) {
  const std::string last = "the last q is " + short_number(q.back());
  const bool is_long = q.back() > usual_last_q;
  const auto decision = [&](QUnit unit, const std::string& why) {
    return UnitDecision{in(unit), unit_name(unit) + ": " + why, {}};
  };
  const auto by_size = [&](QUnit unit) {
    const double factor = unit == QUnit::InverseNanometre ? 10 : 1;
    return decision(unit, "Rg is then about " + short_number(*rg * factor) + " A, and " + last);
  };
  if (rg && is_sane(*rg) != is_sane(10 * *rg))
    return by_size(is_sane(*rg) ? QUnit::InverseAngstrom : QUnit::InverseNanometre);
  if (rg && is_sane(*rg) && (*rg >= usual_rg || !is_long)) return by_size(QUnit::InverseAngstrom);
  return decision(is_long ? QUnit::InverseNanometre : QUnit::InverseAngstrom, last);
}

struct HeaderUnit {
  UnitWords words;       ///< both units if the header contradicts itself
  std::size_t line = 0;  ///< 0: the line that names the columns
};

HeaderUnit unit_of_header(const std::vector<TextLine>& header, std::string_view names) {
  HeaderUnit said{unit_words(names), 0};
  UnitWords& words = said.words;
  const bool is_settled = words.angstrom || words.nanometre;
  for (const TextLine& text : header) {
    const UnitWords more = unit_words(text.text);
    words.sin_theta = words.sin_theta || more.sin_theta;
    if (is_settled || (!more.angstrom && !more.nanometre)) continue;
    if (said.line == 0) {
      said.line = text.number;
      words.word = more.word;
    }
    words.angstrom = words.angstrom || more.angstrom;
    words.nanometre = words.nanometre || more.nanometre;
  }
  return said;
}

}  // namespace

UnitWords unit_words(std::string_view line) {
  UnitWords found;
  const std::string text = lower_case(std::string(line.substr(0, 1000)));
  if (const std::string word = first_word_of(text, nanometre_words()); !word.empty()) {
    found.nanometre = true;
    found.word = word;
  }
  if (const std::string word = first_word_of(text, angstrom_words()); !word.empty()) {
    found.angstrom = true;
    found.word = word;
  }
  if (!found.nanometre && has_unit_of_q(text, "nm")) {
    found.nanometre = true;
    found.word = "nm";
  }
  const bool in_brackets =
      text.find("(a-1)") != std::string::npos || text.find("[a-1]") != std::string::npos;
  if (!found.angstrom && (in_brackets || has_unit_of_q(text, "a-1"))) {
    found.angstrom = true;
    found.word = "a-1";
  }
  for (const std::string_view unit : {"a", "\xC3\x85", "ang", "angstrom", "angstroms"})
    if (!found.angstrom && has_unit_of_q(text, unit)) {
      found.angstrom = true;
      found.word = unit;
    }
  const std::string packed = without_blanks(text);
  found.sin_theta = (packed.find("=2sin") != std::string::npos ||
                     packed.find("2sin(theta)/lambda") != std::string::npos) &&
                    packed.find("4pi") == std::string::npos &&
                    packed.find("sin^-1") == std::string::npos;
  return found;
}

UnitDecision decide_unit(const std::vector<TextLine>& header, std::string_view names,
                         const std::vector<double>& q, const std::vector<double>& intensity,
                         const std::vector<double>& sigma) {
  const HeaderUnit said = unit_of_header(header, names);
  std::vector<double> normal_q = q;  // 4π sinθ/λ
  if (said.words.sin_theta)
    for (double& value : normal_q) value *= two_pi;
  const auto rg = guinier_radius(normal_q, intensity, sigma);
  UnitDecision decision = decide_from_numbers(normal_q, rg);
  const UnitWords& words = said.words;
  if (words.angstrom && words.nanometre) {
    decision.warnings.push_back("the header names both 1/A and 1/nm; q was taken in " +
                                unit_name(decision.unit.unit));
  } else if (words.angstrom || words.nanometre) {
    decision.unit.unit = words.nanometre ? QUnit::InverseNanometre : QUnit::InverseAngstrom;
    const std::string unit = unit_name(decision.unit.unit);
    decision.reason = unit + ": the header says \"" + words.word + "\"";
    if (said.line != 0) decision.reason += " (line " + std::to_string(said.line) + ")";
    const double size = rg ? *rg * (words.nanometre ? 10 : 1) : 0;
    if (rg && !is_sane(size) && is_sane(*rg * (words.nanometre ? 1 : 10)))
      decision.warnings.push_back("q in " + unit +
                                  ", as the header says, gives a particle with Rg " +
                                  short_number(size) + " A; is the unit right?");
  }
  decision.unit.sin_theta = words.sin_theta;
  if (words.sin_theta) decision.reason += "; q is 2 sin(theta)/lambda, says the header";
  return decision;
}

}  // namespace debye
