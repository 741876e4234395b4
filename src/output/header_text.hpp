// The parts of which headers and columns of all outputs are made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "debye/atoms.hpp"
#include "debye/measured_profile.hpp"
#include "debye/pair_sum.hpp"
#include "debye/solution_model.hpp"

namespace debye {

/// How the molecule was put into solution.
struct SolutionInfo {
  SolventOptions solvent;
  SolventParameters parameters;
  SolutionSummary summary;
};

/// A line of a header. File names may hold line breaks, which would end the comment.
std::string comment(std::string text);

/// `word` as a shell takes it for itself.
std::string quoted_for_shell(const std::string& word);

/// With blanks up to the width of a column.
std::string padded(std::string text);

/// q [1/Å] in the unit of the output, in the fewest digits, from 15 on, that give the same q when
/// they are read. 0.1 of no double is one q in seven in 1/nm: there what comes next to it. Of
/// 0.11 1/nm the shortest text of q/0.1 would be 0.10999999999999999.
std::string q_text(double q, QUnit unit);

/// As printf's "%.<digits>g".
std::string rounded(double value, int digits);

/// "at most 1.0e-09 of I(q) at every q; …".
std::string error_text(double bound, const std::optional<MeasuredError>& measured);

/// JSON object of what was measured, or null.
std::string measured_error_object(const std::optional<MeasuredError>& measured);

/// "3 rows dropped, sigma is not positive (lines 7, 8, 12)".
std::string dropped_text(const DroppedRows& dropped);

/// Displaced volume and shell: lines for a header, without '#', and members of a JSON object.
std::vector<std::string> summarize(const SolutionInfo& solution);
std::string solution_object(const SolutionInfo& solution);

std::string audit_object(const Audit& audit);

/// JSON arrays.
std::string string_array(const std::vector<std::string>& values);
std::string number_array(const std::vector<double>& values);

/// Rows as columns of equal width, all to the left.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

}  // namespace debye
