// The curve of a structure at the q of other curves, for `debye compare`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/compare_inputs.hpp"
#include "debye/solution_sum.hpp"
#include "output/header_text.hpp"

namespace debye {

/// A structure, summed once on a fine grid; every q, solvent contrast and part follows from it.
class StructureCurve {
 public:
  /// @param q_max  the largest q that will be asked for [1/Å]
  /// @throws InputError if input.column is no part of a computed curve, or the sum fails.
  StructureCurve(Engines& engines, const CompareInput& input, const CompareCommandOptions& options,
                 double q_max);

  /// At these q [1/Å]; audit.format and column_words as for a file.
  MeasuredProfile at(const std::vector<double>& q, const SolventParameters& parameters) const;

  bool in_vacuum() const { return !solution_; }

  /// Contrast at which the shell has so many electrons [e/Å³].
  double contrast_of(double shell_electrons) const;

  /// Lines for a header: model, solvent, engine and error.
  std::vector<std::string> describe(const SolventParameters& parameters) const;

  /// Largest distance of an atom from their centre [Å], over all models.
  static double radius(const std::vector<Atoms>& models);

 private:
  double error_bound(const SolventParameters& parameters) const;
  std::string what() const;

  const CompareInput& input_;
  const CompareCommandOptions& options_;
  std::string part_;  ///< "I", "vacuum", "solvent", "shell", "absolute"
  std::optional<SolutionSum> solution_;
  std::optional<StatedSum> vacuum_;
};

}  // namespace debye
