// Size parameters for the header of an output, and for JSON.
#pragma once

#include <string>
#include <vector>

#include "debye/sizes.hpp"

namespace debye {

/// A few short lines with units, without comment sign; what is no_size is left out.
std::vector<std::string> describe(const Sizes& sizes);

/// One JSON object; what is no_size is null, and "guinier" is null if there is no fit.
std::string sizes_object(const Sizes& sizes);

}  // namespace debye
