// See histogram_engine.hpp.

#include "histogram/histogram_engine.hpp"

#include <algorithm>
#include <cmath>

#include "debye/error.hpp"
#include "histogram/distance_bins.hpp"
#include "histogram/moment_sums.hpp"
#include "histogram/sharpness.hpp"
#include "histogram/transform.hpp"
#include "pair_sum_checks.hpp"
#include "parallel_for.hpp"
#include "single_sums.hpp"

namespace debye::histogram {
namespace {

/// Moments and weights that are kept at a time [bytes].
constexpr std::size_t max_bytes = 128u << 20;

/// With more bins than this (4 MiB of words a thread, 8 MiB of moments for each pair of classes)
/// the direct sum is used: at 1e-4 and q = 0.5, that is a model of 4 µm.
constexpr std::size_t max_bins = 1u << 18;

/// At least the largest distance between two atoms, at most √3 times as much.
double distance_bound(const ScatteringModel& model, const Extent& extent) {
  double radius2 = 0;
  for (const Position& p : model.position) {
    double r2 = 0;
    for (std::size_t k = 0; k < 3; ++k) r2 += (p[k] - extent.centre[k]) * (p[k] - extent.centre[k]);
    radius2 = std::max(radius2, r2);
  }
  return std::min(extent.diagonal, 2 * std::sqrt(radius2));
}

}  // namespace

HistogramEngine::HistogramEngine(const InstructionSet& set, double tolerance, int threads)
    : set_(set), tolerance_(tolerance), threads_(threads > 0 ? threads : usable_processors()) {
  if (!(tolerance >= least_tolerance && tolerance <= largest_tolerance))
    fail("tolerance ", tolerance, ": the histogram keeps ", least_tolerance, " to ",
         largest_tolerance);
}

SumPlan HistogramEngine::plan(const ScatteringModel& model, const QGrid& q) {
  check_model(model, q);
  const Extent extent = extent_of(model.position);
  auto prepared = std::make_shared<Prepared>();
  prepared->n_in_phase = count_in_phase(q, extent.diagonal);
  const auto compute = [this, &model, &q, prepared] { return sum(model, q, *prepared); };
  if (prepared->n_in_phase == q.size()) return {0, compute};
  prepared->atoms = sort_into_classes(model, extent.centre);
  prepared->d_max = distance_bound(model, extent);
  const double width = usual_phase(tolerance_) / q.back();
  if (choose_bins(width, prepared->d_max).n_bins > max_bins)
    return {make_cpu_engine(Precision::Double, threads_)->plan(model, q).seconds, compute};
  const Cost cost = predicted_cost(model.size(), prepared->atoms.classes.size(),
                                   model.channels.size(), prepared->d_max, q, tolerance_);
  return {seconds(cost), compute};
}

PartialProfiles HistogramEngine::sum(const ScatteringModel& model, const QGrid& q,
                                     const Prepared& prepared) {
  stand_in_.clear();
  const std::size_t n_in_phase = prepared.n_in_phase;
  PartialProfiles partials{q, static_cast<int>(model.channels.size()),
                           single_sums(model, q, n_in_phase)};
  if (n_in_phase == q.size()) return partials;
  const Eigen::ArrayXXd self = partials.values;
  double width = usual_phase(tolerance_) / q.back();
  while (true) {
    const DistanceBins bins = choose_bins(width, prepared.d_max);
    if (bins.n_bins > max_bins)
      return sum_by(*make_cpu_engine(Precision::Double, threads_), model, q);
    partials.values = self;
    add_pairs(model, prepared.atoms, bins, q, n_in_phase, partials.values);
    const double allowed = allowed_width(tolerance_, q, n_in_phase, self, partials.values);
    const double error = counting_error(q.back() * width);
    if (error > 0 && error * largest_amplification(n_in_phase, self, partials.values) > tolerance_)
      return sum_by(*make_histogram_engine(tolerance_, threads_), model, q);
    if (width <= allowed) return partials;
    // A curve that errors hide may come out too large, and too little be asked for, or as negative.
    width = std::clamp(0.9 * allowed, width / 8, width / 1.2);
  }
}

void HistogramEngine::add_pairs(const ScatteringModel& model, const AtomClasses& atoms,
                                const DistanceBins& bins, const QGrid& q, std::size_t first_q,
                                Eigen::ArrayXXd& sums) {
  AtomClasses scaled = atoms;
  for (auto* lengths : {&scaled.x, &scaled.y, &scaled.z})
    for (double& length : *lengths) length /= bins.width;
  std::vector<ClassPair> pairs = class_pairs(atoms);
  const std::size_t row_bytes = bins.n_bins * n_moments * (sizeof(std::int64_t) + sizeof(double));
  const std::size_t step = std::max<std::size_t>(1, max_bytes / row_bytes);
  for (std::size_t first = 0; first < pairs.size(); first += step) {
    const auto some = std::span(pairs).subspan(first, std::min(step, pairs.size() - first));
    const auto after_part = [&](double fraction) {
      report_progress((static_cast<double>(first) + fraction * static_cast<double>(some.size())) /
                      static_cast<double>(pairs.size()));
    };
    const std::vector<std::int64_t> sums_of = moments(scaled, some, bins.n_bins, after_part);
    add_pair_terms(set_, model, scaled, some, bins, sums_of, q, first_q, threads_, sums);
  }
}

PartialProfiles HistogramEngine::sum_by(PairSumEngine& other, const ScatteringModel& model,
                                        const QGrid& q) {
  other.on_progress([this](double fraction) { report_progress(fraction); });
  PartialProfiles partials = other.compute(model, q);
  stand_in_ = other.description();
  return partials;
}

}  // namespace debye::histogram
