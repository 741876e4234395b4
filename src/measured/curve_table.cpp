// Chooses the table of a text file that is its curve.

#include "measured/curve_table.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "debye/error.hpp"
#include "lower_case.hpp"
#include "measured/number_words.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

constexpr std::size_t least_rows = 3;
/// Larger values are no q, neither in 1/Å nor in 1/nm.
constexpr double largest_q = 100;

/// Values of the first column in numbers.
struct FirstColumn {
  std::size_t finite = 0, negative = 0, distinct = 0, rising = 0, falling = 0;
  double largest = 0;
  bool counts_rows = true;  ///< 1, 2, 3, …
};

FirstColumn first_column_of(const DataTable& table) {
  FirstColumn column;
  std::vector<double> values;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const double q = table.at(i, 0);
    if (!std::isfinite(q)) continue;
    if (!values.empty()) {
      column.rising += q >= values.back();
      column.falling += q <= values.back();
      column.counts_rows = column.counts_rows && q == values.back() + 1;
    } else {
      column.counts_rows = q == 0 || q == 1;
    }
    column.negative += q < 0;
    column.largest = std::max(column.largest, q);
    values.push_back(q);
  }
  column.finite = values.size();
  std::sort(values.begin(), values.end());
  column.distinct =
      static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
  return column;
}

/// Why the first column of a table is no q; empty if it may be.
std::string problem_with_q(const DataTable& table, const FirstColumn& column, bool any_range) {
  if (table.width >= max_columns) return "the table has more columns than a curve (an image?)";
  if (column.finite * 2 < table.rows()) return "column 1 is not a number in most rows";
  if (column.negative * 5 > table.rows())
    return "column 1 is negative in many rows (a table of qx, qy?)";
  if (table.rows() >= 64 && column.distinct * 8 < table.rows())
    return "column 1 takes only " + std::to_string(column.distinct) + " values in " +
           std::to_string(table.rows()) + " rows (a two-dimensional table?)";
  if (column.distinct < least_rows) return "column 1 is nearly constant";
  if (table.rows() >= 10 && column.counts_rows) return "column 1 counts the rows";
  if (!any_range && column.largest > largest_q) {
    std::ostringstream text;
    text << "column 1 goes to " << column.largest << ", more than any q";
    return text.str();
  }
  return "";
}

/// Rows count half if they are neither in rising nor in falling order.
double score_of(const DataTable& table, const FirstColumn& column) {
  const auto rows = static_cast<double>(table.rows());
  const auto ordered = static_cast<double>(std::max(column.rising, column.falling));
  return ordered >= 0.9 * (rows - 1) ? rows : 0.5 * rows;
}

/// Headers are long where programs keep a history; what tells names and unit stands near the table.
constexpr std::size_t longest_header = 500;

/// The last text lines from after line `after` to before line `before`.
std::vector<TextLine> text_between(const ColumnText& file, std::size_t after, std::size_t before) {
  std::vector<TextLine> lines;
  for (const TextLine& line : file.text)
    if (line.number > after && line.number < before) lines.push_back(line);
  if (lines.size() > longest_header)
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(longest_header));
  return lines;
}

/// Line of "S J EXP ERROR J REG I REG" in the output of GNOM, or 0.
std::size_t gnom_line(const ColumnText& file) {
  for (const TextLine& line : file.text)
    if (line.text.find("J EXP") != std::string_view::npos &&
        line.text.find("ERROR") != std::string_view::npos)
      return line.number;
  return 0;
}

bool mentions(const std::vector<TextLine>& lines, std::string_view part) {
  return std::any_of(lines.begin(), lines.end(), [&](const TextLine& line) {
    return line.text.find(part) != std::string_view::npos;
  });
}

/// True for the .int files that debye itself writes: CRYSOL gives either a name or no Ra.
bool is_own_int(const std::vector<TextLine>& header) {
  return std::any_of(header.begin(), header.end(), [](const TextLine& line) {
    const std::size_t name = line.text.find("/Bord "), end = line.text.find("Dro:");
    return name != std::string_view::npos && end != std::string_view::npos &&
           trim(line.text.substr(name + 6, end - name - 6)).empty() &&
           line.text.find("Ra:") != std::string_view::npos;
  });
}

std::string format_of(const std::vector<TextLine>& header, std::size_t width) {
  const bool is_own = std::any_of(header.begin(), header.end(), [](const TextLine& line) {
    return line.text.starts_with("# debye ");
  });
  if (is_own) return mentions(header, ": fit of a curve") ? "debye fit" : "debye profile";
  if (is_own_int(header)) return "debye intensities";
  if (mentions(header, "Dif/Atom/Shape/Bord")) return "CRYSOL intensities";
  if (mentions(header, "Dro:")) return "CRYSOL fit";
  if (mentions(header, "scaling c =")) return "FoXS fit";
  if (mentions(header, "# SAXS profile:"))
    return width == 7 ? "FoXS partial profiles" : "FoXS profile";
  if (mentions(header, "sExp") && mentions(header, "iFit")) return "DAMMIF fit";
  if (mentions(header, "Pepsi-SAXS")) return "Pepsi-SAXS fit";
  if (mentions(header, "created by WAXSiS")) return "WAXSiS profile";
  const bool is_xvg = std::any_of(header.begin(), header.end(), [](const TextLine& line) {
    return line.text.starts_with("@") && line.text.find("axis") != std::string_view::npos;
  });
  return is_xvg ? "GROMACS xvg" : "columns";
}

