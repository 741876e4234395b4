// How long each method would take on the CPU, for choosing one.
#pragma once

#include <vector>

#include "debye/pair_sum.hpp"

namespace debye {

struct Forecast {
  Method method;
  double seconds;  ///< infinite if the method would refuse
};

/// Direct (in double precision), histogram and fourier, fastest first. O(N), some percent of the
/// sum itself. Within a factor of 2 on the processor that the constants come from.
std::vector<Forecast> forecast(const ScatteringModel& model, const QGrid& q, double tolerance,
                               int threads);

}  // namespace debye
