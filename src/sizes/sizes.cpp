// All sizes of one curve.

#include "debye/sizes.hpp"

#include <algorithm>
#include <cmath>

namespace debye {
namespace {

/// Whether points up to `q_end` show a curve that changes over 1/Rg: none further from the one
/// before, or the first from q = 0.
bool resolves(std::span<const double> q, double q_end, double radius_of_gyration) {
  double before = 0;
  for (const double value : q) {
    if ((value - before) * radius_of_gyration > 1) return false;
    if (value > q_end) return true;
    before = value;
  }
  return true;
}

/// Of a computed curve whose Rg is known: what is no straight line over the range of that Rg is
/// none.
std::optional<GuinierFit> fit_known_guinier(std::span<const double> q,
                                            std::span<const double> intensity,
                                            double radius_of_gyration) {
  if (!resolves(q, 1 / radius_of_gyration, radius_of_gyration)) return std::nullopt;
  std::optional<GuinierFit> fit = fit_guinier(q, intensity);
  if (fit && fit->q_max * radius_of_gyration > 2) fit.reset();
  return fit;
}

void add_volumes(Sizes& sizes, std::span<const double> q, std::span<const double> intensity,
                 double forward_intensity, double radius_of_gyration) {
  if (!resolves(q, 0.3, radius_of_gyration)) return;
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
  sizes.forward_intensity = electrons.total() * electrons.total();
  sizes.radius_of_gyration =
      contrast_radius_of_gyration(position, electrons.weight, electrons.extent);
  sizes.guinier = fit_known_guinier(q, intensity, sizes.radius_of_gyration);
  sizes.d_max = scatterer_diameter(position, electrons.weight);
  add_volumes(sizes, q, intensity, sizes.forward_intensity, sizes.radius_of_gyration);
  return sizes;
}

Sizes mean_sizes(const Profile& curve, const std::vector<Sizes>& each) {
  const std::vector<double>& q = curve.q.values();
  const std::span<const double> intensity(curve.intensity.data(),
                                          static_cast<std::size_t>(curve.intensity.size()));
  Sizes sizes;
  double forward = 0, square = 0;
  sizes.d_max = 0;
  for (const Sizes& one : each) {
    forward += one.forward_intensity;
    square += one.forward_intensity * one.radius_of_gyration * one.radius_of_gyration;
    sizes.d_max = std::max(sizes.d_max, one.d_max);
  }
  sizes.forward_intensity = forward / static_cast<double>(each.size());
  sizes.radius_of_gyration = std::sqrt(square / forward);
  sizes.guinier = fit_known_guinier(q, intensity, sizes.radius_of_gyration);
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
