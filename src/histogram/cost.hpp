// What a histogram will cost, for the choice between it and other methods.
#pragma once

#include <cstddef>

#include "debye/q_grid.hpp"

namespace debye::histogram {

/// Seconds that the engine of make_histogram_engine() takes for n atoms in n_classes classes
/// (atom_classes.hpp) with distances up to d_max [Å] and n_channels channels, if one histogram is
/// enough. Within a factor of 2 on the processor of the constants in cost.cpp.
double predicted_seconds(std::size_t n, std::size_t n_classes, std::size_t n_channels, double d_max,
                         const QGrid& q, double tolerance, int threads);

}  // namespace debye::histogram
