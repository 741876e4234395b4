// See compare_text.hpp.

#include "output/compare_text.hpp"

#include <cmath>

#include "measured/column_words.hpp"
#include "output/header_text.hpp"
#include "output/json.hpp"
#include "version.hpp"

namespace debye {
namespace {

using Kept = CurveComparison::Kept;
using ScaledBy = CurveComparison::ScaledBy;
using Rows = std::vector<std::vector<std::string>>;

std::string percent(double value) {
  if (!std::isfinite(value)) return "-";
  // No exponents: 2200 %, and not more digits than count.
  return (std::abs(value) < 10 ? rounded(100 * value, 3)
                               : std::to_string(std::lround(100 * value))) +
         " %";
}

std::string number_or_dash(double value, int digits) {
  return std::isfinite(value) ? rounded(value, digits) : "-";
}

std::string points_text(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " point" : " points");
}

void add_curve(std::string& text, const std::string& side, const ComparedCurve& curve) {
  text += comment(side + ": " + curve.label + " (" + curve.kind + ", sha256 " + curve.sha256 + ")");
  for (const std::string& line : curve.description) text += comment("   " + line);
}

std::string q_line(const ComparisonReport& report) {
  const CurveComparison& result = report.result;
  std::string text = "   compared at " + points_text(result.q.size()) + ", q " +
                     rounded(result.q.front(), 5) + " to " + rounded(result.q.back(), 5) + " 1/A, ";
  if (result.kept == Kept::Both) {
    text += "those of both";
  } else {
    const bool keeps_a = result.kept == Kept::A;
    text += std::string("those of ") + (keeps_a ? "A; B" : "B; A");
    constexpr double rounding = 1e-10;
    text += result.interpolation_error < rounding
                ? " has points there too"
                : " was interpolated, estimated error at most " +
                      percent(result.interpolation_error) + " (at q " +
                      rounded(result.q_of_interpolation_error, 4) + ")";
  }
  if (result.outside_a + result.outside_b > 0)
    text += "; outside the common range: " + std::to_string(result.outside_a) + " of A, " +
            std::to_string(result.outside_b) + " of B";
  return text;
}

std::string scale_line(const CurveComparison& result) {
  std::string text = "   k = " + rounded(result.scale, 6);
  const std::string from = ", from " + points_text(result.n_scale);
  switch (result.scaled_by) {
    case ScaledBy::None:
      return text + " (no scale, as asked)";
    case ScaledBy::Log:
      return text + ": mean of ln(B/A), equal relative weights" + from;
    case ScaledBy::Sigma:
      return text + ": least squares weighted by 1/sigma^2" + from;
    case ScaledBy::Linear:
      break;
  }
  return text + ": plain least squares" + from + ", because none is positive in both";
}

Rows summary_rows(const std::vector<ComparisonReport>& reports) {
  Rows rows = {{"B", "q_min", "q_max", "points", "k", "rms", "largest", "at_q", "R-factor",
                "corr(ln I)", "chi2"}};
  for (const ComparisonReport& report : reports) {
    const CurveComparison& result = report.result;
    const Difference& all = result.overall;
    rows.push_back({quoted_for_shell(report.b.label), rounded(all.q_min, 4), rounded(all.q_max, 4),
                    std::to_string(all.n), rounded(result.scale, 5), percent(all.rms),
                    percent(all.largest), number_or_dash(all.q_largest, 4),
                    rounded(result.r_factor, 4), number_or_dash(result.correlation, 6),
                    number_or_dash(result.chi2_reduced, 5)});
  }
  return rows;
}

std::vector<std::string> band_row(const std::string& name, const Difference& band) {
  return {name,
          std::to_string(band.n),
          percent(band.mean),
          percent(band.rms),
          percent(band.largest),
          number_or_dash(band.q_largest, 4),
          number_or_dash(band.chi2, 4)};
}

std::string range_text(const Difference& band) {
  return rounded(band.q_min, 4) + " to " + rounded(band.q_max, 4);
}

Rows band_rows(const CurveComparison& result) {
  Rows rows = {{"q [1/A]", "points", "mean", "rms", "largest", "at_q", "chi2/n"}};
  for (const Difference& band : result.bands) rows.push_back(band_row(range_text(band), band));
  if (result.reliable)
    rows.push_back(band_row("within harmonics: " + range_text(*result.reliable), *result.reliable));
  rows.push_back(band_row("all", result.overall));
  return rows;
}

std::string tables(const std::vector<ComparisonReport>& reports, const std::string& command) {
  std::string text =
      comment(std::string("debye ") + version + ": comparison of curves, differences (k A - B)/B");
  text += comment("command: " + command);
  const ComparedCurve* a = nullptr;
  for (const ComparisonReport& report : reports) {
    // A structure may be computed in another way for another B.
    if (!a || a->description != report.a.description) add_curve(text, "A", report.a);
    a = &report.a;
    add_curve(text, "B", report.b);
    text += comment(q_line(report)) + comment(scale_line(report.result));
    const std::size_t left_out = report.result.overall.n - report.result.overall.n_relative;
    if (left_out > 0)
      text += comment("   " + points_text(left_out) +
                      " where A or B is not positive: not in differences relative to B");
    for (const std::string& note : report.notes) text += comment("   note: " + note);
    for (const std::string& flag : report.flags) text += comment("   flag: " + flag);
  }
  text += "\n" + aligned(summary_rows(reports));
  for (const ComparisonReport& report : reports) {
    text += "\n";
    if (reports.size() > 1) text += "A and " + report.b.label + ":\n";
    text += aligned(band_rows(report.result));
  }
  return text;
}

std::string difference_object(const Difference& difference) {
  return json::object({{"q_min", json::number(difference.q_min)},
                       {"q_max", json::number(difference.q_max)},
                       {"points", json::number(difference.n)},
                       {"points_relative", json::number(difference.n_relative)},
                       {"mean", json::number(difference.mean)},
                       {"rms", json::number(difference.rms)},
                       {"largest", json::number(difference.largest)},
                       {"q_of_largest", json::number(difference.q_largest)},
                       {"chi2_per_point", json::number(difference.chi2)}});
}

std::string curve_object(const ComparedCurve& curve) {
  return json::object({{"name", json::string(curve.label)},
                       {"sha256", json::string(curve.sha256)},
                       {"kind", json::string(curve.kind)},
                       {"column", json::string(curve.what)},
                       {"points", json::number(curve.n_points)},
                       {"description", string_array(curve.description)}});
}

std::string array_of(const Eigen::ArrayXd& values) {
  return number_array(std::vector<double>(values.begin(), values.end()));
}

std::string report_object(const ComparisonReport& report) {
  const CurveComparison& result = report.result;
  constexpr const char* kept[] = {"both", "A", "B"};
  constexpr const char* scaled[] = {"none", "log", "sigma", "linear"};
  std::vector<std::string> bands;
  for (const Difference& band : result.bands) bands.push_back(difference_object(band));
  return json::object(
      {{"a", curve_object(report.a)},
       {"b", curve_object(report.b)},
       {"q_of", json::string(kept[static_cast<int>(result.kept)])},
       {"interpolation_error", json::number(result.interpolation_error)},
       {"outside_a", json::number(result.outside_a)},
       {"outside_b", json::number(result.outside_b)},
       {"scale", json::number(result.scale)},
       {"scaled_by", json::string(scaled[static_cast<int>(result.scaled_by)])},
       {"overall", difference_object(result.overall)},
       {"within_harmonics", result.reliable ? difference_object(*result.reliable) : "null"},
       {"bands", json::array(bands)},
       {"r_factor", json::number(result.r_factor)},
       {"correlation_of_log", json::number(result.correlation)},
       {"chi2_reduced", json::number(result.chi2_reduced)},
       {"notes", string_array(report.notes)},
       {"flags", string_array(report.flags)},
       {"q", number_array(result.q)},
       {"a_scaled", array_of(result.a)},
       {"b_values", array_of(result.b)},
       {"sigma", result.sigma.size() == 0 ? "null" : array_of(result.sigma)}});
}

std::string json_text(const std::vector<ComparisonReport>& reports, const std::string& command) {
  std::vector<std::string> elements;
  for (const ComparisonReport& report : reports) elements.push_back(report_object(report));
  return json::object({{"program", json::string(std::string("debye ") + version)},
                       {"command", json::string(command)},
                       {"q_unit", json::string(unit_name(QUnit::InverseAngstrom))},
                       {"comparisons", json::array(elements)}}) +
         "\n";
}

}  // namespace

std::vector<std::string> describe(const MeasuredProfile& curve) {
  const DataAudit& audit = curve.audit;
  const std::string& word = audit.column_words[audit.column - 1];
  std::vector<std::string> lines = {
      std::to_string(curve.size()) + " points, q " + rounded(curve.q.front(), 5) + " to " +
          rounded(curve.q.back(), 5) + " 1/A; q of the file in " + audit.unit_reason,
      "columns " + list_columns(audit.column_words) +
          "; compared: " + std::to_string(audit.column) + " " + (word.empty() ? "?" : word) +
          (curve.sigma.empty() ? "" : " with sigma")};
  for (const DroppedRows& dropped : audit.dropped) lines.push_back(dropped_text(dropped));
  for (const std::string& warning : audit.warnings) lines.push_back("warning: " + warning);
  return lines;
}

std::string format_comparisons(const std::vector<ComparisonReport>& reports,
                               const std::string& command, bool json) {
  return json ? json_text(reports, command) : tables(reports, command);
}

}  // namespace debye
