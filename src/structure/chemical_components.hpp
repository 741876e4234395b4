// The chemical component dictionary: which heavy atoms a residue or ligand consists of, by their
// names, and how many hydrogens each of them carries. The data are those of the wwPDB Chemical
// Component Dictionary (CCD), compiled into the program; data/make_chemical_components.py writes
// them. There are no coordinates and no bonds here, and nothing is known about a particular model:
// which atoms are present in it, or what is linked to what, is for the caller to find out.
//
// Hydrogens are counted for the free component near pH 7:
//
//   * An atom has the hydrogens (H or D) bonded to it in the CCD. A bridging hydrogen counts for
//     one atom only, a hydrogen without a bond for the nearest heavy atom.
//   * Acids have lost their protons: O-H and S-H have no hydrogen if the C, P, S, As or Se atom
//     next to the O or S also carries a terminal O or S. Thus OXT, ASP OD2, GLU OE2, OP2, OP3,
//     the phosphate oxygens of ATP and the propionates of HEM have none. This is no pKa model:
//     weak last protons (bicarbonate, hydrogen phosphate) are taken away as well.
//   * HIS and D-histidine (DHI), which the CCD lists with both ring hydrogens, are neutral with
//     the hydrogen on NE2.
//   * Everything else is as in the CCD: LYS NZ has 3 and the guanidinium of ARG 5 hydrogens, but
//     most other amines are listed as neutral there. In particular the backbone N of an amino acid
//     has 2 (PRO: 1) and O3' of a nucleotide 1 hydrogen. The caller takes away one hydrogen for
//     each bond to another component (peptide N, glycosidic O, O3', disulphide SG, ...).

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace debye {

/// The chemical class, from the CCD's linking type: a modified residue such as MSE or SEP is an
/// amino acid. Caps (ACE, NH2), peptide-like ligands and ATP are Other in the CCD.
enum class ComponentKind : std::uint8_t { Other, AminoAcid, Nucleotide, Saccharide, Water };

/// One heavy atom of a component.
struct ComponentAtom {
  std::string name;                ///< current CCD name, e.g. "CA", "OP1", "C5'"
  std::string alternative;         ///< CCD alternative name ("O1P", "C5*"), empty if the same
  std::uint8_t atomic_number = 0;  ///< > 1, or 0 where the CCD gives no element (UNX, ASX XD1)
  std::uint8_t hydrogens = 0;      ///< bonded hydrogens, see the top of this file
};

/// One component; atoms are in the order of the CCD. UNL ("unknown ligand") has no atoms.
struct Component {
  std::string id;
  ComponentKind kind = ComponentKind::Other;
  std::vector<ComponentAtom> atoms;

  /// The atom with this name or, failing that, this alternative name; nullptr if there is none.
  /// Names are compared exactly, so blanks have to be trimmed.
  const ComponentAtom* find(std::string_view atom_name) const;
};

/// A dictionary in the format described in data/make_chemical_components.py. Components are
/// decompressed in blocks when they are first asked for. All members may be called from several
/// threads at once.
class ComponentDictionary {
 public:
  /// Reads the directory. The blob is not copied and has to outlive the dictionary.
  /// Throws std::runtime_error if the blob is not a dictionary or damaged.
  explicit ComponentDictionary(std::span<const unsigned char> blob);
  ~ComponentDictionary();
  ComponentDictionary(const ComponentDictionary&) = delete;
  ComponentDictionary& operator=(const ComponentDictionary&) = delete;

  /// The component with this id (in capitals, as in the CCD), nullptr if there is none. The pointer
  /// stays valid as long as the dictionary.
  /// Throws std::runtime_error if the block that the component would be in is damaged.
  const Component* find(std::string_view id) const;

  /// Number of components.
  std::size_t size() const { return size_; }

  /// Date of the newest entry of the CCD release, "YYYY-MM-DD".
  std::string_view date() const { return date_; }

 private:
  struct AtomType;
  struct Block;

  const Component* find_in(const Block& block, std::string_view id) const;
  std::vector<Component> decode(const Block& block) const;

  std::size_t size_ = 0;
  std::string_view date_;
  std::vector<AtomType> types_;
  std::vector<Block> blocks_;
};

/// The dictionary that is compiled into the program.
const ComponentDictionary& component_dictionary();

/// component_dictionary().find(id): nullptr if the CCD has no such component. Thread-safe; the
/// pointer stays valid for the life of the process.
const Component* find_component(std::string_view id);

}  // namespace debye
