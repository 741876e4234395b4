// The pair sum by a histogram of distances, whatever counts the pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "debye/pair_sum.hpp"
#include "histogram/atom_classes.hpp"
#include "histogram/cost.hpp"
#include "histogram/distance_bins.hpp"
#include "histogram/moment_sums.hpp"
#include "histogram/pair_bins.hpp"

namespace debye::histogram {

/// Tolerances that the bins are chosen for.
inline constexpr double least_tolerance = 1e-7, largest_tolerance = 1e-2;

/// Debye sum from counts of pairs by pair of classes (atom_classes.hpp) and bin of distance, with
/// the first three moments of the distances in each bin: O(N²) + O(bins · pairs of classes · Nq).
/// Counts and moments are whole numbers, so that the result does not depend on the number of
/// threads. Where I(q) turns out to be smaller against its self terms than bins were chosen for,
/// all is counted again in narrower bins. Self terms, and all of the sum where atoms scatter in
/// phase (q = 0), are those of single_sums().
class HistogramEngine : public PairSumEngine {
 public:
  /// Of the engine that stood in for this one in the last sum, if one did.
  std::string description() const override {
    return stand_in_.empty() ? own_description() : stand_in_;
  }
  double error_bound() const override { return tolerance_; }
  /// Errors are judged in compute() already.
  Precision precision() const override { return Precision::Double; }
  /// Channels share the histogram, and so its errors; amplitudes are taken in double.
  double channel_error() const override { return 0; }
  SumPlan plan(const ScatteringModel& model, const QGrid& q) override;

 protected:
  /// threads = 0: all processors that the process may use.
  /// @throws InputError unless least_tolerance <= tolerance <= largest_tolerance.
  HistogramEngine(const InstructionSet& set, double tolerance, int threads);

  /// As moment_sums() of moment_sums.hpp, which may set the fields of the pairs.
  virtual std::vector<std::int64_t> moments(const AtomClasses& atoms, std::span<ClassPair> pairs,
                                            std::size_t n_bins,
                                            const std::function<void(double)>& after_part) = 0;

  /// Error of counting beyond that of the bins, as a part of the self terms, for bins of
  /// q·width = phase. Where it does not keep the tolerance, the CPU counts.
  virtual double counting_error(double /*phase*/) const { return 0; }

  virtual std::string own_description() const = 0;

  /// What compute() will take.
  virtual double seconds(const Cost& cost) const = 0;

  const InstructionSet& set() const { return set_; }
  double tolerance() const { return tolerance_; }
  int threads() const { return threads_; }

 private:
  /// The atoms in order, and what else is known before pairs are counted.
  struct Prepared {
    AtomClasses atoms;
    double d_max = 0;  ///< at least the largest distance [Å]
    std::size_t n_in_phase = 0;
  };

  PartialProfiles sum(const ScatteringModel& model, const QGrid& q, const Prepared& prepared);
  void add_pairs(const ScatteringModel& model, const AtomClasses& atoms, const DistanceBins& bins,
                 const QGrid& q, std::size_t first_q, Eigen::ArrayXXd& sums);
  PartialProfiles sum_by(PairSumEngine& other, const ScatteringModel& model, const QGrid& q);

  const InstructionSet& set_;
  double tolerance_;
  int threads_;
  std::string stand_in_;
};

}  // namespace debye::histogram
