// What every engine demands of its input, checked in one place.
#pragma once

#include "debye/q_grid.hpp"
#include "debye/scattering_model.hpp"

namespace debye {

/// @throws InputError if the model is empty, sizes disagree, a type has no row, or a coordinate or
///         amplitude is not finite; the message names the first culprit.
void check_model(const ScatteringModel& model, const QGrid& q);

}  // namespace debye
