// The Debye formula as printed, for comparison: all i and j, double precision, no symmetry, no
// tables, nothing of the program but the containers.
#pragma once

#include <cmath>

#include "debye/profile.hpp"
#include "debye/scattering_model.hpp"

namespace debye::test {

/// P_ab(q) = Σ_i Σ_j A_a(i) A_b(j) sin(q r_ij)/(q r_ij), every pair of channels a <= b.
inline PartialProfiles reference_sum(const ScatteringModel& model, const QGrid& q) {
  const int n_channels = static_cast<int>(model.channels.size());
  PartialProfiles sums{q, n_channels, {}};
  sums.values.setZero(n_channels * (n_channels + 1) / 2, static_cast<Eigen::Index>(q.size()));
  for (std::size_t n = 0; n < q.size(); ++n) {
    const auto column = static_cast<Eigen::Index>(n);
    for (std::size_t i = 0; i < model.size(); ++i)
      for (std::size_t j = 0; j < model.size(); ++j) {
        const double r = std::hypot(model.position[i][0] - model.position[j][0],
                                    model.position[i][1] - model.position[j][1],
                                    model.position[i][2] - model.position[j][2]);
        const double x = q[n] * r;
        const double interference = x == 0 ? 1.0 : std::sin(x) / x;
        for (int a = 0, row = 0; a < n_channels; ++a)
          for (int b = a; b < n_channels; ++b, ++row)
            sums.values(row, column) +=
                model.channels[static_cast<std::size_t>(a)].form(model.type[i], column) *
                model.channels[static_cast<std::size_t>(b)].form(model.type[j], column) *
                interference;
      }
  }
  return sums;
}

}  // namespace debye::test
