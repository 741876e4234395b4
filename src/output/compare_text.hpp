// Comparisons as text: tables for people, or JSON.
#pragma once

#include <string>
#include <vector>

#include "debye/compare.hpp"

namespace debye {

/// What was compared, as one side's part of the header.
struct ComparedCurve {
  std::string label;   ///< as given: "a.int:vacuum"
  std::string sha256;  ///< of the file
  std::string kind;    ///< "CRYSOL intensities", "structure"
  std::string what;    ///< "vacuum", "I"
  std::size_t n_points = 0;
  bool has_sigma = false;
  std::vector<std::string> description;  ///< lines: columns, unit of q, or how it was computed
};

/// A with one B.
struct ComparisonReport {
  ComparedCurve a, b;
  CurveComparison result;
  std::vector<std::string> notes;  ///< decisions, one line each
  std::vector<std::string> flags;  ///< what limits the comparison, one line each
};

/// How a curve from a file was understood, as ComparedCurve::description.
std::vector<std::string> describe(const MeasuredProfile& curve);

/// A header with what was read, a row for each B, its flags, and its bands of q. In JSON an object
/// with the same, and with the curves as they were compared.
/// @param reports  not empty, all with the same A
std::string format_comparisons(const std::vector<ComparisonReport>& reports,
                               const std::string& command, bool json);

}  // namespace debye
