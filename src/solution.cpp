// The curve in solution from its partial profiles, and as a polynomial of the shell contrast.

#include "debye/solution.hpp"

#include <cmath>

#include "contrast_terms.hpp"
#include "debye/error.hpp"

namespace debye {
namespace {

/// P_xy of the three channels, by name.
struct Partials {
  explicit Partials(const PartialProfiles& partials) : p(partials) {
    if (p.n_channels != 3) fail("a model in solution has 3 channels, not ", p.n_channels);
  }
  Eigen::ArrayXd operator()(SolutionChannel x, SolutionChannel y) const {
    return p.values.row(p.row(x, y)).transpose();
  }
  const PartialProfiles& p;
};

/// (4π/3)^{2/3} q² r_m²/(4π), so that G = c1³ exp(−spread (c1² − 1)).
Eigen::ArrayXd spread(const QGrid& q, double mean_radius) {
  const Eigen::Map<const Eigen::ArrayXd> values(q.values().data(),
                                                static_cast<Eigen::Index>(q.size()));
  return std::pow(4 * M_PI / 3, 2.0 / 3) * mean_radius * mean_radius / (4 * M_PI) * values.square();
}

}  // namespace

Eigen::ArrayXd expansion(const QGrid& q, double c1, double mean_radius) {
  return c1 * c1 * c1 * (-(c1 * c1 - 1) * spread(q, mean_radius)).exp();
}

Eigen::MatrixX3d contrast_terms(const SolutionProfiles& profiles, double c1) {
  const Partials p(profiles.partials);
  const Eigen::ArrayXd g = expansion(profiles.partials.q, c1, profiles.mean_radius);
  Eigen::MatrixX3d terms(g.size(), 3);
  terms.col(0) = p(VacuumChannel, VacuumChannel) - 2 * g * p(VacuumChannel, DisplacedChannel) +
                 g.square() * p(DisplacedChannel, DisplacedChannel);
  terms.col(1) = 2 * (p(VacuumChannel, ShellChannel) - g * p(DisplacedChannel, ShellChannel));
  terms.col(2) = p(ShellChannel, ShellChannel);
  return terms;
}

Eigen::MatrixX3d contrast_terms_slope(const SolutionProfiles& profiles, double c1) {
  const Partials p(profiles.partials);
  const QGrid& q = profiles.partials.q;
  const Eigen::ArrayXd g = expansion(q, c1, profiles.mean_radius);
  const Eigen::ArrayXd slope = g * (3 / c1 - 2 * c1 * spread(q, profiles.mean_radius));  // dG/dc1
  Eigen::MatrixX3d terms(g.size(), 3);
  terms.col(0) =
      2 * slope * (g * p(DisplacedChannel, DisplacedChannel) - p(VacuumChannel, DisplacedChannel));
  terms.col(1) = -2 * slope * p(DisplacedChannel, ShellChannel);
  terms.col(2).setZero();
  return terms;
}

Eigen::ArrayXXd solution_terms(const SolutionProfiles& profiles,
                               const SolventParameters& parameters) {
  const Partials p(profiles.partials);
  const double contrast = parameters.shell_contrast;
  const Eigen::ArrayXd g = expansion(profiles.partials.q, parameters.c1, profiles.mean_radius);
  Eigen::ArrayXXd terms(6, g.size());
  terms.row(0) = p(VacuumChannel, VacuumChannel);
  terms.row(1) = g.square() * p(DisplacedChannel, DisplacedChannel);
  terms.row(2) = contrast * contrast * p(ShellChannel, ShellChannel);
  terms.row(3) = -2 * g * p(VacuumChannel, DisplacedChannel);
  terms.row(4) = 2 * contrast * p(VacuumChannel, ShellChannel);
  terms.row(5) = -2 * contrast * g * p(DisplacedChannel, ShellChannel);
  return terms;
}

Profile solution_profile(const SolutionProfiles& profiles, const SolventParameters& parameters) {
  const double contrast = parameters.shell_contrast;
  const Eigen::Vector3d powers(1.0, contrast, contrast * contrast);
  return {profiles.partials.q, (contrast_terms(profiles, parameters.c1) * powers).array()};
}

}  // namespace debye
