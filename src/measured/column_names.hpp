// What the columns of a table are, from the line of names above it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measured/column_text.hpp"

namespace debye {

enum class ColumnRole { Q, Intensity, Sigma, Resolution, ResolutionFwhm, Model, Other };

/// Names found in one line of a header, in the order of the columns.
struct ColumnNames {
  std::size_t line = 0;  ///< 1-based; 0: no line names the columns
  std::string_view text;
  std::vector<ColumnRole> roles;
  std::vector<std::string> names;
};

/// The nearest line of `header` that names q and then, with no word that is no name between them,
/// an intensity; no line if there is none.
/// @param width  columns of the table
ColumnNames find_column_names(const std::vector<TextLine>& header, std::size_t width);

/// The name of the first column if the header says that it is something else than q, e.g. "r".
std::optional<std::string> name_of_other_abscissa(const std::vector<TextLine>& header);

}  // namespace debye
