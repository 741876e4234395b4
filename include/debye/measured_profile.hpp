// A curve from a file, measured or computed by some program, and how its file was understood.
// Decisions are recorded, never made in silence.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "debye/atoms.hpp"
#include "debye/q_grid.hpp"

namespace debye {

/// Rows of a data file that are not part of the curve, and why.
struct DroppedRows {
  std::string reason;              ///< "sigma is not positive"
  std::vector<std::size_t> lines;  ///< 1-based line numbers in the file
};

/// What was found in a data file and what was decided about it.
struct DataAudit {
  std::string format;   ///< "columns", "GNOM output", "CRYSOL fit", "sasCIF", …
  std::string columns;  ///< what was taken: "q, I, sigma, dQ (header line 8)", "q, I (by place)"
  QUnit unit = QUnit::InverseAngstrom;  ///< of q in the file
  bool sin_theta = false;               ///< q of the file is 2 sinθ/λ
  std::string unit_reason;              ///< "1/nm: the header says nm"; for the user
  /// What each column of the file holds, in the words that read_curve() takes: "q", "I", "sigma",
  /// "dQ", "data", "model", "vacuum", "solvent", "shell", "absolute", "constant", or the name
  /// that the header gives; empty where it is not known.
  std::vector<std::string> column_words;
  std::size_t column = 2;                ///< that of the intensity, from 1
  std::optional<double> shell_contrast;  ///< Dro in a header of CRYSOL or CRYSON, in its unit
  std::vector<DroppedRows> dropped;
  std::size_t repeated_q = 0;         ///< points whose q occurred before; they are kept
  bool sorted = true;                 ///< false: the rows were put in order of q
  std::vector<std::string> notes;     ///< decisions worth a line under -v
  std::vector<std::string> warnings;  ///< one line each; errors under --strict
};

/// N points of an experiment. Parallel arrays in order of q, which may repeat; all values finite,
/// sigma and dq positive.
struct MeasuredProfile {
  std::string name, sha256;
  std::vector<double> q;          ///< N [1/Å]
  std::vector<double> intensity;  ///< N, in the unit of the file
  std::vector<double> sigma;      ///< N standard deviations of intensity, or empty if not given
  std::vector<double> dq;         ///< N standard deviations of q [1/Å], or empty if not given
  DataAudit audit;
  std::size_t size() const { return q.size(); }
};

/// How q of a file is meant: 4π sinθ/λ or 2 sinθ/λ, in 1/Å or 1/nm. CRYSOL's codes 1 to 4.
struct DataUnit {
  QUnit unit = QUnit::InverseAngstrom;
  bool sin_theta = false;
};

/// "auto", "1/A", "1/nm", "2sin/A", "2sin/nm", or CRYSOL's "1" to "4" and "u"; nothing for auto.
/// @throws InputError naming what is accepted.
std::optional<DataUnit> parse_data_unit(const std::string& text);

/// True if the content looks like a measured curve rather than a structure: columns of numbers of
/// which the first behaves like q, or sasCIF. Also true for canSAS XML and HDF5, which are no
/// structures either, so that read_measured can say what they are.
bool looks_like_data(const InputText& input);

/// Reads a measured curve; see the docstring of each DataAudit member for what is recorded. Rows
/// whose q, intensity or sigma is not finite, whose q is negative or whose sigma is not positive
/// are dropped; intensities of 0 and below and q = 0 are kept. A sigma is never made up: it is
/// empty if the file has none, or only zeros. A column is taken as dq only if the header names it
/// so.
/// @param unit  nothing: decided from header, size of the particle and range, in this order.
/// @throws InputError naming file and line if it holds no curve, or fewer than 3 points.
MeasuredProfile read_measured(const InputText& input, std::optional<DataUnit> unit = std::nullopt);

/// Reads a curve of any program, like read_measured but for the column: a fit gives its model (GNOM
/// its data), .int files the net intensity, SASSIE's .iq the total. Only the column that
/// read_measured takes comes with sigma; one that is 1 in every row is a weight and left out.
/// @param column  a word of DataAudit::column_words, or one of the other names in use ("exp",
///                "atoms", "shape", "border", "net", "fit", …), or a number from 2; empty: as above
/// @throws InputError as read_measured does, or naming the columns if there is no such one, or if
///         the file holds only parts of a curve and none is named.
MeasuredProfile read_curve(const InputText& input, const std::string& column = {},
                           std::optional<DataUnit> unit = std::nullopt);

}  // namespace debye
