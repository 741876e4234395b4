// sin(x)/x.
#pragma once

#include <cmath>

namespace debye {

/// sin(x)/x with its limit at 0. Below 1e-4 the series to x² errs by less than x⁴/120 < 1e-18.
inline double sinc(double x) { return std::abs(x) < 1e-4 ? 1.0 - x * x / 6.0 : std::sin(x) / x; }

}  // namespace debye
