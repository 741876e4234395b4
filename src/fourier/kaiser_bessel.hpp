// The Kaiser–Bessel window, with which points are spread over cells, and its Fourier transform.
#pragma once

#include <cstddef>

#include "fourier/kernels.hpp"

namespace debye::fourier {

/// φ(u) = I0(β sqrt(1 − (2u/w)²))/I0(β) for |u| < w/2 cells, 0 beyond. Of the windows w cells wide
/// it leaves nearly the least aliasing, e^{−π w sqrt(1 − 1/σ)} at oversampling σ, and its transform
/// is known in closed form (Kaiser & Schafer 1980; Barnett, Magland & af Klinteberg, SIAM J. Sci.
/// Comput. 41 (2019) C479, compare it with others).
struct KaiserBessel {
  double width = 0;  ///< w [cells]
  double beta = 0;

  double value(double u) const;

  /// ∫ φ(u) cos(ξ u) du, ξ in radians a cell.
  double transform(double xi) const;

  /// Polynomials for the width rounded up; they err by less than the window aliases.
  template <class Real>
  Window<Real> window() const;
};

/// I0(x), modified Bessel function of order zero, by its power series.
double bessel_i0(double x);

/// sinh(sqrt(s))/sqrt(s), which is sin(sqrt(−s))/sqrt(−s) for s < 0.
double sinh_over(double s);

}  // namespace debye::fourier
