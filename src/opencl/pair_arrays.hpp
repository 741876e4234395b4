// The arrays that kernels/debye_pairs.cl reads, laid out as its header states.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "debye/scattering_model.hpp"
#include "opencl/q_passes.hpp"

namespace debye::opencl {

template <class Real>
using Real2 = std::array<Real, 2>;  // real2 of the kernel
template <class Real>
using Real4 = std::array<Real, 4>;  // real4 of the kernel

/// Positions relative to `centre`, subtracted in double; `padded_size` elements.
template <class Real>
std::vector<Real4<Real>> pack_positions(const std::vector<Position>& position,
                                        const Position& centre, std::size_t padded_size);

/// Types, padded with the type `padding`.
std::vector<std::uint16_t> pack_types(const std::vector<std::uint16_t>& type, std::uint16_t padding,
                                      std::size_t padded_size);

/// Amplitudes, passes × (T + 1) × C; type T scatters nothing.
template <class Real>
std::vector<Real2<Real>> pack_amplitudes(const ScatteringModel& model,
                                         std::span<const QPass> passes);

/// half_turns and unit of each pass.
template <class Real>
std::vector<Real4<Real>> pack_passes(std::span<const QPass> passes);

}  // namespace debye::opencl
