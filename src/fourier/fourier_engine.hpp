// The pair sum by Fourier transform, on CPU threads.
#pragma once

#include "debye/pair_sum.hpp"
#include "fourier/kernels.hpp"
#include "fourier/split.hpp"

namespace debye::fourier {

/// Seconds that each part of a sum took, and how it was split.
struct Breakdown {
  double plan = 0, spread = 0, transform = 0, radial = 0;
  Split split;
};

/// I(q) is the average of |F|² over the directions of q⃗, F(q⃗) = Σ_j A_j exp(i q⃗·r_j). Here F is
/// taken on a rectangular lattice of wave vectors k_n, and the average from Poisson's formula: for
/// any function f(r) with transform f̂(k),
///     Σ_ij A_i A_j Σ_R f(r_ij + R) = 1/(P_x P_y P_z) Σ_n f̂(k_n) |F(k_n)|²
/// with R the lattice of periods P = 2π/(step of k). f(r) = χ(r) sin(q r)/(q r), where χ is 1 up to
/// the diameter D of the particle and falls smoothly to 0 at D + taper, leaves on the left only
/// R = 0, the Debye sum, if each period is D + taper plus the extent of the particle along that
/// axis. f̂ falls off exponentially from |k| = q on, so that the lattice is cut a little beyond
/// q_max. (Vico, Greengard & Ferrando, J. Comput. Phys. 323 (2016) 191, truncate the kernels of
/// potentials likewise.) No directions are sampled, the result is exact but for: the tails of f̂
/// cut off, aliasing of the window with which atoms are spread on the grid, amplitudes left out of
/// the basis, and rounding. All follow from the tolerance.
///
/// O(N + (q D)⁴ K) with small constants, K the size of the amplitude basis. The (q D)³ K cells are
/// held only while that is less than a part of the memory; see Split.
class FourierEngine : public PairSumEngine {
 public:
  /// @param threads  0: all processors that the process may use
  /// @param memory   of all arrays but those of the atoms [bytes]
  FourierEngine(const InstructionSet& set, double tolerance, int threads,
                double memory = most_memory);

  double error_bound() const override { return tolerance_; }
  /// Only the grids are in single precision, and where the tolerance leaves room for that, so that
  /// nothing has to be checked in double.
  Precision precision() const override { return Precision::Double; }
  /// All channels are combinations of the same K sums, so that what errs in these errs in a curve
  /// of cancelling channels as in one of a single channel; and the basis is chosen for each channel
  /// so tight that its own error may grow by the cancellation of molecule and displaced solvent.
  double channel_error() const override { return 0; }
  std::string description() const override;
  SumPlan plan(const ScatteringModel& model, const QGrid& q) override;

  const Breakdown& breakdown() const { return breakdown_; }

 private:
  struct Prepared;
  PartialProfiles sum(const ScatteringModel& model, const QGrid& q, const Prepared& prepared);

  const InstructionSet& set_;
  double tolerance_;
  int threads_;
  double memory_;
  Breakdown breakdown_;
};

}  // namespace debye::fourier
