// `debye devices`.
#pragma once

#include "debye/pair_sum.hpp"

namespace debye {

/// Prints the OpenCL devices, then what --device auto takes. Returns the exit code.
int print_devices();

}  // namespace debye
