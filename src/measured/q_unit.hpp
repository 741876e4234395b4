// In which unit the q of a file are: said by its header, or told from the numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "debye/measured_profile.hpp"
#include "measured/column_text.hpp"

namespace debye {

/// Units that a line of text names.
struct UnitWords {
  bool angstrom = false, nanometre = false;  ///< "1/A", "nm^-1", "inverse angstroms", …
  bool sin_theta = false;                    ///< q = 2 sinθ/λ
  std::string word;                          ///< as found, in small letters
};

/// Looks for a unit of q in a line of a header. Words inside names and paths do not count, nor do
/// units of other things (nm alone, 1/A^2).
UnitWords unit_words(std::string_view line);

struct UnitDecision {
  DataUnit unit;
  std::string reason;  ///< "1/nm: the last q is 17.7"
  std::vector<std::string> warnings;
};

/// Header first, then the size of the particle, then the range of q.
/// @param names  the line that names the columns; its unit counts more than that of other lines
UnitDecision decide_unit(const std::vector<TextLine>& header, std::string_view names,
                         const std::vector<double>& q, const std::vector<double>& intensity,
                         const std::vector<double>& sigma);

}  // namespace debye
