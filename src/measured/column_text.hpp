// A text file → its lines of numbers, and which of them form the table of a curve. Nothing here
// knows what the columns mean.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace debye {

/// A line that is not a row of numbers.
struct TextLine {
  std::size_t number;  ///< 1-based
  std::string_view text;
};

/// Rows of the same width that follow each other, blank lines aside.
struct Run {
  std::size_t width = 0, rows = 0;
  std::size_t first_row = 0, first_value = 0;  ///< places in row_line and values
};

/// All lines of a file; views point into its text.
struct ColumnText {
  std::vector<TextLine> text;
  std::vector<Run> runs;
  std::vector<double> values;         ///< of all rows, one after the other
  std::vector<std::size_t> row_line;  ///< line number of each row
};

/// Splits the lines into text and rows of two numbers or more.
ColumnText scan_columns(std::string_view text);

/// N rows of a table.
struct DataTable {
  std::size_t width = 0;
  std::vector<double> values;           ///< N × width, row by row
  std::vector<std::size_t> lines;       ///< N line numbers
  std::vector<std::size_t> unreadable;  ///< lines inside the table that are no rows of it
  std::vector<std::size_t> header;  ///< lines of numbers taken off its top: counts, scales, dates
  std::size_t rows() const { return lines.size(); }
  double at(std::size_t row, std::size_t column) const { return values[row * width + column]; }
};

/// Joins runs that one table was broken into by comments or by a line or two that cannot be read,
/// and takes off a first row that is a header in numbers: the others rise, and it is out of order.
/// Tables come in the order of the file; runs of one or two rows are tables as well.
std::vector<DataTable> find_tables(const ColumnText& file);

/// True for lines that programs write to be skipped.
bool is_comment(std::string_view line);

}  // namespace debye
