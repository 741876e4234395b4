// How each atom scatters: types × q, in one or more channels. The engines know nothing else.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "debye/atoms.hpp"
#include "debye/q_grid.hpp"

namespace debye {

/// One contribution to the amplitude. In channel c, atom i scatters A_c(type[i], q) [electrons].
struct Channel {
  std::string name;      ///< "vacuum"; later also displaced solvent and hydration shell
  Eigen::ArrayXXd form;  ///< T × Nq, one row per scatterer type [electrons]
};

/// Where the scatterers are and how each scatters. N scatterers, T types, C channels.
struct ScatteringModel {
  std::vector<Position> position;      ///< N [Å]
  std::vector<std::uint16_t> type;     ///< N, row of Channel::form
  std::vector<std::string> type_name;  ///< T, e.g. "C", "CH2"
  std::vector<Channel> channels;       ///< C >= 1, all with the same T and Nq
  std::size_t size() const { return position.size(); }
};

/// Atoms → amplitudes in vacuum: X-ray form factors (form_factor.hpp) of atoms and united groups.
/// A type is an element, the hydrogens folded into it and the occupancy. Cost O(N + T·Nq).
/// @throws InputError if atoms is empty.
ScatteringModel make_model(const Atoms& atoms, const QGrid& q);

}  // namespace debye
