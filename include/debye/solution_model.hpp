// Atoms → a scattering model in solution: the molecule, the solvent that it displaces, and the
// water that it binds.
#pragma once

#include <map>
#include <string>

#include "debye/scattering_model.hpp"
#include "debye/solution.hpp"
#include "debye/surface_distances.hpp"

namespace debye {

/// Published tables of displaced volumes; see solvent/displaced_volume.hpp.
enum class VolumeTable { Svergun, Foxs, Voronoi, MeanField, Capp };

/// "svergun", "foxs", "voronoi", "mean-field", "capp".
const char* volume_table_name(VolumeTable table);

/// Limits of SolventOptions::shell_width other than 0 [Å]: a molecule of water, and what single
/// precision leaves of the blending of distant spheres.
inline constexpr double smallest_shell_width = 2.0;
inline constexpr double largest_shell_width = 30.0;

/// By how much of I(q) up to q = 0.5 1/Å the curve of a protein or nucleic acid changes at most
/// when it is turned against the grid of the shell's beads, for each e/Å³ of contrast. Measured by
/// tests/test_hydration_shell.cpp; more for molecules of a few dozen atoms.
inline constexpr double shell_sampling_error = 0.2;

struct SolventOptions {
  VolumeTable volumes = VolumeTable::Svergun;
  double density = 0.334;    ///< of the bulk solvent's electrons [e/Å³]
  double shell_width = 3.0;  ///< of the hydration shell [Å]; 0: no shell
  bool cavities = false;     ///< closed cavities are lined by the shell too
  Position grid_phase = {};  ///< position of one point of the shell's grid [Å]; for tests
};

/// What a user may ask about a model in solution.
struct SolutionSummary {
  std::size_t n_atoms = 0;      ///< scatterers that are atoms or groups
  std::size_t n_beads = 0;      ///< of the hydration shell
  double displaced_volume = 0;  ///< Σ V over the atoms [Å³]
  double mean_radius = 0;       ///< mean of the radii (3V/4π)^{1/3} of the atoms [Å]
  double shell_volume = 0;      ///< [Å³]
  double shell_spacing = 0;     ///< distance of the beads [Å]
  std::map<std::string, std::size_t> without_volume;  ///< atoms by element whose volume is that of
                                                      ///< a sphere, because the table lacks it
};

/// What scatters in solution: the atoms, then the beads of the shell.
struct SolutionModel : SolutionSummary {
  ScatteringModel scattering;  ///< with the SolutionChannels; the shell for a contrast of 1 e/Å³
  Eigen::ArrayXXd electrons;   ///< types × channels, amplitude at q = 0
  Eigen::ArrayXXd moments;     ///< types × channels, m of A(q) = A(0) − q² m/6 + … [e Å²]
};

/// Channels: form factors in vacuum; solvent displaced by each atom or group as Gaussian spheres;
/// beads of water in a layer on the solvent-accessible surface. A bead that stands for a volume v
/// of the layer counts v exp(−q² V^{2/3}/(4π)), a Gaussian sphere as large as a molecule of water,
/// V = 29.9 Å³. Cost linear in the number of atoms.
/// @param distances  finds the surface; the CPU with all its threads if empty
/// @throws InputError if there are no atoms, or the table needs implicit hydrogens and these are
///         explicit.
SolutionModel make_solution_model(const Atoms& atoms, const QGrid& q,
                                  const SolventOptions& options = {},
                                  const SurfaceDistances& distances = {});

}  // namespace debye
