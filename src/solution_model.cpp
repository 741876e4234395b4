// Atoms → the three channels of a model in solution.

#include "debye/solution_model.hpp"

#include <cmath>
#include <numbers>

#include "atom_types.hpp"
#include "debye/error.hpp"
#include "form_factor.hpp"
#include "second_moments.hpp"
#include "solvent/displaced_volume.hpp"
#include "solvent/hydration_shell.hpp"

namespace debye {
namespace {

/// Volume of a molecule of water in the bulk [Å³].
constexpr double water_volume = 29.9;

/// Weights of beads are rounded to multiples of 1/n of the largest, each a type of its own. With 32
/// the rounding adds noise of 1e-4 of I(q) at most, as random as that of the grid (shell_spacing).
constexpr int weight_levels = 32;

void check_options(const Atoms& atoms, const SolventOptions& options) {
  if (!(options.density >= 0) || !std::isfinite(options.density))
    fail("solvent density ", options.density, " e/A^3: must be finite and not negative");
  const double width = options.shell_width;
  if (width != 0 && !(width >= smallest_shell_width && width <= largest_shell_width))
    fail("shell width ", width, " A: must be from ", smallest_shell_width, " to ",
         largest_shell_width, " A, or 0 for no shell");
  const bool groups_only =
      options.volumes == VolumeTable::Voronoi || options.volumes == VolumeTable::MeanField;
  if (groups_only &&
      (atoms.audit.explicit_hydrogens > 0 || atoms.audit.hydrogen_mode == "explicit"))
    fail("the ", volume_table_name(options.volumes),
         " volumes are those of groups: add --hydrogens implicit");
}

void add_displaced_volumes(SolutionSummary& summary, const AtomTypes& atoms, VolumeTable table) {
  std::vector<std::size_t> count(atoms.types.size(), 0);
  for (const std::uint16_t type : atoms.of_atom) ++count[type];
  for (std::size_t t = 0; t < atoms.types.size(); ++t) {
    const AtomType& type = atoms.types[t];
    const DisplacedVolume volume = displaced_volume(table, type.atomic_number, type.hydrogens);
    const auto n = static_cast<double>(count[t]);
    summary.displaced_volume += n * type.occupancy * volume.value;
    summary.mean_radius += n * std::cbrt(0.75 * volume.value / std::numbers::pi);
    if (!volume.from_table) summary.without_volume[element_symbol(type.atomic_number)] += count[t];
  }
  summary.mean_radius /= static_cast<double>(atoms.of_atom.size());
}

HydrationShell find_shell(const Atoms& atoms, const SolventOptions& options,
                          const SurfaceDistances& distances) {
  // Explicit hydrogens lie within the radius of the atoms that carry them; leaving them out gives
  // the same surface with and without.
  std::vector<Position> position;
  std::vector<double> radius;
  for (const bool hydrogens : {false, true}) {
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if ((atoms.atomic_number[i] == 1) != hydrogens) continue;
      position.push_back(atoms.position[i]);
      radius.push_back(surface_radius(atoms.atomic_number[i]) + probe_radius);
    }
    if (!position.empty()) break;  // nothing but hydrogens otherwise
  }
  const SurfaceBlocks blocks = make_surface_blocks(
      position, radius, shell_spacing, shell_outer_edge(options.shell_width), options.grid_phase);
  const std::vector<float> distance = distances ? distances(blocks) : surface_distances(blocks, 0);
  return hydration_shell(blocks, distance, {options.shell_width, options.cavities});
}

/// Beads of a shell, their weights rounded to `weight_levels` types that follow those of the atoms.
/// @return volume that a bead of the first of these types stands for [Å³]
double add_beads(SolutionModel& model, const HydrationShell& shell, const SolventOptions& options,
                 std::size_t first_type) {
  ScatteringModel& scattering = model.scattering;
  const double step = highest_layer_profile(options.shell_width) / weight_levels;
  const double volume = step * shell.spacing * shell.spacing * shell.spacing;
  for (int level = 1; level <= weight_levels; ++level)
    scattering.type_name.push_back("water " + std::to_string(level) + "/" +
                                   std::to_string(weight_levels));
  for (std::size_t i = 0; i < shell.position.size(); ++i) {
    const auto level = static_cast<std::size_t>(std::lround(shell.weight[i] / step));
    if (level == 0) continue;
    scattering.position.push_back(shell.position[i]);
    scattering.type.push_back(static_cast<std::uint16_t>(first_type + level - 1));
    model.shell_volume += volume * static_cast<double>(level);
  }
  model.n_beads = scattering.size() - model.n_atoms;
  model.shell_spacing = shell.spacing;
  return volume;
}

/// Amplitudes of atoms and, if bead_volume is not 0, of the beads.
std::vector<Channel> make_channels(const std::vector<AtomType>& atoms, double bead_volume,
                                   const SolventOptions& options, const QGrid& q) {
  const auto n_atoms = static_cast<Eigen::Index>(atoms.size());
  const Eigen::ArrayXXd nothing = Eigen::ArrayXXd::Zero(
      n_atoms + (bead_volume > 0 ? weight_levels : 0), static_cast<Eigen::Index>(q.size()));
  std::vector<Channel> channels = {
      {"vacuum", nothing}, {"displaced solvent", nothing}, {"hydration shell", nothing}};
  for (Eigen::Index t = 0; t < n_atoms; ++t) {
    const AtomType& type = atoms[static_cast<std::size_t>(t)];
    const double volume =
        displaced_volume(options.volumes, type.atomic_number, type.hydrogens).value;
    channels[VacuumChannel].form.row(t) =
        type.occupancy * united_form_factor(type.atomic_number, type.hydrogens, q).transpose();
    channels[DisplacedChannel].form.row(t) =
        type.occupancy * displaced_form_factor(volume, options.density, q).transpose();
  }
  if (bead_volume > 0) {
    const Eigen::ArrayXd water = displaced_form_factor(water_volume, bead_volume / water_volume, q);
    for (int level = 1; level <= weight_levels; ++level)
      channels[ShellChannel].form.row(n_atoms + level - 1) = (water * level).transpose();
  }
  return channels;
}

}  // namespace

SolutionModel make_solution_model(const Atoms& atoms, const QGrid& q, const SolventOptions& options,
                                  const SurfaceDistances& distances) {
  check_options(atoms, options);
  const AtomTypes found = find_types(atoms);
  SolutionModel model;
  model.n_atoms = atoms.size();
  model.scattering.position = atoms.position;
  model.scattering.type = found.of_atom;
  for (const AtomType& type : found.types)
    model.scattering.type_name.push_back(group_name(type.atomic_number, type.hydrogens));
  add_displaced_volumes(model, found, options.volumes);
  double bead_volume = 0;
  if (options.shell_width > 0)
    bead_volume =
        add_beads(model, find_shell(atoms, options, distances), options, found.types.size());

  model.scattering.channels = make_channels(found.types, bead_volume, options, q);
  const auto near_zero = make_channels(found.types, bead_volume, options, QGrid({0, moment_q}));
  const Eigen::Index n_types = near_zero.front().form.rows();
  model.electrons.resize(n_types, 3);
  model.moments.resize(n_types, 3);
  for (Eigen::Index c = 0; c < 3; ++c) {
    const Eigen::ArrayXXd& form = near_zero[static_cast<std::size_t>(c)].form;
    model.electrons.col(c) = form.col(0);
    model.moments.col(c) = second_moments(form.col(0), form.col(1));
  }
  return model;
}

}  // namespace debye
