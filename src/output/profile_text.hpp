// What an output file must state besides its numbers, so that it can be reproduced from itself.
#pragma once

#include <optional>
#include <string>

#include "debye/atoms.hpp"
#include "debye/pair_distribution.hpp"
#include "debye/profile.hpp"
#include "debye/sizes.hpp"
#include "output/header_text.hpp"

namespace debye {

/// Where a profile comes from and how it was computed.
struct RunInfo {
  std::string command;        ///< the command line as typed
  std::string input, sha256;  ///< file name and checksum of its bytes
  Audit audit;                ///< of the model, or of the first one of an average
  std::size_t models_averaged = 1;
  std::string engine;      ///< PairSumEngine::description()
  double error_bound = 0;  ///< as in StatedSum
  std::optional<MeasuredError> measured_error;
  std::optional<SolutionInfo> solution;  ///< nothing: in vacuum
  Sizes sizes;
  std::optional<PairDistribution> distances;  ///< P(r), to be written too
  std::optional<Eigen::ArrayXXd> terms;       ///< of solution_terms(), to be written too
};

/// How the numbers are written.
struct ProfileFormat {
  QUnit unit = QUnit::InverseAngstrom;
  bool absolute = false;  ///< adds I in 1/cm for 1 mg/ml
  bool json = false;
};

/// Columns q and I [electrons²], with `absolute` that in 1/cm, and the terms if there are any,
/// under a '#' header; or one JSON object with the same content. Every number reads back to the
/// same double.
std::string format_profile(const Profile& profile, const RunInfo& info,
                           const ProfileFormat& format);

/// P(r) of info.distances: columns r [Å] and P(r) [electrons²/Å] under a '#' header. In JSON it is
/// part of format_profile().
std::string format_distances(const RunInfo& info);

/// I [cm⁻¹/(mg/ml)] = I [electrons²] · r_e² [cm²] · N_A · 10⁻³ / M [g/mol].
double absolute_scale(double molecular_weight);

}  // namespace debye
