// Numbers as programs print them: with Fortran exponents, decimal commas, or something else in
// their place.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace debye {

/// The number that fills the whole word; NaN for what stands in place of a number that is missing
/// or does not fit ("NaN", "*****", "1.#IND", "N/A", …), infinity beyond the range of double. Takes
/// 1.0D-03 and 1.0-103 as Fortran writes them.
/// @param decimal_comma  the word has a comma for a point.
std::optional<double> data_number(std::string_view word, bool decimal_comma = false);

/// More columns than any curve has; the rest of a line is not looked at.
constexpr std::size_t max_columns = 17;

/// Appends the numbers with which a line starts, at most max_columns, and returns how many. They
/// are separated by blanks, tabs, commas or semicolons; commas are decimal where blanks or
/// semicolons separate. An empty field between commas or semicolons is NaN.
std::size_t leading_numbers(std::string_view line, std::vector<double>& numbers);

}  // namespace debye
