// Copies a model into the layout of the kernel, in the kernel's precision.
#include "opencl/pair_arrays.hpp"

#include <algorithm>

namespace debye::opencl {

template <class Real>
std::vector<Real4<Real>> pack_positions(const std::vector<Position>& position,
                                        const Position& centre, std::size_t padded_size) {
  std::vector<Real4<Real>> packed(padded_size, Real4<Real>{});
  for (std::size_t k = 0; k < position.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i)
      packed[k][i] = static_cast<Real>(position[k][i] - centre[i]);
  return packed;
}

std::vector<std::uint16_t> pack_types(const std::vector<std::uint16_t>& type, std::uint16_t padding,
                                      std::size_t padded_size) {
  std::vector<std::uint16_t> packed(padded_size, padding);
  std::copy(type.begin(), type.end(), packed.begin());
  return packed;
}

template <class Real>
std::vector<Real2<Real>> pack_amplitudes(const ScatteringModel& model,
                                         std::span<const QPass> passes) {
  const Eigen::Index n_types = model.channels.front().form.rows();
  std::vector<Real2<Real>> packed;
  packed.reserve(passes.size() * static_cast<std::size_t>(n_types + 1) * model.channels.size());
  for (const QPass& pass : passes) {
    const auto first = static_cast<Eigen::Index>(pass.index[0]);
    const auto second = static_cast<Eigen::Index>(pass.index[1]);
    for (Eigen::Index t = 0; t < n_types; ++t)
      for (const Channel& channel : model.channels)
        packed.push_back({static_cast<Real>(channel.form(t, first)),
                          static_cast<Real>(channel.form(t, second))});
    packed.resize(packed.size() + model.channels.size(), Real2<Real>{});
  }
  return packed;
}

template <class Real>
std::vector<Real4<Real>> pack_passes(std::span<const QPass> passes) {
  std::vector<Real4<Real>> packed;
  for (const QPass& pass : passes)
    packed.push_back({static_cast<Real>(pass.half_turns[0]), static_cast<Real>(pass.half_turns[1]),
                      static_cast<Real>(pass.unit), Real{0}});
  return packed;
}

#define DEBYE_INSTANTIATE(Real)                                                                   \
  template std::vector<Real4<Real>> pack_positions(const std::vector<Position>&, const Position&, \
                                                   std::size_t);                                  \
  template std::vector<Real2<Real>> pack_amplitudes(const ScatteringModel&,                       \
                                                    std::span<const QPass>);                      \
  template std::vector<Real4<Real>> pack_passes(std::span<const QPass>);
DEBYE_INSTANTIATE(float)
DEBYE_INSTANTIATE(double)
#undef DEBYE_INSTANTIATE

}  // namespace debye::opencl
