// Reads a curve: kind of file → table → columns → rows that are points → unit.

#include "debye/measured_profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

#include "debye/error.hpp"
#include "lower_case.hpp"
#include "measured/column_words.hpp"
#include "measured/curve_table.hpp"
#include "measured/data_kind.hpp"
#include "measured/q_unit.hpp"
#include "measured/sascif_text.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

constexpr std::size_t least_points = 3;
/// Full width at half maximum of a Gaussian over its standard deviation, 2 √(2 ln 2).
constexpr double fwhm_per_sigma = 2.3548200450309493;

constexpr const char* remedy = "; export it as text columns of q, intensity and sigma";

[[noreturn]] void refuse(DataKind kind, const std::string& name) {
  switch (kind) {
    case DataKind::Empty:
      fail(name, ": is empty; columns of q, intensity and sigma are expected");
    case DataKind::Hdf5:
      fail(name, ": is an HDF5 file (NXcanSAS?), which debye does not read", remedy);
    case DataKind::CanSasXml:
      fail(name, ": is a canSAS XML file, which debye does not read", remedy);
    case DataKind::OtherXml:
      fail(name, ": is XML or a web page, not a measured curve", remedy);
    case DataKind::Utf16:
      fail(name, ": is text in UTF-16; save it as plain text (UTF-8)");
    case DataKind::Json:
      fail(name, ": is JSON, not a measured curve", remedy);
    case DataKind::Structure:
      fail(name,
           ": is a structure file, not a measured curve; columns of q, intensity and sigma"
           " are expected");
    default:
      fail(name, ": is a binary file, not a measured curve", remedy);
  }
}

/// Collects dropped rows by reason, in the order in which reasons come up.
class Dropped {
 public:
  void add(const std::string& reason, std::size_t line) {
    for (DroppedRows& rows : rows_)
      if (rows.reason == reason) return rows.lines.push_back(line);
    rows_.push_back({reason, {line}});
  }
  std::vector<DroppedRows> take() { return std::move(rows_); }

 private:
  std::vector<DroppedRows> rows_;
};

/// Why a row is no point of the curve; nullptr if it is.
const char* reason_to_drop(double q, double intensity, std::optional<double> sigma) {
  if (!std::isfinite(q)) return "q is not a finite number";
  if (q < 0) return "q is negative";
  if (!std::isfinite(intensity)) return "the intensity is not a finite number";
  if (sigma && !std::isfinite(*sigma)) return "sigma is not a finite number";
  if (sigma && !(*sigma > 0)) return "sigma is not positive";
  return nullptr;
}

/// Fills all arrays of the profile but dq from the rows that are points; returns their places.
std::vector<std::size_t> take_points(const CurveTable& curve, const CurveColumns& columns,
                                     MeasuredProfile& profile) {
  const DataTable& table = curve.table;
  Dropped dropped;
  for (const std::size_t line : table.header)
    dropped.add("a line of numbers before the table, out of order with q", line);
  for (const std::size_t line : table.unreadable)
    dropped.add("not a row of " + std::to_string(table.width) + " numbers", line);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const double q = table.at(i, 0), intensity = table.at(i, columns.intensity);
    std::optional<double> sigma;
    if (columns.sigma) sigma = table.at(i, *columns.sigma);
    // Programs that fit extend their curve to q = 0 where nothing was measured.
    const bool is_extension = rows.empty() && intensity == 0 && sigma == 0.0;
    if (is_extension)
      dropped.add("extrapolated: intensity and sigma are both 0", table.lines[i]);
    else if (const char* reason = reason_to_drop(q, intensity, sigma))
      dropped.add(reason, table.lines[i]);
    else
      rows.push_back(i);
  }
  profile.audit.dropped = dropped.take();
  const auto by_q = [&](std::size_t a, std::size_t b) { return table.at(a, 0) < table.at(b, 0); };
  profile.audit.sorted = std::is_sorted(rows.begin(), rows.end(), by_q);
  if (!profile.audit.sorted) std::stable_sort(rows.begin(), rows.end(), by_q);
  for (const std::size_t row : rows) {
    const double q = table.at(row, 0);
    profile.audit.repeated_q += !profile.q.empty() && profile.q.back() == q;
    profile.q.push_back(q);
    profile.intensity.push_back(table.at(row, columns.intensity));
    if (columns.sigma) profile.sigma.push_back(table.at(row, *columns.sigma));
  }
  return rows;
}

