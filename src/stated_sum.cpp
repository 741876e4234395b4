// The mean over models.

#include <algorithm>

#include "debye/pair_sum.hpp"

namespace debye {

StatedSum mean_of(const std::vector<StatedSum>& sums) {
  StatedSum mean = sums.front();
  for (std::size_t i = 1; i < sums.size(); ++i) {
    const StatedSum& one = sums[i];
    mean.partials.values += one.partials.values;
    mean.engine_error = std::max(mean.engine_error, one.engine_error);
    mean.channel_error = std::max(mean.channel_error, one.channel_error);
    if (one.measured_error &&
        !(mean.measured_error && one.measured_error->largest <= mean.measured_error->largest))
      mean.measured_error = one.measured_error;
  }
  mean.partials.values /= static_cast<double>(sums.size());
  return mean;
}

}  // namespace debye
