// The momentum transfers at which a profile is computed. Always in 1/Å; units are converted where
// a number is read from the user or written for them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace debye {

/// Unit of q in files and on the command line: q = 4π sinθ/λ in 1/Å or in 1/nm.
enum class QUnit { InverseAngstrom, InverseNanometre };

/// Factor that turns a value in `unit` into 1/Å.
double to_inverse_angstrom(QUnit unit);

/// "1/A" or "1/nm", as accepted by --units.
std::string unit_name(QUnit unit);

/// Momentum transfers q = 4π sinθ/λ [1/Å]. Invariant: not empty, finite, q >= 0, strictly
/// increasing, at most max_size values.
class QGrid {
 public:
  /// More values than anybody plots; a larger grid is taken for a slip of the pen.
  static constexpr std::size_t max_size = 1'000'000;

  /// @throws InputError that names the first index that breaks the invariant.
  explicit QGrid(std::vector<double> q);

  /// n >= 2 equally spaced values from q_min to q_max, both ends included.
  static QGrid linear(double q_min, double q_max, std::size_t n);

  const std::vector<double>& values() const { return q_; }
  std::size_t size() const { return q_.size(); }
  double operator[](std::size_t i) const { return q_[i]; }
  double front() const { return q_.front(); }
  double back() const { return q_.back(); }

  /// The step, if every value is front() + i·step to within a few rounding errors of back(); only
  /// then may an engine replace sines by a recurrence in q. Needs two values or more.
  std::optional<double> uniform_step() const;

 private:
  std::vector<double> q_;
};

/// Reads the argument of -q: "min:max:count", "a,b,c", a single value, or the name of a file whose
/// first column is q (comment and header lines are skipped). Values are in `unit`.
/// @throws InputError naming the argument, and the line in the case of a file.
QGrid parse_q_grid(const std::string& text, QUnit unit = QUnit::InverseAngstrom);

}  // namespace debye