/// dQ in the unit of the file; left out as a whole if any of it cannot be one.
void take_resolution(const DataTable& table, const std::vector<std::size_t>& rows,
                     CurveColumns& columns, MeasuredProfile& profile) {
  if (!columns.resolution) return;
  const double factor = columns.resolution_is_fwhm ? 1 / fwhm_per_sigma : 1;
  std::size_t bad = 0, wide = 0;
  for (const std::size_t row : rows) {
    const double dq = table.at(row, *columns.resolution) * factor;
    bad += !(std::isfinite(dq) && dq > 0);
    wide += dq > table.at(row, 0);
    profile.dq.push_back(dq);
  }
  if (bad == 0 && wide * 2 <= rows.size()) return;
  profile.dq.clear();
  columns.resolution.reset();
  columns.warnings.push_back(bad != 0 ? "dQ is not used: " + std::to_string(bad) +
                                            " of its values are not positive (slit lengths?)"
                                      : "dQ is not used: it is larger than q at most points");
}

[[noreturn]] void fail_with_few_points(const std::string& name, const CurveTable& curve,
                                       const MeasuredProfile& profile) {
  std::ostringstream why;
  for (const DroppedRows& rows : profile.audit.dropped)
    why << (why.str().empty() ? "" : ", ") << rows.lines.size() << " x " << rows.reason;
  const std::size_t line = curve.table.lines.empty() ? 1 : curve.table.lines.front();
  fail(name, ":", line, ": only ", profile.size(), " usable points; a curve needs 3 or more",
       why.str().empty() ? "" : " (dropped: " + why.str() + ")");
}

void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// Columns of a sasCIF are known by name.
CurveColumns sascif_columns() {
  CurveColumns columns;
  columns.sigma = 2;
  return columns;
}

void convert_q(const DataUnit& unit, MeasuredProfile& profile) {
  constexpr double two_pi = 6.283185307179586;
  const double factor = to_inverse_angstrom(unit.unit) * (unit.sin_theta ? two_pi : 1);
  if (factor == 1) return;
  for (double& q : profile.q) q *= factor;
  for (double& dq : profile.dq) dq *= factor;
}

UnitDecision given(const DataUnit& unit) {
  return {unit,
          (unit.sin_theta ? "2 sin(theta)/lambda in " : "") + unit_name(unit.unit) + ": as asked",
          {}};
}

/// A file whose table and columns are known.
struct OpenCurve {
  std::string name;  ///< for messages
  CurveTable curve;
  CurveColumns columns;
};

OpenCurve open_curve(const InputText& input, bool any_range) {
  OpenCurve open;
  open.name = input.name == "-" ? "standard input" : input.name;
  const DataKind kind = kind_of(input.content);
  if (kind != DataKind::Text && kind != DataKind::SasCif) refuse(kind, open.name);
  const std::string_view text = without_byte_order_mark(input.content);
  open.curve = kind == DataKind::SasCif ? read_sascif(text, open.name)
                                        : find_curve(text, open.name, any_range);
  open.columns = kind == DataKind::SasCif ? sascif_columns() : choose_columns(open.curve);
  check_sigma(open.curve.table, open.columns);
  return open;
}

/// "Dro: 0.030" in the header of CRYSOL and CRYSON.
std::optional<double> shell_contrast_of(const CurveTable& curve) {
  for (const TextLine& line : curve.header) {
    const std::size_t at = line.text.find("Dro:");
    if (at == std::string_view::npos) continue;
    const std::string_view rest = trim(line.text.substr(at + 4));
    return to_number(rest.substr(0, rest.find_first_of(" \t")));
  }
  return std::nullopt;
}

