// Excess electrons of each scatterer, and sizes in real space.

#include <array>
#include <cmath>
#include <numbers>

#include "debye/error.hpp"
#include "debye/sizes.hpp"
#include "second_moments.hpp"
#include "structure/diameter.hpp"

namespace debye {
namespace {

void check_sizes(const std::vector<Position>& position, const std::vector<double>& weight) {
  if (position.size() != weight.size())
    fail(position.size(), " positions but ", weight.size(), " weights");
}

/// Weights and extent from what each type has.
ExcessElectrons of_types(const std::vector<std::uint16_t>& type, const Eigen::ArrayXd& electrons,
                         const Eigen::ArrayXd& moment) {
  ExcessElectrons excess;
  excess.weight.reserve(type.size());
  for (const std::uint16_t t : type) {
    excess.weight.push_back(electrons[t]);
    excess.extent += moment[t];
  }
  return excess;
}

}  // namespace

double ExcessElectrons::total() const {
  double sum = 0;
  for (const double w : weight) sum += w;
  return sum;
}

ExcessElectrons excess_electrons(const SolutionModel& model, const SolventParameters& parameters) {
  const double c1 = parameters.c1, volume_factor = c1 * c1 * c1;
  // −6 d/d(q²) of ln G(q); see expansion().
  const double spread = 6 * std::pow(4 * std::numbers::pi / 3, 2.0 / 3) * model.mean_radius *
                        model.mean_radius / (4 * std::numbers::pi) * (c1 * c1 - 1);
  const auto& e = model.electrons;
  const auto& m = model.moments;
  const Eigen::ArrayXd electrons = e.col(VacuumChannel) - volume_factor * e.col(DisplacedChannel) +
                                   parameters.shell_contrast * e.col(ShellChannel);
  const Eigen::ArrayXd moment =
      m.col(VacuumChannel) -
      volume_factor * (m.col(DisplacedChannel) + spread * e.col(DisplacedChannel)) +
      parameters.shell_contrast * m.col(ShellChannel);
  return of_types(model.scattering.type, electrons, moment);
}

ExcessElectrons vacuum_electrons(const Atoms& atoms) {
  const ScatteringModel model = make_model(atoms, QGrid({0, moment_q}));
  const Eigen::ArrayXXd& form = model.channels.front().form;
  return of_types(model.type, form.col(0), second_moments(form.col(0), form.col(1)));
}

double contrast_radius_of_gyration(const std::vector<Position>& position,
                                   const std::vector<double>& weight, double extent) {
  check_sizes(position, weight);
  double sum = 0, sum_of_absolute = 0;
  Position centre = {};
  for (std::size_t i = 0; i < weight.size(); ++i) {
    sum += weight[i];
    sum_of_absolute += std::abs(weight[i]);
    for (std::size_t k = 0; k < 3; ++k) centre[k] += weight[i] * position[i][k];
  }
  if (!(std::abs(sum) > 1e-9 * sum_of_absolute)) return no_size;
  for (double& x : centre) x /= sum;
  double square = extent;
  for (std::size_t i = 0; i < weight.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = position[i][k] - centre[k];
      square += weight[i] * x * x;
    }
  square /= sum;
  return square >= 0 ? std::sqrt(square) : no_size;
}

double scatterer_diameter(const std::vector<Position>& position,
                          const std::vector<double>& weight) {
  check_sizes(position, weight);
  std::vector<Position> scattering;
  for (std::size_t i = 0; i < weight.size(); ++i)
    if (weight[i] != 0) scattering.push_back(position[i]);
  return largest_distance(scattering);
}

}  // namespace debye
