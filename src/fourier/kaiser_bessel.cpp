// See kaiser_bessel.hpp.

#include "fourier/kaiser_bessel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace debye::fourier {

double bessel_i0(double x) {
  double term = 1, sum = 1;
  for (int n = 1; term > 1e-17 * sum; ++n) {
    term *= (x / (2 * n)) * (x / (2 * n));
    sum += term;
  }
  return sum;
}

double sinh_over(double s) {
  const double root = std::sqrt(std::abs(s));
  if (root < 1e-4) return 1 + s / 6;
  return (s > 0 ? std::sinh(root) : std::sin(root)) / root;
}

double KaiserBessel::value(double u) const {
  const double z = 2 * u / width, s = 1 - z * z;
  return s < 0 ? 0 : bessel_i0(beta * std::sqrt(s)) / bessel_i0(beta);
}

double KaiserBessel::transform(double xi) const {
  const double x = 0.5 * xi * width;
  return width * sinh_over(beta * beta - x * x) / bessel_i0(beta);
}

template <class Real>
Window<Real> KaiserBessel::window() const {
  Window<Real> window;
  window.width = static_cast<std::size_t>(std::ceil(width));
  window.degree = std::min(max_degree, window.width + 4);
  const std::size_t n = window.degree + 1;
  // Interpolation at the Chebyshev points of each cell (Newton's divided differences), then
  // expanded in powers of s; |s| <= 1 and a degree of 20 keep this accurate to 1e-13.
  std::vector<double> node(n);
  for (std::size_t i = 0; i < n; ++i)
    node[i] = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(n));
  for (std::size_t cell = 0; cell < window.width; ++cell) {
    std::vector<double> difference(n), power(n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      difference[i] = value(static_cast<double>(cell) + 0.5 * (node[i] + 1) -
                            0.5 * static_cast<double>(window.width));
    for (std::size_t order = 1; order < n; ++order)
      for (std::size_t i = n - 1; i >= order; --i)
        difference[i] = (difference[i] - difference[i - 1]) / (node[i] - node[i - order]);
    for (std::size_t i = n; i-- > 0;) {  // power = power · (s − node_i) + difference_i
      for (std::size_t d = n - 1; d > 0; --d) power[d] = power[d - 1] - node[i] * power[d];
      power[0] = difference[i] - node[i] * power[0];
    }
    for (std::size_t d = 0; d < n; ++d) window.coefficient[d][cell] = static_cast<Real>(power[d]);
  }
  return window;
}

template Window<float> KaiserBessel::window<float>() const;
template Window<double> KaiserBessel::window<double>() const;

}  // namespace debye::fourier
