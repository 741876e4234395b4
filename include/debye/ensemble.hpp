// Sums of many models: conformers of a protein, steps of a simulation, candidates of a search.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "debye/pair_sum.hpp"

namespace debye {

/// Sums models side by side, each by one thread; those that an OpenCL device sums share its
/// launches. The sums do not depend on the number of threads or on which models are summed
/// together.
class EnsembleSums {
 public:
  /// @param options  threads: of all models together. Where a device is named, eight times as many
  ///                 are used, because most of them wait for it.
  explicit EnsembleSums(const EngineOptions& options);

  /// Sums n models. Devices and tables stay ready for the next call.
  /// @param model  gives the model of a number below n, on the grid; called by several threads
  /// @param done  takes its sum; called by one thread at a time, in no particular order
  /// @throws InputError, DeviceError as Engines::compute(), and what the two functions throw; some
  /// of
  ///         the models are then not summed
  void sum(const QGrid& q, std::size_t n, const std::function<ScatteringModel(std::size_t)>& model,
           const std::function<void(std::size_t, StatedSum)>& done);

 private:
  std::vector<Engines> engines_;  ///< one for each thread
};

}  // namespace debye
