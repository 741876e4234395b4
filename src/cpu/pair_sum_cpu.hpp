// The pair sum on CPU threads.
#pragma once

#include "cpu/pair_tile.hpp"
#include "debye/pair_sum.hpp"

namespace debye::cpu {

/// Debye double sum on CPU threads with the tile functions of one instruction set.
///
/// Atoms are sorted by type and the pairs of each two types are cut into tiles, whose number and
/// order depend on the model alone. Each tile gives Σ sin(q r)/r, which is contracted with the
/// amplitudes of its two types; the tiles are added up in their order, in double, whichever thread
/// computed them, so that the result does not depend on the number of threads.
/// Self terms, and all of the sum where atoms scatter in phase (q = 0), are those of single_sums().
class CpuEngine : public PairSumEngine {
 public:
  /// threads = 0: all processors that the process may use.
  CpuEngine(const InstructionSet& set, Precision precision, int threads);

  double error_bound() const override { return precision_ == Precision::Double ? 1e-9 : 1e-5; }
  Precision precision() const override { return precision_; }
  double channel_error() const override { return 1e-14; }  // amplitudes are taken in double
  std::string description() const override;
  SumPlan plan(const ScatteringModel& model, const QGrid& q) override;

 private:
  PartialProfiles sum(const ScatteringModel& model, const QGrid& q);

  const InstructionSet& set_;
  Precision precision_;
  int threads_;
};

}  // namespace debye::cpu
