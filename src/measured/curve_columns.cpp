// Decides which column of a table is sigma, and whether one is dQ. A wrong sigma is worse than
// none.

#include <algorithm>
#include <cmath>
#include <sstream>

#include "measured/curve_table.hpp"

namespace debye {
namespace {

/// Share of rows in which a column differs from the intensity by less than a fraction. Rows that
/// scatter less than a hundredth of the strongest do not count: there a fit need not be close.
double share_alike(const DataTable& table, std::size_t intensity, std::size_t column,
                   double fraction) {
  double strongest = 0;
  for (std::size_t i = 0; i < table.rows(); ++i)
    if (std::isfinite(table.at(i, intensity)))
      strongest = std::max(strongest, std::abs(table.at(i, intensity)));
  std::size_t alike = 0, strong = 0;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const double value = table.at(i, intensity);
    if (!(std::abs(value) > 0.01 * strongest)) continue;
    ++strong;
    alike += std::abs(table.at(i, column) - value) <= fraction * std::abs(value);
  }
  return strong == 0 ? 0 : static_cast<double>(alike) / static_cast<double>(strong);
}

bool mentions(const std::vector<TextLine>& lines, std::string_view part) {
  return std::any_of(lines.begin(), lines.end(), [&](const TextLine& line) {
    return line.text.find(part) != std::string_view::npos;
  });
}

/// True if the columns are those of CRYSOL's .int: I = |√vacuum - √excluded ± √shell|² at q = 0.
bool are_crysol_partials(const DataTable& table) {
  if (table.width < 5 || table.rows() == 0 || table.at(0, 0) != 0) return false;
  const double total = std::sqrt(table.at(0, 1)), shell = std::sqrt(table.at(0, 4));
  const double difference = std::sqrt(table.at(0, 2)) - std::sqrt(table.at(0, 3));
  const double error = std::min(std::abs(total - std::abs(difference + shell)),
                                std::abs(total - std::abs(difference - shell)));
  return total > 0 && error < 1e-3 * total;
}

/// "column 4 (1 in every row)", "column 4 (model_intensity)", "column 4".
std::string describe(const CurveTable& curve, std::size_t column) {
  std::ostringstream text;
  text << column_number(column);
  const DataTable& table = curve.table;
  if (column < curve.names.names.size()) {
    text << " (" << curve.names.names[column] << ")";
    return text.str();
  }
  for (std::size_t i = 1; i < table.rows(); ++i)
    if (table.at(i, column) != table.at(0, column)) return text.str();
  text << " (" << table.at(0, column) << " in every row)";
  return text.str();
}

void choose_by_name(const CurveTable& curve, CurveColumns& columns) {
  const std::size_t named = std::min(curve.names.roles.size(), curve.table.width);
  columns.by_name = true;
  bool has_intensity = false;
  for (std::size_t i = 1; i < named; ++i) {
    switch (curve.names.roles[i]) {
      case ColumnRole::Intensity:
        if (!has_intensity) columns.intensity = i;
        has_intensity = true;
        break;
      case ColumnRole::Sigma:
        if (!columns.sigma) columns.sigma = i;
        break;
      case ColumnRole::Resolution:
      case ColumnRole::ResolutionFwhm:
        if (columns.resolution) break;
        columns.resolution = i;
        columns.resolution_is_fwhm = curve.names.roles[i] == ColumnRole::ResolutionFwhm;
        break;
      default:
        break;
    }
  }
}

void choose_by_place(const CurveTable& curve, CurveColumns& columns) {
  const DataTable& table = curve.table;
  if (are_parts(curve)) {
    columns.notes.push_back(
        "columns 3 and further are the parts of a computed curve: there is no sigma");
  } else if (table.width >= 3 && is_fit_of(table, 1, 2, speaks_of_fit(curve))) {
    columns.notes.push_back("column 3 follows the intensity like a fit: it was not taken as sigma");
  } else if (table.width >= 3) {
    columns.sigma = 2;
  }
}

}  // namespace

std::string column_number(std::size_t column) { return "column " + std::to_string(column + 1); }

bool is_fit_of(const DataTable& table, std::size_t intensity, std::size_t column,
               bool fit_is_likely) {
  return fit_is_likely ? share_alike(table, intensity, column, 0.3) >= 0.5
                       : share_alike(table, intensity, column, 0.1) >= 0.8;
}

bool speaks_of_fit(const CurveTable& curve) {
  return curve.format == "CRYSOL fit" || mentions(curve.header, "Chi^2") ||
         mentions(curve.header, "CYCLE:");
}

bool are_parts(const CurveTable& curve) {
  return curve.format == "CRYSOL intensities" || curve.format == "debye intensities" ||
         curve.format == "FoXS partial profiles" || are_crysol_partials(curve.table);
}

CurveColumns choose_columns(const CurveTable& curve) {
  CurveColumns columns;
  // Two names say nothing of the third column.
  const bool is_named = curve.names.roles.size() > 2 || curve.table.width == 2;
  if (is_named && curve.names.line != 0)
    choose_by_name(curve, columns);
  else
    choose_by_place(curve, columns);
  if (!columns.sigma && curve.table.width == 2)
    columns.notes.push_back("two columns: the file gives no sigma");
  std::string ignored;
  for (std::size_t i = 1; i < curve.table.width; ++i) {
    if (i == columns.intensity || i == columns.sigma || i == columns.resolution) continue;
    ignored += (ignored.empty() ? "" : ", ") + describe(curve, i);
  }
  if (!ignored.empty()) columns.notes.push_back("not used: " + ignored);
  return columns;
}

void check_sigma(const DataTable& table, CurveColumns& columns) {
  if (!columns.sigma) return;
  const std::size_t column = *columns.sigma;
  bool has_positive = false, all_zero = true, all_same = true;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const double sigma = table.at(i, column);
    has_positive = has_positive || (std::isfinite(sigma) && sigma > 0);
    all_zero = all_zero && sigma == 0;
    all_same = all_same && sigma == table.at(0, column);
  }
  if (has_positive) {
    if (all_same)
      columns.warnings.push_back("sigma is the same at every point: weights rather than errors?");
    return;
  }
  columns.sigma.reset();
  columns.warnings.push_back(
      all_zero ? "sigma is 0 at every point, as in computed curves: none was taken"
               : "the sigma column has no positive number: none was taken");
}

std::string describe_columns(const CurveTable& curve, const CurveColumns& columns) {
  std::string text = "q, I";
  if (columns.intensity != 1) text += " (" + column_number(columns.intensity) + ")";
  // Columns in the usual places need no numbers.
  if (columns.sigma)
    text += *columns.sigma == 2 ? ", sigma" : ", sigma (" + column_number(*columns.sigma) + ")";
  if (columns.resolution) {
    text += columns.resolution_is_fwhm ? ", dQ from FWHM" : ", dQ";
    if (*columns.resolution != 3) text += " (" + column_number(*columns.resolution) + ")";
  }
  if (curve.format == "sasCIF") return text + " (_sas_scan_intensity)";
  return text + (columns.by_name ? " (header line " + std::to_string(curve.names.line) + ")"
                                 : " (by place)");
}

}  // namespace debye
