// What the tests of both forms of the direct sum on OpenCL devices share.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include "accuracy.hpp"
#include "debye/pair_sum.hpp"
#include "reference.hpp"

namespace debye::test {

/// n atoms as dense as in a protein (18 Å³ each), 3 types or more, every channel with its own
/// amplitudes.
inline ScatteringModel random_ball(std::size_t n, int n_channels, const QGrid& q,
                                   unsigned n_types = 3) {
  std::mt19937 random(static_cast<unsigned>(n));
  // Not std::uniform_real_distribution, whose values differ between standard libraries.
  const auto uniform = [&random] { return static_cast<double>(random()) * 0x1p-31 - 1; };
  const double radius = std::cbrt(static_cast<double>(n) * 18 * 3 / (4 * 3.14159265));
  ScatteringModel model;
  while (model.size() < n) {
    const double x = uniform(), y = uniform(), z = uniform();
    if (x * x + y * y + z * z < 1) {
      model.position.push_back({radius * x, radius * y, radius * z});
      model.type.push_back(static_cast<std::uint16_t>(random() % n_types));
    }
  }
  for (unsigned t = 0; t < n_types; ++t) model.type_name.push_back("type " + std::to_string(t));
  for (int c = 0; c < n_channels; ++c) {
    Channel channel{"channel", Eigen::ArrayXXd(static_cast<Eigen::Index>(n_types),
                                               static_cast<Eigen::Index>(q.size()))};
    for (Eigen::Index t = 0; t < channel.form.rows(); ++t)
      for (Eigen::Index i = 0; i < channel.form.cols(); ++i) {
        const double value = q[static_cast<std::size_t>(i)];
        channel.form(t, i) = (6 + static_cast<double>(t) - 1.5 * c) *
                             std::exp(-value * value * (0.1 + 0.05 * static_cast<double>(c)));
      }
    model.channels.push_back(channel);
  }
  return model;
}

inline double error_against_reference(PairSumEngine& engine, const ScatteringModel& model,
                                      const QGrid& q) {
  return max_relative_error(engine.compute(model, q), reference_sum(model, q));
}

/// Models of these tests reach 1e-3 of I(0); 1e-6 was measured to hold there with room to spare.
inline constexpr double single_error = 1e-6;
inline constexpr double double_error = 1e-12;

inline bool same_bits(const PartialProfiles& a, const PartialProfiles& b) {
  return a.values.rows() == b.values.rows() && a.values.cols() == b.values.cols() &&
         (a.values == b.values).all();
}

}  // namespace debye::test
