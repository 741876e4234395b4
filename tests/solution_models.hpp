// A model in solution and curves measured from it, made up: for the tests of the fit.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "debye/fit.hpp"
#include "debye/pair_sum.hpp"
#include "models.hpp"

namespace debye::test {

/// Standard normal deviate (Box & Muller), the same on every platform.
inline double normal(std::mt19937_64& random) {
  const double radius = std::sqrt(-2 * std::log(1 - uniform(random)));
  return radius * std::cos(2 * M_PI * uniform(random));
}

constexpr double atom_volume = 17.0, bead_volume = 27.0;  // [Å³]

/// About n protein-like atoms in a ball, which scatter in the channels vacuum and displaced, in a
/// layer of beads of solvent, which scatter in the channel shell, for a contrast of 1 e/Å³.
inline ScatteringModel solution_model(std::size_t n, const QGrid& q) {
  ScatteringModel model = shaped_model(Shape::Globule, n, q);
  double radius = 0;
  for (const Position& p : model.position) radius = std::max(radius, std::hypot(p[0], p[1], p[2]));
  radius += 3;
  model.type.assign(model.size(), 0);
  const int beads = static_cast<int>(4 * M_PI * radius * radius * 3 / bead_volume);
  for (int i = 0; i < beads; ++i) {  // a Fibonacci spiral
    const double z = 1 - (2 * i + 1.0) / beads, rho = std::sqrt(1 - z * z);
    const double angle = i * M_PI * (3 - std::sqrt(5.0));
    model.position.push_back(
        {radius * rho * std::cos(angle), radius * rho * std::sin(angle), radius * z});
    model.type.push_back(1);
  }
  model.type_name = {"atom", "bead"};
  const Eigen::Map<const Eigen::ArrayXd> values(q.values().data(),
                                                static_cast<Eigen::Index>(q.size()));
  const auto solvent = [&](double volume) -> Eigen::ArrayXd {
    return volume * (-values.square() * std::pow(volume, 2.0 / 3) / (4 * M_PI)).exp();
  };
  model.channels.clear();
  for (const char* name : {"vacuum", "displaced", "shell"})
    model.channels.push_back({name, Eigen::ArrayXXd::Zero(2, values.size())});
  model.channels[VacuumChannel].form.row(0) = 7 * (-0.5 * values.square()).exp();
  model.channels[DisplacedChannel].form.row(0) = 0.334 * solvent(atom_volume);
  model.channels[ShellChannel].form.row(1) = solvent(bead_volume);
  return model;
}

inline double largest_distance(const ScatteringModel& model) {
  double largest = 0;
  for (const Position& a : model.position)
    for (const Position& b : model.position)
      largest = std::max(largest, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
  return largest;
}

/// Partial profiles of solution_model() by direct sums at every q.
inline SolutionProfiles solution_profiles(std::size_t n, const QGrid& q) {
  return {make_cpu_engine(Precision::Double, 0)->compute(solution_model(n, q), q),
          std::cbrt(3 * atom_volume / (4 * M_PI))};
}

/// What a measurement without noise would give: a curve from direct sums at the measured q, scaled,
/// on a constant; sigma is a part of the intensity plus a part of that at the first q.
struct Truth {
  SolventParameters solvent{1.01, 0.025};
  double scale = 2e-6, constant = 0;
  double relative_sigma = 0.001, flat_sigma = 2e-5;
};

inline MeasuredProfile noise_free(const SolutionProfiles& at_data, const Truth& truth) {
  MeasuredProfile data;
  data.name = "synthetic.dat";
  data.q = at_data.partials.q.values();
  const Profile curve = solution_profile(at_data, truth.solvent);
  for (const double intensity : curve.intensity) {
    data.intensity.push_back(truth.scale * intensity + truth.constant);
    data.sigma.push_back(
        truth.scale * (truth.relative_sigma * intensity + truth.flat_sigma * curve.intensity[0]));
  }
  return data;
}

inline MeasuredProfile with_noise(MeasuredProfile data, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < data.size(); ++i) data.intensity[i] += data.sigma[i] * normal(random);
  return data;
}

/// A model of 400 atoms and its measurement at 200 q: made once, used by many tests.
struct Measurement {
  static constexpr std::size_t atoms = 400;
  QGrid q = QGrid::linear(0.012, 0.5, 200);
  SolutionProfiles at_data = solution_profiles(atoms, q);
  double d_max = largest_distance(solution_model(atoms, q));
  SolutionProfiles on_grid = solution_profiles(atoms, grid_for(noise_free(at_data, {}), d_max));
};

inline const Measurement& measurement() {
  static const Measurement made;
  return made;
}

}  // namespace debye::test
