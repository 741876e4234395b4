// What a histogram will cost, for the choice between it and other methods.
#pragma once

#include <cstddef>

#include "debye/q_grid.hpp"

namespace debye::histogram {

/// What a histogram takes on one thread, by its two parts.
struct Cost {
  double pairs = 0, bins = 0;  ///< their numbers
  double counting = 0;         ///< [s]
  double transform = 0;        ///< [s]
};

/// For n atoms in n_classes classes (atom_classes.hpp) with distances up to d_max [Å] and
/// n_channels channels, if one histogram is enough. Within a factor of 2 on the processor of the
/// constants in costs.hpp.
Cost predicted_cost(std::size_t n, std::size_t n_classes, std::size_t n_channels, double d_max,
                    const QGrid& q, double tolerance);

}  // namespace debye::histogram
