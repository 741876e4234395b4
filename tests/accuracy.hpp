// What "accurate" means in these tests, and the measurements behind the bounds of the engines.
//
// max over q of |I − I_ref| / I_ref over 200 q, random_protein(N), measured on AVX-512 (CPU) and on
// PoCL and an NVIDIA H200 (OpenCL); see the sweep in test_accuracy.cpp, which prints what it finds.
// A model packed so evenly that I falls to 0.04 Σf² (pairs cancel 96 % of the self terms) is in the
// sweep as well: that is where single precision suffers most.
#pragma once

#include <cmath>

#include "debye/profile.hpp"

namespace debye::test {

/// max over q and a <= b of |P_ab − R_ab| / sqrt(R_aa R_bb), so that a cross term going through
/// zero is measured against what bounds it (Cauchy-Schwarz). One channel: |I − I_ref| / I_ref at
/// each q. NaN if any value is NaN.
inline double max_relative_error(const PartialProfiles& result, const PartialProfiles& reference) {
  double largest = 0;
  for (Eigen::Index n = 0; n < reference.values.cols(); ++n)
    for (int a = 0; a < reference.n_channels; ++a)
      for (int b = a; b < reference.n_channels; ++b) {
        const double scale = std::sqrt(reference.values(reference.row(a, a), n) *
                                       reference.values(reference.row(b, b), n));
        const double error = std::abs(result.values(result.row(a, b), n) -
                                      reference.values(reference.row(a, b), n)) /
                             scale;
        if (!(error <= largest)) largest = error;  // a NaN stays
        if (std::isnan(error)) return error;
      }
  return largest;
}

}  // namespace debye::test