MeasuredProfile read_columns(OpenCurve open, const InputText& input, std::optional<DataUnit> unit) {
  const CurveTable& curve = open.curve;
  CurveColumns& columns = open.columns;
  MeasuredProfile profile;
  profile.name = input.name;
  profile.sha256 = input.sha256;
  const std::vector<std::size_t> rows = take_points(curve, columns, profile);
  if (profile.size() < least_points) fail_with_few_points(open.name, curve, profile);
  take_resolution(curve.table, rows, columns, profile);
  const UnitDecision decision = unit ? given(*unit)
                                     : decide_unit(curve.header, curve.names.text, profile.q,
                                                   profile.intensity, profile.sigma);
  convert_q(decision.unit, profile);

  DataAudit& audit = profile.audit;
  audit.format = curve.format;
  audit.columns = describe_columns(curve, columns);
  audit.column = columns.intensity + 1;
  audit.shell_contrast = shell_contrast_of(curve);
  audit.unit = decision.unit.unit;
  audit.sin_theta = decision.unit.sin_theta;
  audit.unit_reason = decision.reason;
  for (const auto& notes : {curve.notes, columns.notes}) append(audit.notes, notes);
  for (const auto& warnings : {curve.warnings, columns.warnings, decision.warnings})
    append(audit.warnings, warnings);
  if (!audit.sorted) audit.notes.push_back("the rows were not in order of q and were sorted");
  return profile;
}

}  // namespace

std::optional<DataUnit> parse_data_unit(const std::string& text) {
  const std::string word = lower_case(text);
  if (word == "auto" || word == "u") return std::nullopt;
  if (word == "1/a" || word == "1") return DataUnit{QUnit::InverseAngstrom, false};
  if (word == "1/nm" || word == "2") return DataUnit{QUnit::InverseNanometre, false};
  if (word == "2sin/a" || word == "3") return DataUnit{QUnit::InverseAngstrom, true};
  if (word == "2sin/nm" || word == "4") return DataUnit{QUnit::InverseNanometre, true};
  fail("unit of the data '", text,
       "' is not known; give auto, 1/A, 1/nm, 2sin/A or 2sin/nm (or 1, 2, 3, 4 or u as to CRYSOL)");
}

bool looks_like_data(const InputText& input) {
  switch (kind_of(input.content)) {
    case DataKind::Hdf5:
    case DataKind::CanSasXml:
    case DataKind::SasCif:
      return true;
    case DataKind::Text:
      return has_curve(without_byte_order_mark(input.content));
    default:
      return false;
  }
}

MeasuredProfile read_measured(const InputText& input, std::optional<DataUnit> unit) {
  return read_columns(open_curve(input, unit.has_value()), input, unit);
}

MeasuredProfile read_curve(const InputText& input, const std::string& column,
                           std::optional<DataUnit> unit) {
  OpenCurve open = open_curve(input, unit.has_value());
  const CurveTable& curve = open.curve;
  CurveColumns& columns = open.columns;
  const std::vector<std::string> words = column_words(curve, columns);
  const std::size_t place = find_column(curve, columns, words, column, open.name);
  if (place != columns.intensity) {
    columns.intensity = place;
    columns.sigma.reset();
    columns.resolution.reset();
    columns.warnings.clear();  // they are about sigma
  }
  if (columns.sigma && is_one_in_every_row(curve.table, *columns.sigma)) {
    columns.warnings = {column_number(*columns.sigma) +
                        " is 1 in every row: a weight, not taken for sigma"};
    columns.sigma.reset();
  }
  MeasuredProfile profile = read_columns(std::move(open), input, unit);
  profile.audit.column_words = words;
  return profile;
}

}  // namespace debye