/// Text below a table counts for the unit if it says so: "angular unit: 1/nm".
void append_unit_lines(const ColumnText& file, std::size_t after, std::vector<TextLine>& header) {
  for (const TextLine& line : file.text) {
    if (line.number <= after || line.text.size() > 200) continue;
    const std::string text = lower_case(std::string(line.text));
    const std::size_t unit = text.find("unit"), colon = text.find_first_of(":=");
    if (unit != std::string::npos && colon != std::string::npos && unit < colon)
      header.push_back(line);
  }
}

std::string line_range(const DataTable& table) {
  return "lines " + std::to_string(table.lines.front()) + "-" + std::to_string(table.lines.back());
}

/// The table chosen, and what speaks against the best of the others if none is.
struct Choice {
  std::optional<std::size_t> best;
  std::size_t same_shape = 0, other_shape = 0;  ///< further tables that could be curves
  std::size_t line = 0;
  std::string problem;
};

class TableChooser {
 public:
  TableChooser(const ColumnText& file, const std::vector<DataTable>& tables, bool any_range)
      : file_(file), tables_(tables), any_range_(any_range), gnom_line_(gnom_line(file)) {}

  bool is_gnom() const { return gnom_line_ != 0; }

  Choice choose() {
    Choice choice;
    double best_score = 0;
    std::size_t longest_failing = 0;
    std::vector<std::size_t> possible;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      const DataTable& table = tables_[i];
      const FirstColumn column = first_column_of(table);
      const std::string problem = problem_of(i, column);
      if (problem.empty()) {
        possible.push_back(i);
        const double score = score_of(table, column);
        if (score > best_score) {
          best_score = score;
          choice.best = i;
        }
      } else if (table.rows() > longest_failing) {
        longest_failing = table.rows();
        choice.line = table.lines.front();
        choice.problem = problem;
      }
    }
    for (const std::size_t i : possible)
      if (i != *choice.best)
        ++(tables_[i].width == tables_[*choice.best].width ? choice.same_shape
                                                           : choice.other_shape);
    return choice;
  }

  /// Text above a table, down from the last table before it.
  std::vector<TextLine> header_of(std::size_t index) const {
    std::size_t after = 0;
    for (std::size_t k = 0; k < index && !is_gnom(); ++k)
      if (tables_[k].rows() >= least_rows) after = tables_[k].lines.back();
    return text_between(file_, after, tables_[index].lines.front());
  }

 private:
  std::string problem_of(std::size_t index, const FirstColumn& column) const {
    const DataTable& table = tables_[index];
    if (table.rows() < least_rows)
      return "only " + std::to_string(table.rows()) + (table.rows() == 1 ? " row" : " rows") +
             " of numbers; a curve needs 3 or more";
    if (is_gnom() && (table.width < 5 || table.lines.front() < gnom_line_))
      return "no table of S, J EXP and ERROR";
    if (std::string problem = problem_with_q(table, column, any_range_); !problem.empty())
      return problem;
    if (const auto name = name_of_other_abscissa(nearest_text(table)))
      return "the header calls column 1 \"" + *name + "\", which is not q";
    return "";
  }

  /// The few lines of text above a table; all tables together take linear time.
  std::vector<TextLine> nearest_text(const DataTable& table) const {
    const auto end = std::lower_bound(
        file_.text.begin(), file_.text.end(), table.lines.front(),
        [](const TextLine& line, std::size_t number) { return line.number < number; });
    const auto begin = end - std::min<std::ptrdiff_t>(end - file_.text.begin(), 4);
    return {begin, end};
  }

  const ColumnText& file_;
  const std::vector<DataTable>& tables_;
  bool any_range_;
  std::size_t gnom_line_;
};

}  // namespace

CurveTable find_curve(std::string_view text, const std::string& name, bool any_range) {
  const ColumnText file = scan_columns(text);
  std::vector<DataTable> tables = find_tables(file);
  if (tables.empty())
    fail(name,
         ": holds no rows of two numbers or more; columns of q, intensity and sigma are"
         " expected");
  TableChooser chooser(file, tables, any_range);
  const Choice choice = chooser.choose();
  if (!choice.best)
    fail(name, ":", choice.line, ": no curve: ", choice.problem,
         "; columns of q, intensity and sigma are expected");
  CurveTable curve;
  curve.header = chooser.header_of(*choice.best);
  curve.table = std::move(tables[*choice.best]);
  curve.names = find_column_names(curve.header, curve.table.width);
  curve.format = chooser.is_gnom() ? "GNOM output" : format_of(curve.header, curve.table.width);
  append_unit_lines(file, curve.table.lines.back(), curve.header);
  if (choice.same_shape != 0)
    curve.warnings.push_back("the file holds " + std::to_string(choice.same_shape + 1) +
                             " tables of " + std::to_string(curve.table.width) +
                             " columns; the longest was read (" + line_range(curve.table) + ")");
  if (choice.other_shape != 0)
    curve.notes.push_back("read the table in " + line_range(curve.table) +
                          ", the longest; the file holds " + std::to_string(choice.other_shape) +
                          " more with another number of columns");
  return curve;
}

bool has_curve(std::string_view text) {
  const ColumnText file = scan_columns(text);
  const std::vector<DataTable> tables = find_tables(file);
  return !tables.empty() && TableChooser(file, tables, false).choose().best.has_value();
}

}  // namespace debye
