// The table of a batch: one row for each curve, and for each file without one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "debye/sizes.hpp"
#include "output/profile_text.hpp"

namespace debye {

struct SummaryRow {
  std::size_t number = 0;               ///< of the file in the batch, from 1
  std::string file;                     ///< input, as it was named or found
  std::string model;                    ///< name of the model in the file, or "mean of 20"
  std::size_t atoms = 0;                ///< that scatter, hydrogens of the file included
  std::string method, device;           ///< what summed
  double forward_intensity = no_size;   ///< I(0) of the model [electrons²]
  double radius_of_gyration = no_size;  ///< of the excess electrons [Å]
  double d_max = no_size;               ///< of the excess electrons [Å]
  double seconds = 0;                   ///< from reading to writing
  std::vector<std::string> warnings;
  std::string error;       ///< why there is no curve
  std::string output;      ///< file of the curve, below the output directory
  std::string sha256;      ///< of the input
  std::size_t curves = 1;  ///< that the file has
  std::size_t bytes = 0;   ///< of the files of the curve
  std::string options;     ///< checksum of all options that change a curve
};

/// What a curve's header knows. File, output and the like are left empty.
SummaryRow summary_row(const RunInfo& info);

/// A line of JSON with its line break.
std::string json_line(const SummaryRow& row);

/// Nothing if the line is none of json_line().
std::optional<SummaryRow> parse_json_line(std::string_view line);

/// Names of columns, then one line a row; fields are quoted as RFC 4180 says.
std::string csv_table(const std::vector<SummaryRow>& rows);

/// Rows of a file of JSON lines; what is no whole row, as a line that was not finished, is left
/// out. A file that is not there has none.
std::vector<SummaryRow> read_json_lines(const std::string& path);

/// Writes PATH.csv and PATH.jsonl, rows in the order of the files' numbers.
/// @throws OutputError
void write_summary(const std::string& path, std::vector<SummaryRow> rows);

}  // namespace debye
