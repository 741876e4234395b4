// Results as one web page that needs nothing else.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/result.hpp"

namespace debye::report {

/// No more curves fit in a page that a browser opens at once.
inline constexpr std::size_t most_curves = 20'000;

/// Points of each curve in a page: 2000, less if there are so many curves that their columns would
/// hold more than 4 million numbers, which is about 40 MB.
std::size_t points_of_each(const std::vector<Result>& results);

/// HTML with script and data inside: a table that sorts and filters, and the curves of rows that
/// are chosen. Curves of more than points_of_each() are thinned so that they look the same; numbers
/// have 5 digits. Guinier's law of each curve (of a fit: of the data) is fitted here.
///
/// Names come from files and may be anything: they are JSON in which "<" is escaped, so that
/// nothing in them ends the element, and the script makes only text of them.
/// @throws InputError if there are more than most_curves.
std::string page(const std::vector<Result>& results);

}  // namespace debye::report
