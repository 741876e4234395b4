// Scattering models for the engine tests: any number of atoms, types and channels, several shapes.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "debye/scattering_model.hpp"

namespace debye::test {

/// Uniform in [0, 1) from plain arithmetic on the generator's output, which the standard fixes
/// (unlike that of its distributions).
inline double uniform(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

/// Amplitudes that differ by type and channel and fall with q, some of them negative.
inline void add_channels(ScatteringModel& model, int n_types, int n_channels, const QGrid& q) {
  for (int t = 0; t < n_types; ++t) model.type_name.push_back("type " + std::to_string(t));
  for (int c = 0; c < n_channels; ++c) {
    Channel channel{"channel " + std::to_string(c), {}};
    channel.form.resize(n_types, static_cast<Eigen::Index>(q.size()));
    for (int t = 0; t < n_types; ++t)
      for (std::size_t n = 0; n < q.size(); ++n)
        channel.form(t, static_cast<Eigen::Index>(n)) =
            (6.0 + t - 2.0 * c) * std::exp(-(0.5 + 0.1 * t + 0.2 * c) * q[n] * q[n]);
    model.channels.push_back(std::move(channel));
  }
}

/// n atoms at random in a box as dense as a protein, types at random.
inline ScatteringModel random_model(std::size_t n, int n_types, int n_channels, const QGrid& q) {
  std::mt19937_64 random(n * 1000 + static_cast<std::size_t>(n_types));
  const double side = std::cbrt(17.2 * static_cast<double>(n));
  ScatteringModel model;
  for (std::size_t i = 0; i < n; ++i) {
    model.position.push_back({side * (uniform(random) - 0.5), side * (uniform(random) - 0.5),
                              side * (uniform(random) - 0.5)});
    model.type.push_back(static_cast<std::uint16_t>(random() % static_cast<unsigned>(n_types)));
  }
  add_channels(model, n_types, n_channels, q);
  return model;
}

enum class Shape { Globule, EvenGlobule, Rod, Shell };

inline const char* name_of(Shape shape) {
  switch (shape) {
    case Shape::Globule:
      return "globule";
    case Shape::EvenGlobule:
      return "evenly packed globule";
    case Shape::Rod:
      return "rod";
    case Shape::Shell:
      return "shell";
  }
  return "";
}

/// About n atoms of four types: a ball; a ball with one atom near the middle of each lattice cell,
/// in which pairs cancel nearly all of the self terms; a rod of 20 Å diameter; a hollow ball.
inline ScatteringModel shaped_model(Shape shape, std::size_t n, const QGrid& q) {
  std::mt19937_64 random(n + static_cast<std::size_t>(shape));
  const double cell = std::cbrt(17.2), count = static_cast<double>(n);
  const double jitter = shape == Shape::EvenGlobule ? 0.6 : 1.0;
  double outer = std::cbrt(0.75 * count / M_PI) * cell, inner = 0, half_length = outer;
  if (shape == Shape::Rod) {
    outer = 10.0;
    half_length = 0.5 * 17.2 * count / (M_PI * outer * outer);
  }
  if (shape == Shape::Shell) {
    inner = std::sqrt(17.2 * count / (4 * M_PI * 10.0));  // about 10 Å thick
    outer = half_length = std::cbrt(inner * inner * inner + 0.75 * count * 17.2 / M_PI);
  }
  const int across = static_cast<int>(outer / cell) + 2;
  const int along = static_cast<int>(half_length / cell) + 2;
  ScatteringModel model;
  for (int i = -across; i <= across; ++i)
    for (int j = -across; j <= across; ++j)
      for (int k = -along; k <= along; ++k) {
        const Position p = {cell * (i + jitter * (uniform(random) - 0.5)),
                            cell * (j + jitter * (uniform(random) - 0.5)),
                            cell * (k + jitter * (uniform(random) - 0.5))};
        const double rho = std::hypot(p[0], p[1]);
        const double r = std::hypot(rho, p[2]);
        const bool inside = shape == Shape::Rod ? rho < outer && std::abs(p[2]) < half_length
                                                : r < outer && r >= inner;
        if (!inside) continue;
        model.position.push_back(p);
        model.type.push_back(static_cast<std::uint16_t>(random() % 4));
      }
  add_channels(model, 4, 1, q);
  return model;
}

/// A ball of about n atoms of one type on a cubic face-centred lattice: the worst case for
/// rounding, because thousands of pairs have the very same distance.
inline ScatteringModel crystal(std::size_t n, const QGrid& q) {
  const double edge = 4.08, radius = edge * std::cbrt(3.0 * static_cast<double>(n) / (16 * M_PI));
  const int reach = static_cast<int>(radius / edge) + 1;
  ScatteringModel model;
  for (int i = -2 * reach; i <= 2 * reach; ++i)
    for (int j = -2 * reach; j <= 2 * reach; ++j)
      for (int k = -2 * reach; k <= 2 * reach; ++k)
        if ((i + j + k) % 2 == 0 && std::hypot(i, j, k) * edge / 2 <= radius)
          model.position.push_back({i * edge / 2, j * edge / 2, k * edge / 2});
  model.type.assign(model.size(), 0);
  add_channels(model, 1, 1, q);
  return model;
}

}  // namespace debye::test
