// The tables of names, and the choice between them and the dictionary. Sources of the names: the
// CHARMM36 topology files (HSD, SOD, TIP3, ADE, ...), the Amber residue libraries (HID, CYX, DA5,
// RA3, NALA, ...) and the GROMACS residuetypes list (SOL, LYSH, CYS2, ...).

#include "structure/residue_names.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <iterator>

#include "structure/text_scan.hpp"

namespace debye {
namespace {

using Changes = std::span<const HydrogenChange>;

constexpr HydrogenChange his_delta[] = {{"ND1", 1}, {"NE2", 0}};
constexpr HydrogenChange his_epsilon[] = {{"ND1", 0}, {"NE2", 1}};
constexpr HydrogenChange his_both[] = {{"ND1", 1}, {"NE2", 1}};
constexpr HydrogenChange his_none[] = {{"ND1", 0}, {"NE2", 0}};
constexpr HydrogenChange cys_bare[] = {{"SG", 0}};
constexpr HydrogenChange asp_acid[] = {{"OD2", 1}};
constexpr HydrogenChange glu_acid[] = {{"OE2", 1}};
constexpr HydrogenChange lys_neutral[] = {{"NZ", 2}};
constexpr HydrogenChange arg_neutral[] = {{"NE", 1}, {"NH1", 1}, {"NH2", 2}};
constexpr HydrogenChange tyr_anion[] = {{"OH", 0}};
constexpr HydrogenChange ser_anion[] = {{"OG", 0}};

constexpr ResidueAlias aliases[] = {
    {"HSD", "HIS", his_delta},
    {"HSE", "HIS", his_epsilon},
    {"HSP", "HIS", his_both},
    {"HID", "HIS", his_delta},
    {"HIE", "HIS", his_epsilon},
    {"HIP", "HIS", his_both},
    {"HISD", "HIS", his_delta},
    {"HISE", "HIS", his_epsilon},
    {"HISH", "HIS", his_both},
    {"HISA", "HIS", his_delta},
    {"HISB", "HIS", his_epsilon},
    {"HIS1", "HIS", his_epsilon},
    {"HIS2", "HIS", his_both},
    {"HIM", "HIS", his_none},
    {"CYX", "CYS", cys_bare},
    {"CYM", "CYS", cys_bare},
    {"CYS2", "CYS", cys_bare},
    {"CYN", "CYS", {}},
    {"CYSH", "CYS", {}},
    {"ASH", "ASP", asp_acid},
    {"ASPH", "ASP", asp_acid},
    {"ASPP", "ASP", asp_acid},
    {"GLH", "GLU", glu_acid},
    {"GLUH", "GLU", glu_acid},
    {"GLUP", "GLU", glu_acid},
    {"LYN", "LYS", lys_neutral},
    {"LSN", "LYS", lys_neutral},
    {"LYSH", "LYS", {}},
    {"LYP", "LYS", {}},
    {"ARN", "ARG", arg_neutral},
    {"ARGN", "ARG", arg_neutral},
    {"TYM", "TYR", tyr_anion},
    {"SERD", "SER", ser_anion},
    {"CYS1", "CYS", {}},
    {"ALAD", "ALA", {}},
    {"GLN1", "GLN", {}},
    {"ILEU", "ILE", {}},
    {"PHEU", "PHE", {}},
    {"RA", "A", {}},
    {"ADE", "A", {}},
    {"RADE", "A", {}},
    {"RC", "C", {}},
    {"CYT", "C", {}},
    {"RCYT", "C", {}},
    {"RG", "G", {}},
    {"GUA", "G", {}},
    {"RGUA", "G", {}},
    {"RU", "U", {}},
    {"URA", "U", {}},
    {"RURA", "U", {}},
    {"T", "DT", {}},
    {"THY", "DT", {}},
    {"RT", "DT", {}},
    {"URI", "U", {}},
    {"DADE", "DA", {}},
    {"DCYT", "DC", {}},
    {"DGUA", "DG", {}},
    {"DTHY", "DT", {}},
    {"SOD", "NA", {}},
    {"NA+", "NA", {}},
    {"NAP", "NA", {}},
    {"NA1", "NA", {}},
    {"CLA", "CL", {}},
    {"CL-", "CL", {}},
    {"CLM", "CL", {}},
    {"CIO", "CS", {}},
    {"POT", "K", {}},
    {"K+", "K", {}},
    {"CAL", "CA", {}},
    {"CES", "CS", {}},
    {"LIT", "LI", {}},
    {"RUB", "RB", {}},
    {"CAD", "CD", {}},
    {"ZN2", "ZN", {}},
    {"MG2", "MG", {}},
    {"CA2", "CA", {}},
    {"CA2+", "CA", {}},
    {"MG2+", "MG", {}},
    {"ZN2+", "ZN", {}},
    {"HEME", "HEM", {}},
    {"NMA", "NME", {}},
    {"CHL1", "CLR", {}},
};

constexpr std::string_view waters[] = {
    "HOH",  "WAT",  "SOL",  "DOD",  "H2O",   "D2O",   "HHO",   "OHH",   "OH2", "MTO", "HO4",  "TIP",
    "TIP2", "TIP3", "TIP4", "TIP5", "TIP6",  "TIPS",  "T3P",   "T4P",   "T5P", "TP3", "TP4",  "TP5",
    "TP3M", "TP4E", "T4PE", "T4E",  "TIP3P", "TIP4P", "TIP5P", "TIP3M", "T3H", "SPC", "SPCE", "SPE",
    "SPF",  "SPCF", "OPC",  "OPC3", "O3P",   "F3C",   "SWM4",  "SWM6",  "HH0", "WTR", "XWAT"};

struct AtomAlias {
  std::string_view component;  ///< empty: any amino acid; "*": any nucleotide
  std::string_view name;
  std::string_view standard;
};

// Only names that neither the dictionary nor its alternative names cover.
constexpr AtomAlias atom_aliases[] = {
    {"ILE", "CD", "CD1"}, {"", "OT1", "O"},    {"", "OT2", "OXT"},  {"", "O1", "O"},
    {"", "O2", "OXT"},    {"", "OC1", "O"},    {"", "OC2", "OXT"},  {"", "OT", "OXT"},
    {"", "OCT1", "O"},    {"", "OCT2", "OXT"}, {"", "O'", "O"},     {"", "O''", "OXT"},
    {"", "OTX", "OXT"},   {"*", "O1P", "OP1"}, {"*", "O2P", "OP2"}, {"*", "O3P", "OP3"},
    {"*", "O5T", "OP3"},  {"DT", "C5M", "C7"}, {"*", "O3T", "O3'"},
};

const ResidueAlias* find_alias(std::string_view name) {
  const auto found = std::find_if(std::begin(aliases), std::end(aliases),
                                  [&](const ResidueAlias& alias) { return alias.name == name; });
  return found == std::end(aliases) ? nullptr : &*found;
}

bool is_polymer_unit(const Component* component) {
  return component && (component->kind == ComponentKind::AminoAcid ||
                       component->kind == ComponentKind::Nucleotide);
}

ResidueTemplate template_by_alias(std::string_view name) {
  if (const ResidueAlias* alias = find_alias(name))
    return {find_component(alias->component), alias->changes};
  return {};
}

// Amber marks ends of chains in the name: NALA and CALA, DA5, RU3, C3, A5 and DAN (a nucleoside).
ResidueTemplate template_by_terminal_name(std::string_view name) {
  ResidueTemplate found;
  const auto look_up = [&](std::string_view inner) {
    found = template_by_alias(inner);
    if (!found.component) found = {find_component(inner), {}};
    return is_polymer_unit(found.component);
  };
  if (name.size() == 4 && (name[0] == 'N' || name[0] == 'C') && look_up(name.substr(1)) &&
      found.component->kind == ComponentKind::AminoAcid)
    return found;
  const bool end =
      !name.empty() && (name.back() == '5' || name.back() == '3' || name.back() == 'N');
  if (end && name.size() <= 4 && look_up(name.substr(0, name.size() - 1)) &&
      found.component->kind == ComponentKind::Nucleotide)
    return found;
  return {};
}

// Old files and CHARMM call ribo- and deoxyribonucleotides alike; the 2' oxygen tells them apart.
ResidueTemplate with_right_sugar(ResidueTemplate found, std::span<const std::string_view> atoms) {
  if (!found.component || found.component->kind != ComponentKind::Nucleotide) return found;
  const auto present = [&](std::string_view atom) {
    return std::find(atoms.begin(), atoms.end(), atom) != atoms.end();
  };
  const std::string& id = found.component->id;
  if (id.size() == 1 && present("C2'") && !present("O2'")) {
    if (const Component* deoxy = find_component("D" + id)) found.component = deoxy;
  } else if (id == "DT" && present("O2'")) {
    if (const Component* ribo = find_component("5MU")) found.component = ribo;
  }
  return found;
}

struct Fit {
  double known = 0;    ///< share of the heavy atoms present that the template knows
  double overlap = 0;  ///< atoms in common / atoms in either; tells HIS from phosphohistidine (HIP)
  auto operator<=>(const Fit&) const = default;
};

Fit fit(const ResidueTemplate& candidate, std::span<const std::string_view> atoms) {
  if (!candidate.component) return {};
  std::size_t heavy = 0, known = 0;
  for (const std::string_view atom : atoms) {
    const bool in_template = candidate.find(atom) != nullptr;
    if (!in_template && is_hydrogen_like(atom)) continue;
    ++heavy;
    known += in_template;
  }
  // Hydrogens alone (a selection, a fragment) contradict nothing.
  if (heavy == 0) return {0.5, 0.5};
  const std::size_t either = heavy + std::max(candidate.component->atoms.size(), known) - known;
  return {static_cast<double>(known) / static_cast<double>(heavy),
          static_cast<double>(known) / static_cast<double>(either)};
}

}  // namespace

const ComponentAtom* ResidueTemplate::find(std::string_view atom_name) const {
  if (!component) return nullptr;
  if (const ComponentAtom* atom = component->find(atom_name)) return atom;
  for (const AtomAlias& alias : atom_aliases) {
    const bool applies = alias.component == component->id ||
                         (alias.component.empty() && component->kind == ComponentKind::AminoAcid) ||
                         (alias.component == "*" && component->kind == ComponentKind::Nucleotide);
    if (applies && alias.name == atom_name) return component->find(alias.standard);
  }
  // Monoatomic ions and waters: the name carries no information beyond the residue's. Charges may
  // be part of it (NA+, CL-, ZN2), and force fields have names of their own (SOD, OH2, OW).
  if (component->atoms.size() == 1 && !is_hydrogen_like(atom_name)) {
    const bool water_oxygen = component->kind == ComponentKind::Water && atom_name.starts_with('O');
    const ResidueAlias* alias = find_alias(atom_name);
    if (water_oxygen || (alias && alias->component == component->id) ||
        (component->kind != ComponentKind::Water && atom_name.starts_with(component->id)))
      return &component->atoms.front();
  }
  return nullptr;
}

std::uint8_t ResidueTemplate::hydrogens(const ComponentAtom& atom) const {
  for (const HydrogenChange& change : changes)
    if (change.atom == atom.name) return change.hydrogens;
  return atom.hydrogens;
}

ResidueTemplate find_template(std::string_view name, std::span<const std::string_view> atoms) {
  ResidueTemplate best;
  Fit best_fit;
  const auto offer = [&](ResidueTemplate candidate) {
    candidate = with_right_sugar(candidate, atoms);
    const Fit candidate_fit = fit(candidate, atoms);
    if (candidate_fit.known < 0.5 || candidate_fit <= best_fit) return;
    best = candidate;
    best_fit = candidate_fit;
  };
  // A tie goes to the MD name: LYN is lysine more often than lysinamide, and where it is not, the
  // additional atom tells.
  if (is_water_name(name)) offer({find_component("HOH"), {}});
  offer(template_by_alias(name));
  offer({find_component(name), {}});
  offer(template_by_terminal_name(name));
  if (best.component && best.component->kind == ComponentKind::Other)
    best.has_hydrogens = best_fit.known >= 0.9 && best_fit.overlap >= 0.6;
  return best;
}

bool is_md_residue_name(std::string_view name) {
  return is_water_name(name) || find_alias(name) || template_by_terminal_name(name).component;
}

bool is_standard_residue_name(std::string_view name) {
  static constexpr std::array<std::string_view, 22> names = {
      "ALA", "ARG", "ASN", "ASP", "CYS", "GLN", "GLU", "GLY", "HIS", "ILE", "LEU",
      "LYS", "MET", "PHE", "PRO", "SER", "THR", "TRP", "TYR", "VAL", "MSE", "HOH"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_water_name(std::string_view name) {
  return std::find(std::begin(waters), std::end(waters), name) != std::end(waters);
}

std::string normal_atom_name(std::string_view name) {
  std::string normal = to_upper(trim(name));
  std::replace(normal.begin(), normal.end(), '*', '\'');
  return normal;
}

bool is_hydrogen_like(std::string_view atom_name) {
  const std::size_t letter = atom_name.find_first_not_of("0123456789'\"");
  return letter != std::string_view::npos && (atom_name[letter] == 'H' || atom_name[letter] == 'D');
}

}  // namespace debye
