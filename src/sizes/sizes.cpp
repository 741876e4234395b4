// All sizes of one curve.

#include "debye/sizes.hpp"

#include <algorithm>
#include <cmath>

namespace debye {
namespace {

void add_volumes(Sizes& sizes, std::span<const double> q, std::span<const double> intensity,
                 double forward_intensity, double radius_of_gyration) {
  sizes.porod_volume = porod_volume(q, intensity, forward_intensity, radius_of_gyration);
  sizes.correlation_volume = correlation_volume(q, intensity, forward_intensity);
  sizes.protein_weight = protein_weight(sizes.correlation_volume, radius_of_gyration);
}

}  // namespace

Sizes model_sizes(const Profile& curve, const std::vector<Position>& position,
                  const ExcessElectrons& electrons) {
  const std::vector<double>& q = curve.q.values();
  const std::span<const double> intensity(curve.intensity.data(),
                                          static_cast<std::size_t>(curve.intensity.size()));
  Sizes sizes;
  sizes.guinier = fit_guinier(q, intensity);
  sizes.forward_intensity = electrons.total() * electrons.total();
  sizes.radius_of_gyration =
      contrast_radius_of_gyration(position, electrons.weight, electrons.extent);
  sizes.d_max = scatterer_diameter(position, electrons.weight);
  add_volumes(sizes, q, intensity, sizes.forward_intensity, sizes.radius_of_gyration);
  return sizes;
}

Sizes mean_sizes(const Profile& curve, const std::vector<Sizes>& each) {
  const std::vector<double>& q = curve.q.values();
  const std::span<const double> intensity(curve.intensity.data(),
                                          static_cast<std::size_t>(curve.intensity.size()));
  Sizes sizes;
  sizes.guinier = fit_guinier(q, intensity);
  double forward = 0, square = 0;
  sizes.d_max = 0;
  for (const Sizes& one : each) {
    forward += one.forward_intensity;
    square += one.forward_intensity * one.radius_of_gyration * one.radius_of_gyration;
    sizes.d_max = std::max(sizes.d_max, one.d_max);
  }
  sizes.forward_intensity = forward / static_cast<double>(each.size());
  sizes.radius_of_gyration = std::sqrt(square / forward);
  add_volumes(sizes, q, intensity, sizes.forward_intensity, sizes.radius_of_gyration);
  return sizes;
}

Sizes measured_sizes(const MeasuredProfile& curve) {
  Sizes sizes;
  sizes.guinier = fit_guinier(curve.q, curve.intensity, curve.sigma);
  if (sizes.guinier)
    add_volumes(sizes, curve.q, curve.intensity, sizes.guinier->forward_intensity,
                sizes.guinier->radius_of_gyration);
  return sizes;
}

}  // namespace debye
