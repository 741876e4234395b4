// The table of numbers of a file that holds the curve, and which of its columns mean what.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measured/column_names.hpp"
#include "measured/column_text.hpp"

namespace debye {

/// A table, the text above it, and what was decided on the way.
struct CurveTable {
  std::string format;  ///< as in DataAudit
  DataTable table;
  std::vector<TextLine> header;  ///< text that may tell the unit
  ColumnNames names;
  std::vector<std::string> notes, warnings;
};

/// The longest table whose first column behaves like q.
/// @param any_range  q may be larger than anybody measures, because the user gave the unit
/// @throws InputError naming file and line if there is none.
CurveTable find_curve(std::string_view text, const std::string& name, bool any_range);

/// Like find_curve; nothing where that fails.
bool has_curve(std::string_view text);

/// Places of the columns of a table.
struct CurveColumns {
  std::size_t intensity = 1;
  std::optional<std::size_t> sigma, resolution;
  bool resolution_is_fwhm = false;
  bool by_name = false;  ///< told by a header line rather than by their places
  std::vector<std::string> notes, warnings;
};

/// By name where the header has names, otherwise by place: q, I, sigma.
CurveColumns choose_columns(const CurveTable& curve);

/// "column 3", as people count.
std::string column_number(std::size_t column);

/// True if a column repeats the intensity as a fit does; no sigma is as close to it all along.
/// @param fit_is_likely  the header speaks of a fit: half of the rows within 30 % are enough
bool is_fit_of(const DataTable& table, std::size_t intensity, std::size_t column,
               bool fit_is_likely);

/// True if the header is that of a fit.
bool speaks_of_fit(const CurveTable& curve);

/// True if the columns are the parts of a computed curve, as CRYSOL's .int has them.
bool are_parts(const CurveTable& curve);

/// Leaves sigma out if no value of its column is one; warns of that, and of a sigma that is the
/// same everywhere.
void check_sigma(const DataTable& table, CurveColumns& columns);

/// As DataAudit::columns.
std::string describe_columns(const CurveTable& curve, const CurveColumns& columns);

}  // namespace debye
