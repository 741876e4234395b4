// Size parameters: what a curve says about the size of the particle, and what the model itself says
// in real space. Distances between the same two quantities of either kind are physics, not noise;
// each docstring states which definition it follows.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "debye/measured_profile.hpp"
#include "debye/profile.hpp"
#include "debye/solution.hpp"
#include "debye/solution_model.hpp"

namespace debye {

/// Stands for a size that is not defined; see each function. Written as null in JSON.
inline constexpr double no_size = std::numeric_limits<double>::quiet_NaN();

/// A straight line through ln I over q².
struct GuinierFit {
  double forward_intensity = 0;              ///< I(0), in the unit of the curve
  double radius_of_gyration = 0;             ///< [Å]
  double forward_intensity_sigma = no_size;  ///< standard deviations; no_size without sigma
  double radius_of_gyration_sigma = no_size;
  double q_min = 0, q_max = 0;  ///< of the points used [1/Å]
  std::size_t n = 0;            ///< points used
  std::size_t n_dropped = 0;    ///< points left out at the beginning
};

/// Guinier's law (Guinier, Ann. Phys. 12 (1939) 161), fitted by least squares with the weights
/// I²/σ² that ln I has, or equal ones without sigma:
///     ln I(q) = ln I(0) − q² Rg²/3,   q_max Rg <= limit.
/// The range is the widest, from the first point on, whose own Rg keeps q_max Rg <= limit and whose
/// points lie within 0.2 (r.m.s. of ln I, beyond sigma) of the line; it ends before an I <= 0. The
/// usual limit is 1.3 for globular particles, 0.8 for elongated ones.
///
/// Of a measured curve, leading points that are not positive are left out. So is the first point as
/// long as it misses the line through the others by more than 4 standard deviations (those of the
/// misfit if it exceeds sigma), but no more than a fifth of the points in range: scattering beside
/// the beam stop. More than that is aggregation, which no choice of points mends. Standard
/// deviations are propagated from sigma and enlarged by the square root of the reduced χ² where
/// that is above 1.
///
/// The law is the first term of a series: over this range Rg of a computed curve differs from that
/// of the model (radius_of_gyration()) by up to some per cent, depending on the shape.
/// @param q  not decreasing [1/Å]. @param sigma  positive, or empty for a computed curve
/// @return nothing if fewer than 3 points (5 with sigma) are in range, or ln I rises with q².
/// @throws InputError if the sizes differ.
std::optional<GuinierFit> fit_guinier(std::span<const double> q, std::span<const double> intensity,
                                      std::span<const double> sigma = {}, double limit = 1.3);

/// What each scatterer has beyond the solvent that it displaces, seen from far away.
struct ExcessElectrons {
  std::vector<double> weight;  ///< N, amplitude at q = 0, any sign [e]
  double extent = 0;           ///< Σ of the second moments of the scatterers, each about its own
                               ///< centre, ∫ρ r² dV [e Å²]
  double total() const;        ///< Σ w; I(0) is its square
};

/// w = f(0) − c1³ d(0) + δρ s(0) of the channels vacuum, displaced and shell. The extent takes the
/// form factors into account, and the factor of expansion().
ExcessElectrons excess_electrons(const SolutionModel& model, const SolventParameters& parameters);

/// Of atoms in vacuum: w = f(0).
ExcessElectrons vacuum_electrons(const Atoms& atoms);

/// Radius of gyration of the excess electrons [Å], where I(q) = I(0) (1 − q² Rg²/3 + O(q⁴)):
///     Rg² = (Σ w_i |r_i − c|² + extent)/Σ w,   c = Σ w_i r_i/Σ w.
/// Without extent this is Σ_ij w_i w_j r_ij²/(2 (Σw)²), of points; with it, what the slope of the
/// computed curve tends to at q = 0, which is 0.1 to 0.3 Å less for proteins. It is not the Rg of
/// the atoms in vacuum (that of Audit), which knows neither solvent nor shell.
/// @return no_size if Σ w is 0 to within 1e-9 of Σ |w|, or Rg² negative: heavy matter outside light
///         matter, or the reverse with contrasts of both signs. @throws InputError on other sizes
double contrast_radius_of_gyration(const std::vector<Position>& position,
                                   const std::vector<double>& weight, double extent = 0);

/// Largest distance of two scatterers of non-zero weight [Å]: the shell counts, radii of atoms do
/// not. Practically linear in N. @throws InputError if the sizes differ.
double scatterer_diameter(const std::vector<Position>& position, const std::vector<double>& weight);

/// Volume of a particle of uniform contrast with the same I(0) and invariant [Å³]:
///     V = 2π² I(0)/Q,   Q = ∫_0^{q_e} q² I dq + K/q_e,   q_e = min(q_max, 0.3 1/Å),
/// with the second term for Porod's law I = K/q⁴ beyond q_e, K the mean of q⁴ I from q_e/2 to q_e
/// (Porod, Kolloid-Z. 124 (1951) 83). Q of atoms has no limit, since they scatter at any q; at 0.3
/// 1/Å the shape is used up and the inside not yet resolved. No constant is subtracted.
///
/// The volume meant is (Σw)²/∫Δρ² dV: of a uniform particle its own; with a shell of volume S that
/// has w_s electrons beside the w_p of the molecule, (w_p + w_s)²/(w_p²/V + w_s²/S), which is less
/// than V + S. Found for computed curves of 14 proteins of 9 to 173 kDa, the same
/// that chose limit and window among seven, in solution with shell:
/// 0.97 to 1.13 of that volume; without shell 1.01 to 1.18 of the displaced volume. Limits of 6 to
/// 10/Rg gave 0.9 to 2.7, and a constant subtracted made small proteins worse. Not for less than 8
/// kDa or nucleic acids. Intensity is taken as linear between points, and as linear from I(0) to
/// the first.
/// @return no_size if q_e Rg < 4 or I(0) or Q is not positive.
double porod_volume(std::span<const double> q, std::span<const double> intensity,
                    double forward_intensity, double radius_of_gyration);

/// Volume of correlation V_c = I(0)/∫_0^0.3 q I dq [Å²] (Rambo & Tainer, Nature 496 (2013) 477).
/// @return no_size if the curve ends before 0.25 1/Å, or the integral is not positive.
double correlation_volume(std::span<const double> q, std::span<const double> intensity,
                          double forward_intensity);

/// M = (V_c²/Rg)/0.1231 [g/mol] of a protein, from the same source. About 10 % for measured curves.
double protein_weight(double correlation_volume, double radius_of_gyration);

/// Sizes of one curve. What is not defined, or not known from a measurement, is no_size.
struct Sizes {
  std::optional<GuinierFit> guinier;
  double forward_intensity = no_size;   ///< (Σw)² [e²]
  double radius_of_gyration = no_size;  ///< contrast_radius_of_gyration() with the extent [Å]
  double d_max = no_size;               ///< scatterer_diameter() [Å]
  double porod_volume = no_size;        ///< [Å³]
  double correlation_volume = no_size;  ///< [Å²]
  double protein_weight = no_size;      ///< protein_weight() [g/mol]
};

/// Of a computed curve and the model that it is of; volumes with I(0) and Rg of the model.
/// Guinier's law and volumes are left out if the grid is too coarse, or begins too late, for that
/// Rg.
Sizes model_sizes(const Profile& curve, const std::vector<Position>& position,
                  const ExcessElectrons& electrons);

/// Of the mean curve of several models with these sizes: I(0) and Rg² (weighted by I(0)) are means,
/// Dmax is the largest; the rest is that of the curve.
Sizes mean_sizes(const Profile& curve, const std::vector<Sizes>& each);

/// Of a measured curve alone; volumes with I(0) and Rg of Guinier's law.
Sizes measured_sizes(const MeasuredProfile& curve);

}  // namespace debye
