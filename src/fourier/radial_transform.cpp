// See radial_transform.hpp. The integrand is smooth, even in r and zero at both ends: equidistant
// points that resolve its highest frequency, k_max + q_max, integrate it to the accuracy of χ.

#include "fourier/radial_transform.hpp"

#include <cmath>
#include <numbers>

#include "parallel_for.hpp"
#include "sinc.hpp"

namespace debye::fourier {
namespace {

using std::numbers::pi;

/// Integral from -1 to t of the Kaiser–Bessel window of half-width 1, by Gauss–Legendre panels.
double window_integral(double beta, double from, double to) {
  constexpr double node[] = {0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr double weight[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double half = 0.5 * (to - from), middle = 0.5 * (to + from);
  const KaiserBessel window{2.0, beta};
  double sum = weight[0] * window.value(middle);
  for (int i = 1; i < 3; ++i)
    sum +=
        weight[i] * (window.value(middle - half * node[i]) + window.value(middle + half * node[i]));
  return half * sum;
}

/// χ at r = step, 2 step, …
Eigen::ArrayXd cutoff(const Plan& plan, double step, Eigen::Index n) {
  Eigen::ArrayXd chi(n);
  const auto place = [&](double r) {
    return std::clamp(2 * (r - plan.particle.diameter) / plan.taper - 1, -1.0, 1.0);
  };
  constexpr int panels = 4;
  double integral = 0;
  const auto add_to = [&](double from, double to) {
    for (int i = 0; i < panels; ++i)
      integral += window_integral(plan.taper_beta, from + (to - from) * i / panels,
                                  from + (to - from) * (i + 1) / panels);
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    const double from = place(step * static_cast<double>(i));
    const double to = place(step * static_cast<double>(i + 1));
    if (to > from) add_to(from, to);
    chi[i] = integral;
  }
  const double last = place(step * static_cast<double>(n));
  if (last < 1) add_to(last, 1.0);
  return 1 - chi / integral;
}

constexpr Eigen::Index rows_a_task = 16;

}  // namespace

Eigen::MatrixXd structure_factors(const Eigen::MatrixXd& wave_sums, const RadialNodes& nodes,
                                  const Plan& plan, const std::vector<double>& q, int threads) {
  const double cut = plan.particle.diameter + plan.taper;
  const auto n_r =
      static_cast<Eigen::Index>(std::ceil(1.4 * cut * (plan.k_max + plan.q_max) / (2 * pi))) + 8;
  const double step = cut / static_cast<double>(n_r);
  const Eigen::ArrayXd chi = cutoff(plan, step, n_r);
  const double volume = 8 * pi * pi * pi / plan.step.prod();  // P_x P_y P_z
  const Eigen::Index n_pairs = wave_sums.cols(), n_nodes = wave_sums.rows();

  // χ p, times the weight of the integration.
  Eigen::MatrixXd distribution(n_r, n_pairs);
  parallel_for(static_cast<std::size_t>((n_r + rows_a_task - 1) / rows_a_task), threads,
               [&](std::size_t task) {
                 const Eigen::Index first = static_cast<Eigen::Index>(task) * rows_a_task;
                 const Eigen::Index n = std::min(rows_a_task, n_r - first);
                 Eigen::MatrixXd sines(n_nodes, n);
                 for (Eigen::Index i = 0; i < n; ++i) {
                   const double r = step * static_cast<double>(first + i + 1),
                                phase = r * nodes.step;
                   const double factor = step * chi[first + i] * 4 * pi * r /
                                         (volume * nodes.window.transform(phase));
                   // sin(j phase) by rotation, each step off by 1e-16.
                   const double c = std::cos(phase), s = std::sin(phase);
                   double sine = 0, cosine = 1;
                   for (Eigen::Index j = 0; j < n_nodes; ++j) {
                     sines(j, i) = factor * sine;
                     const double next = sine * c + cosine * s;
                     cosine = cosine * c - sine * s;
                     sine = next;
                   }
                 }
                 distribution.middleRows(first, n).noalias() = sines.transpose() * wave_sums;
               });

  Eigen::MatrixXd factors(static_cast<Eigen::Index>(q.size()), n_pairs);
  parallel_for((q.size() + rows_a_task - 1) / rows_a_task, threads, [&](std::size_t task) {
    const Eigen::Index first = static_cast<Eigen::Index>(task) * rows_a_task;
    const Eigen::Index n = std::min(rows_a_task, factors.rows() - first);
    Eigen::MatrixXd sincs(n_r, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n_r; ++j)
        sincs(j, i) =
            sinc(q[static_cast<std::size_t>(first + i)] * step * static_cast<double>(j + 1));
    factors.middleRows(first, n).noalias() = sincs.transpose() * distribution;
  });
  return factors;
}

}  // namespace debye::fourier
