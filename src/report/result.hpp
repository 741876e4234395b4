// A curve or a fit that debye has written, read back from its file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "debye/sizes.hpp"

namespace debye::report {

/// What a file states; numbers that it does not state are no_size.
struct Result {
  std::string file;         ///< its path
  std::string model, data;  ///< names of the inputs; `data` of a fit
  double chi2 = no_size;    ///< χ²/(N − p)
  double cormap_p = no_size;
  double c1 = no_size, shell_contrast = no_size;
  double radius_of_gyration = no_size, forward_intensity = no_size,
         d_max = no_size;  ///< of the model
  std::vector<std::string> flags;
  std::vector<double> q;          ///< N [1/Å]
  std::vector<double> intensity;  ///< N; of a fit the measured one
  std::vector<double> sigma;      ///< N, or empty
  std::vector<double> fit;        ///< N, the model's; empty if it is no fit
  std::vector<double> r, p;       ///< P(r), or empty
};

/// Content of a curve (.dat), a fit (.fit) or either as JSON.
/// @return nothing if debye has not written it, or it is something else, such as a ranking or P(r).
/// @throws InputError if it is broken: no numbers, columns of different length.
std::optional<Result> read_result(const std::string& path, const std::string& text);

/// Columns r and P(r) of a .pr file, to go with its curve.
/// @return false if it is none
bool read_distances(const std::string& text, Result& result);

}  // namespace debye::report
