// What the columns of a curve's file hold, in the words by which a user chooses one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "measured/curve_table.hpp"

namespace debye {

/// As DataAudit::column_words. The first "I" of a file that has a model too is "data".
std::vector<std::string> column_words(const CurveTable& curve, const CurveColumns& columns);

/// Place of the column that the user means; see read_curve().
/// @throws InputError with the words there are.
std::size_t find_column(const CurveTable& curve, const CurveColumns& columns,
                        const std::vector<std::string>& words, const std::string& wanted,
                        const std::string& file);

bool is_one_in_every_row(const DataTable& table, std::size_t column);

/// "1 q, 2 I, 3 vacuum, 4 ?": number and word of each column.
std::string list_columns(const std::vector<std::string>& words);

}  // namespace debye
