// Order of trust: an element entry that agrees with the dictionary or with the atom name, the
// dictionary, then the name alone. What is still open after that is left undecided, because a wrong
// element is a wrong curve.

#include "structure/element.hpp"

#include <gemmi/elem.hpp>

#include <algorithm>
#include <array>

#include "structure/text_scan.hpp"

namespace debye {
namespace {

std::string_view letters_of(std::string_view name) {
  while (!name.empty() && !is_letter(name.front())) name.remove_prefix(1);
  std::size_t n = 0;
  while (n < name.size() && is_letter(name[n])) ++n;
  return name.substr(0, n);
}

// Two-letter symbols whose second letter is no Greek remoteness letter of organic atom names
// (A B G D E Z H) and that no common naming scheme uses for anything else.
bool is_plain_two_letter_symbol(std::string_view two) {
  static constexpr std::array<std::string_view, 24> symbols = {
      "CL", "BR", "FE", "ZN", "MG", "MN", "SI", "SE", "LI", "AL", "RB", "RU",
      "AU", "AG", "AS", "PT", "KR", "XE", "AR", "GA", "GD", "TL", "TE", "YB"};
  return std::find(symbols.begin(), symbols.end(), two) != symbols.end();
}

// Names like CAX or OXT begin with the symbol of a common element; the rare ones only count if
// there is no other letter (UNK is no uranium).
bool starts_with_one_letter_symbol(std::string_view letters) {
  const auto is_one_of = [&](std::string_view symbols) {
    return symbols.find(letters.front()) != std::string_view::npos;
  };
  return is_one_of("HDCNOSPF") || (letters.size() == 1 && is_one_of("BIKVWUY"));
}

// Ions may be written with their charge: Fe3+, Na+, O2-.
std::string_view without_charge(std::string_view entry) {
  if (entry.empty() || (entry.back() != '+' && entry.back() != '-')) return entry;
  entry.remove_suffix(1);
  while (!entry.empty() && is_digit(entry.back())) entry.remove_suffix(1);
  return entry;
}

ElementDecision decided(std::uint8_t atomic_number, bool deuterium, ElementSource source) {
  return {atomic_number, deuterium, source, false};
}

ElementDecision hydrogen(std::string_view name, ElementSource source) {
  return decided(1, letters_of(name).starts_with('D'), source);
}

ElementDecision from_symbol(std::string_view symbol, ElementSource source) {
  return decided(atomic_number_of(symbol), to_upper(symbol) == "D", source);
}

// Amino acids, nucleotides and sugars hold few elements, all but Se with one letter, so that the
// first letter is enough for an atom that the component lacks.
ElementDecision by_first_letter(std::string_view letters) {
  if (letters.starts_with("SE")) return decided(34, false, ElementSource::Name);
  if (!letters.empty() &&
      std::string_view("CNOSPF").find(letters.front()) != std::string_view::npos)
    return from_symbol(letters.substr(0, 1), ElementSource::Name);
  return {};
}

// An atom of an unknown residue (or an unknown atom of one that is not a polymer unit).
ElementDecision by_name(const SourceAtom& atom, bool aligned) {
  const std::string_view letters = letters_of(atom.name);
  if (letters.empty()) return {};
  const std::string_view two = letters.substr(0, 2);
  const bool two_is_symbol = two.size() == 2 && atomic_number_of(two) != 0;
  const bool starts_with_digit = !is_letter(atom.name.front());
  const bool one_is_symbol = starts_with_one_letter_symbol(letters);
  if (!two_is_symbol || starts_with_digit) {
    if (!one_is_symbol) return {};
    return from_symbol(letters.substr(0, 1), ElementSource::Name);
  }
  if (is_plain_two_letter_symbol(two)) return from_symbol(two, ElementSource::Name);
  // A name of four letters starts in column 13 whatever its element.
  if (aligned && atom.name.size() < 4) {
    if (atom.name_column == NameColumn::Column13) return from_symbol(two, ElementSource::Name);
    if (atom.name_column == NameColumn::Column14 && one_is_symbol)
      return from_symbol(letters.substr(0, 1), ElementSource::Name);
  }
  if (atom.name.size() == 4 && letters.front() == 'H')
    return hydrogen(atom.name, ElementSource::Name);
  return {};
}

ElementDecision without_column(const SourceAtom& atom, const ResidueTemplate& residue,
                               bool aligned) {
  if (const ComponentAtom* known = residue.find(atom.name); known && known->atomic_number != 0)
    return decided(known->atomic_number, false, ElementSource::Dictionary);
  if (!residue.component) return by_name(atom, aligned);
  if (is_hydrogen_like(atom.name)) return hydrogen(atom.name, ElementSource::Dictionary);
  const ComponentKind kind = residue.component->kind;
  const bool unit = kind == ComponentKind::AminoAcid || kind == ComponentKind::Nucleotide ||
                    kind == ComponentKind::Saccharide || kind == ComponentKind::Water;
  return unit ? by_first_letter(letters_of(atom.name)) : by_name(atom, aligned);
}

}  // namespace

ElementDecision decide_element(const SourceAtom& atom, const ResidueTemplate& residue,
                               bool aligned) {
  const std::string_view entry = without_charge(atom.element);
  const std::uint8_t column = atomic_number_of(entry);
  if (column == 0) {
    // XYZ files may give atomic numbers.
    const auto number = to_integer(atom.element);
    if (atom.name == atom.element && number && *number >= 1 && *number <= 98)
      return decided(static_cast<std::uint8_t>(*number), false, ElementSource::Column);
    return without_column(atom, residue, aligned);
  }
  const ElementDecision by_column = from_symbol(entry, ElementSource::Column);
  if (const ComponentAtom* known = residue.find(atom.name); known && known->atomic_number != 0) {
    if (known->atomic_number == column) return by_column;
    return {known->atomic_number, false, ElementSource::Dictionary, true};
  }
  const bool fits = letters_of(atom.name).starts_with(to_upper(entry)) ||
                    (column == 1 && is_hydrogen_like(atom.name));
  if (fits) {
    // A hydrogen of a known component under a metal's symbol (HG in SER) is not a metal.
    const bool hidden_hydrogen = column != 1 && residue.component && is_hydrogen_like(atom.name) &&
                                 residue.component->kind != ComponentKind::Other;
    if (!hidden_hydrogen) return by_column;
  }
  ElementDecision other = without_column(atom, residue, aligned);
  if (other.source == ElementSource::Undecided || other.atomic_number == column) return by_column;
  other.overruled = true;
  return other;
}

std::uint8_t atomic_number_of(std::string_view symbol) {
  if (symbol.empty() || symbol.size() > 2) return 0;
  const char text[3] = {symbol[0], symbol.size() == 2 ? symbol[1] : '\0', '\0'};
  if (!is_letter(text[0]) || (symbol.size() == 2 && !is_letter(text[1]))) return 0;
  // There are no form factors beyond Z = 98, and "NH", "CN" or "OG" in a file mean something else.
  const int number = gemmi::Element(text).atomic_number();
  return number <= 98 ? static_cast<std::uint8_t>(number) : std::uint8_t{0};
}

std::string element_symbol(std::uint8_t atomic_number) {
  return gemmi::Element(int{atomic_number}).name();
}

}  // namespace debye
