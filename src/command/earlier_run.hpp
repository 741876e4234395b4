// What an earlier run of a batch has done, as its journal tells.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "command/find_inputs.hpp"
#include "output/curve_writer.hpp"
#include "output/summary.hpp"

namespace debye {

class EarlierRun {
 public:
  /// @param rows  in the order in which they were written
  /// @param options  checksum of the options now; rows with others do not count
  EarlierRun(std::vector<SummaryRow> rows, const std::string& options);

  /// Rows of the curves of a file that lie where they would be written now.
  /// @param number  of the file, for the writer
  std::vector<SummaryRow> rows_of(const InputFile& file, std::size_t number,
                                  const CurveWriter& writer) const;

 private:
  std::unordered_map<std::string, std::vector<SummaryRow>> rows_;  ///< without errors, by file
};

/// Whether rows are those of all curves of a file with this content, and all curves are there.
/// @param output  the directory of the curves
/// @param distances  each has a .pr file too
bool are_complete(const std::vector<SummaryRow>& rows, const std::string& sha256,
                  const std::string& output, bool distances);

/// Removes temporary files that a killed run has left of curves and tables of this one, not those
/// of other runs that write into the same directory.
/// @param names  stems of the curves, and the name of the summary
void remove_leftovers(const std::string& output, const std::vector<std::string>& names);

}  // namespace debye
