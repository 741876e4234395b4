// See transform.hpp. A product of two matrices, weights × sines, a few q at a time.

#include "histogram/transform.hpp"

#include <algorithm>

#include "parallel_for.hpp"

namespace debye::histogram {
namespace {

/// Points whose sines are kept at a time: 128 KiB, in the second-level cache.
constexpr std::size_t max_points = 1024;

/// w_m/r_m for every pair of classes and point.
std::vector<double> weights_over_r(std::span<const ClassPair> pairs, const DistanceBins& bins,
                                   const std::vector<std::int64_t>& moments,
                                   const std::vector<double>& r, int threads) {
  std::vector<double> weights(pairs.size() * r.size());
  std::vector<double> inverse(r.size());
  for (std::size_t m = 0; m < r.size(); ++m) inverse[m] = 1 / r[m];
  parallel_for(pairs.size(), threads, [&](std::size_t k) {
    double* const row = &weights[k * r.size()];
    weights_from_moments(pairs[k].fields, bins, &moments[k * r.size()], row);
    for (std::size_t m = 0; m < r.size(); ++m) row[m] *= inverse[m];
  });
  return weights;
}

/// A_c of an atom of weight 1 in each class: C × classes × Nq values, q varying fastest.
class UnitAmplitudes {
 public:
  UnitAmplitudes(const ScatteringModel& model, const AtomClasses& atoms)
      : n_classes_(atoms.classes.size()),
        n_q_(static_cast<std::size_t>(model.channels.front().form.cols())) {
    for (const Channel& channel : model.channels)
      for (const AtomClass& one : atoms.classes)
        for (Eigen::Index n = 0; n < channel.form.cols(); ++n)
          values_.push_back(channel.form(one.type, n) / one.weight_of_type);
  }
  const double* of(std::size_t channel, std::size_t atom_class) const {
    return &values_[(channel * n_classes_ + atom_class) * n_q_];
  }

 private:
  std::size_t n_classes_, n_q_;
  std::vector<double> values_;
};

}  // namespace

void add_pair_terms(const InstructionSet& set, const ScatteringModel& model,
                    const AtomClasses& atoms, std::span<const ClassPair> pairs,
                    const DistanceBins& bins, const std::vector<std::int64_t>& moments,
                    const QGrid& q, std::size_t first_q, int threads, Eigen::ArrayXXd& partials) {
  const std::vector<double> r = point_distances(bins);
  const std::vector<double> weights = weights_over_r(pairs, bins, moments, r, threads);
  const UnitAmplitudes amplitudes(model, atoms);
  const std::size_t n_channels = model.channels.size();
  const std::size_t chunks = (q.size() - first_q + max_q - 1) / max_q;
  parallel_for(chunks, threads, [&](std::size_t chunk) {
    const std::size_t first = first_q + chunk * max_q;
    const std::size_t n_q = std::min(max_q, q.size() - first);
    std::vector<double> sines(std::min(max_points, r.size()) * max_q);
    std::vector<double> sum(pairs.size() * max_q);
    for (std::size_t m = 0; m < r.size(); m += max_points)
      set.add_sines({&weights[m], pairs.size(), r.size(), &r[m], std::min(max_points, r.size() - m),
                     &q.values()[first], n_q, sines.data(), sum.data()});
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      Eigen::Index row = 0;
      for (std::size_t a = 0; a < n_channels; ++a)
        for (std::size_t b = a; b < n_channels; ++b, ++row) {
          const double *ai = amplitudes.of(a, pairs[k].i), *bi = amplitudes.of(b, pairs[k].i);
          const double *aj = amplitudes.of(a, pairs[k].j), *bj = amplitudes.of(b, pairs[k].j);
          for (std::size_t n = first; n < first + n_q; ++n)
            partials(row, static_cast<Eigen::Index>(n)) +=
                (ai[n] * bj[n] + bi[n] * aj[n]) * (sum[k * max_q + n - first] / q[n]);
        }
    }
  });
}

}  // namespace debye::histogram
