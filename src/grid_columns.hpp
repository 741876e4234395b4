// A model on some of the q of its grid.
#pragma once

#include <cstddef>
#include <vector>

#include "debye/scattering_model.hpp"

namespace debye {

/// first, first + 1, …: n columns.
std::vector<std::size_t> column_range(std::size_t first, std::size_t n);

/// @param columns  not empty, ascending
QGrid at_columns(const QGrid& q, const std::vector<std::size_t>& columns);
ScatteringModel at_columns(const ScatteringModel& model, const std::vector<std::size_t>& columns);

}  // namespace debye
