// The radius of gyration of a measured curve, roughly.
#pragma once

#include <optional>
#include <vector>

namespace debye {

/// Radius of gyration from the Guinier region, in the inverse unit of q; nothing if the curve has
/// none: it does not fall, or starts at larger q.
/// @param q  increasing
/// @param sigma  may be empty
std::optional<double> guinier_radius(const std::vector<double>& q,
                                     const std::vector<double>& intensity,
                                     const std::vector<double>& sigma);

}  // namespace debye
