// What "accurate" means in these tests, and the measurements behind the bounds of the engines.
//
// Largest max over q of |I − I_ref| / I_ref, 200 q (9 of them for the GPU), by engine:
//
//   single precision, bound 1e-5
//     CPU, AVX-512, AVX2, portable     1.5e-6   20 000 atoms, evenly packed, q to 2 1/Å
//     OpenCL, two-q, PoCL              5.9e-7   1500 atoms, globule, q to 0.5
//     OpenCL, two-q, NVIDIA H200       3.4e-6   100 000 atoms, random protein, q to 0.5
//     OpenCL, fast form, NVIDIA H200   5.9e-6   100 000 atoms, random protein, q to 0.5
//   single precision, sampled, bound 1e-5
//     OpenCL, PoCL                     1.9e-6   1500 atoms and fewer, q to 2
//     OpenCL, NVIDIA H200              9.9e-6   2000 atoms, random proteins, q to 0.5
//   double precision, sampled, bound 1e-7
//     OpenCL, NVIDIA H200              1.5e-11  10 000 atoms, shell, q to 0.5
//   double precision, bound 1e-9
//     CPU and OpenCL                   1.5e-11  21 000 atoms on a lattice (gold), q to 2
//
// "Evenly packed": one atom near the middle of each lattice cell, so that the pairs cancel 96 % of
// the self terms; there single precision suffers most among molecules. On a perfect lattice it is
// off by up to 8e-4, which Engines::compute() notices. The sweep in test_accuracy.cpp prints what
// it finds.
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
