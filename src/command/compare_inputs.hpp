// The files of `debye compare`, told apart and read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/cli.hpp"
#include "command/talk.hpp"

namespace debye {

/// Where harmonics end: a curve made of those up to `order` lacks intensity where q times the
/// largest distance from the centre exceeds it.
struct HarmonicLimit {
  bool neutrons = false;  ///< the .log is that of CRYSON
  int order = 0;
  std::string order_reason;      ///< "by gag.log"
  std::optional<double> radius;  ///< [Å]; nothing: not known from the files of the curve
  std::string radius_reason;     ///< "the envelope's, by gag.log"
};

/// One argument: a curve that was read, or a structure that is yet to be computed.
struct CompareInput {
  std::string label;  ///< as given
  std::string file, sha256;
  std::string column;  ///< what stands behind the colon, or empty

  std::optional<MeasuredProfile> curve;
  std::optional<double> shell_electrons;   ///< √I of the column of the shell at q = 0
  std::optional<HarmonicLimit> harmonics;  ///< of CRYSOL and CRYSON

  std::vector<Atoms> models;  ///< of a structure; several: their mean is meant
};

/// Content decides what is a curve and what a structure. An argument that is no file is split at
/// its last colon. A .log beside a curve of CRYSOL is looked into for the order of the harmonics.
/// @throws InputError if it cannot be read, or has no such column.
CompareInput read_compare_input(const std::string& argument, const CompareCommandOptions& options,
                                Talk& talk);

}  // namespace debye
