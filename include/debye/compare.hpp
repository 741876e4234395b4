// How far apart two curves are, and where.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "debye/measured_profile.hpp"

namespace debye {

struct CompareOptions {
  bool absolute = false;                                              ///< no scale: k = 1
  double q_min = 0, q_max = std::numeric_limits<double>::infinity();  ///< [1/Å]
  /// Above it one of the curves is known to be wrong (harmonics that end too early): points there
  /// have no part in the scale, and figures without them are given too [1/Å].
  std::optional<double> q_reliable;
};

/// Differences d = (k A − B)/B over a range of q. NaN where there are no points.
struct Difference {
  double q_min = 0, q_max = 0;  ///< [1/Å]
  std::size_t n = 0;            ///< points
  std::size_t n_relative = 0;   ///< of these, points where A and B are positive: those of d
  double mean = 0;              ///< of d
  double rms = 0;               ///< √(Σ d²/n)
  double largest = 0;           ///< the d of largest |d|
  double q_largest = 0;         ///< where that is [1/Å]
  double chi2 = 0;              ///< Σ ((k A − B)/σ)²/n; NaN without sigma
};

/// A and B at the same q, and figures of how they differ.
struct CurveComparison {
  enum class Kept { Both, A, B };  ///< whose q were taken; the other was interpolated
  enum class ScaledBy { None, Log, Sigma, Linear };  ///< see compare_curves()

  Kept kept = Kept::Both;
  double interpolation_error = 0;  ///< largest estimate, relative to the curve interpolated
  double q_of_interpolation_error = 0;
  std::size_t outside_a = 0, outside_b = 0;  ///< points beyond the range that is compared

  ScaledBy scaled_by = ScaledBy::None;
  double scale = 1;         ///< k
  std::size_t n_scale = 0;  ///< points that k is from
  std::vector<double> q;    ///< N [1/Å]
  Eigen::ArrayXd a, b;      ///< N, k A and B
  Eigen::ArrayXd sigma;     ///< N, √(σ_B² + k² σ_A²); empty if neither file gives one
  Difference overall;
  std::optional<Difference> reliable;  ///< of q <= q_reliable, if there are points on both sides
  std::vector<Difference> bands;       ///< 10 at most, of equal width in q
  double r_factor = 0;                 ///< Σ |k A − B| / Σ |B|
  double correlation = 0;              ///< of ln A and ln B where both are positive; NaN below 3
  double chi2_reduced = 0;             ///< Σ ((k A − B)/σ)²/(N − p), p = 1 with a scale
};

/// Compares A with B where both have points.
///
/// Whose q: those of the curve with sigma if only one has it, so that no noise is interpolated;
/// otherwise those of the curve with fewer points in the common range; B's if that is a tie. The
/// other one is interpolated; see interpolate_curve().
///
/// Scale: k is the best factor of A. With sigma it minimises χ², the error of A counted as k σ_A;
/// without, it is that of equal relative weights, ln k = mean of ln(B/A), which is 1/k if A and B
/// change places; if no point is positive in both, plain least squares.
/// @throws InputError naming the curves if fewer than 3 points are left in common, or there is no
///         positive scale.
CurveComparison compare_curves(const MeasuredProfile& a, const MeasuredProfile& b,
                               const CompareOptions& options = {});

/// A curve at other q.
struct InterpolatedCurve {
  std::vector<double> intensity;
  std::vector<double> sigma;  ///< propagated; empty if the curve has none
  std::vector<double> error;  ///< estimates of the error of interpolation, as intensities
};

/// Lagrange interpolation of I through 8 points, 4 on each side of q; 4 where the points are spread
/// unevenly (one gap more than three times another) and fewer towards an end. Curves that start at
/// q = 0, or within one and a half steps of it, go on beyond it as even functions. Repeated q are
/// averaged. The error is estimated by leaving out the two points furthest from q; it is that of 6
/// points, and so too large.
///
/// Not of ln I: the curve of a particle of diameter D is a sum of sin(qr)/(qr), r <= D, which a
/// polynomial follows ever better with more points, minima and zeros included, while ln I has its
/// sharpest bends there. Largest relative error found where step · D is 0.3, 0.6, 1.2: 3e-8, 7e-6,
/// 1.5e-3 for 150 points in a sphere (tests/test_compare_interpolation.cpp), 3e-9, 8e-7, 2e-4 for
/// proteins in solution. 101 points to 0.5 1/Å are 0.6 for D = 120 Å.
/// @param q  within the range of the curve [1/Å]
InterpolatedCurve interpolate_curve(const MeasuredProfile& curve, const std::vector<double>& q);

}  // namespace debye
