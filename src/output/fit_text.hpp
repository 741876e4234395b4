// Results of fits as text: the curve under its header, CRYSOL's .int, and the ranking of many.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "debye/atoms.hpp"
#include "debye/fit.hpp"
#include "debye/sizes.hpp"
#include "output/header_text.hpp"

namespace debye {

/// One model fitted to one data set, with all that its output states.
struct FitReport {
  std::string command;              ///< the command line as typed
  std::string model, model_sha256;  ///< file name and checksum
  Audit audit;                      ///< of the model, or of the first one of an average
  std::size_t models_averaged = 1;
  std::shared_ptr<const MeasuredProfile> data;  ///< the points that were fitted
  std::string data_note;                        ///< points left out, resolution; may be empty
  SolutionInfo solution;                        ///< with the fitted parameters
  std::string engine;
  double error_bound = 0;  ///< of the fitted curve, relative
  std::optional<MeasuredError> measured_error;
  FitResult fit;
  Sizes sizes;            ///< of the fitted model
  QGrid nodes{{0.0}};     ///< where the curve was computed
  Eigen::ArrayXXd terms;  ///< 6 × nodes, of solution_terms() with the fitted parameters
};

/// "model.pdb", or "nmr.pdb:3" for model 3 of several.
std::string model_label(const FitReport& report);

/// Columns q [1/Å], I_exp, sigma (if there is one), I_model under a '#' header; or a JSON object.
std::string format_fit(const FitReport& report, bool json);

/// CRYSOL's layout on the nodes up to the largest q of the data: a line with Dro, Ra, Rg and Vtot;
/// then q, net, vacuum, displaced and shell intensity.
std::string format_int(const FitReport& report);

/// One row for each fit in the order given, names quoted for a shell if need be; or a JSON array.
std::string format_ranking(const std::vector<FitReport>& reports, bool json);

/// A few lines for a terminal: chi2, parameters, flags.
std::string summarize(const FitReport& report);

}  // namespace debye
