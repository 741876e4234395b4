// Volumes of solvent that atoms and united groups displace, and the amplitude of that solvent.
// gemmi's radii stand in for elements that a table lacks.
#pragma once

#include <Eigen/Core>

#include "debye/solution_model.hpp"

namespace debye {

/// Volume displaced by an atom X together with n hydrogens folded into it.
struct DisplacedVolume {
  double value = 0;        ///< [Å³]
  bool from_table = true;  ///< false: a sphere with the radius of the element (see below)
};

/// Tables, for implicit hydrogens (groups) and explicit ones (atoms) unless said otherwise:
///   svergun   Svergun, Barberato & Koch, J. Appl. Cryst. 28 (1995) 768; groups are sums
///   foxs      the same for H C N O S P; 9.0 Å³ for the metals, as FoXS has it
///   voronoi   Voronoi volumes of united groups, as listed by AUSAXS; implicit hydrogens only
///   mean-field volumes fitted to a mean field, as listed by AUSAXS; implicit hydrogens only
///   capp      svergun for H C N O; S, P, halogens and metals by Batsanov's radii, as CaPP has it
/// Groups and elements that voronoi and mean-field lack are those of svergun. An element that the
/// others lack is a sphere: of its covalent radius if it is a metal, as ions are
/// in the first table, otherwise of its van der Waals radius.
DisplacedVolume displaced_volume(VolumeTable table, int atomic_number, int hydrogens);

/// Amplitude of a Gaussian sphere of solvent of that volume [electrons]:
///     g(q) = ρ V exp(−q² V^{2/3}/(4π))
/// (Fraser, MacRae & Suzuki, J. Appl. Cryst. 11 (1978) 693). @param density ρ [e/Å³]
Eigen::ArrayXd displaced_form_factor(double volume, double density, const QGrid& q);

/// van der Waals radius of an element, from gemmi [Å].
double surface_radius(int atomic_number);

}  // namespace debye
