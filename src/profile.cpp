// Combining partial profiles.

#include "debye/profile.hpp"

#include <algorithm>
#include <cmath>

#include "debye/error.hpp"

namespace debye {

int PartialProfiles::row(int a, int b) const {
  if (a > b) std::swap(a, b);
  return a * n_channels - a * (a - 1) / 2 + (b - a);
}

Profile PartialProfiles::combine(const std::vector<double>& coefficient) const {
  if (static_cast<int>(coefficient.size()) != n_channels)
    fail("combine: ", coefficient.size(), " coefficients for ", n_channels, " channels");
  Profile profile{q, Eigen::ArrayXd::Zero(values.cols())};
  for (int a = 0; a < n_channels; ++a)
    for (int b = a; b < n_channels; ++b)
      profile.intensity += (a == b ? 1.0 : 2.0) * coefficient[static_cast<std::size_t>(a)] *
                           coefficient[static_cast<std::size_t>(b)] *
                           values.row(row(a, b)).transpose();
  return profile;
}

double PartialProfiles::cancellation(const std::vector<double>& coefficient) const {
  const Eigen::ArrayXd intensity = combine(coefficient).intensity;
  Eigen::ArrayXd amplitude = Eigen::ArrayXd::Zero(values.cols());
  for (int a = 0; a < n_channels; ++a)
    amplitude += std::abs(coefficient[static_cast<std::size_t>(a)]) *
                 values.row(row(a, a)).transpose().max(0.0).sqrt();
  return (amplitude.square() / intensity).maxCoeff();
}

}  // namespace debye
