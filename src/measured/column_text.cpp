// Lines of numbers of a text file, and the tables that they form.

#include "measured/column_text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "measured/number_words.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

/// Lines between two parts of one table that may be neither comments nor rows of its width.
constexpr std::size_t max_gap = 2;

/// A table while it grows.
class OpenTable {
 public:
  OpenTable(const ColumnText& file, const Run& run) : file_(&file) {
    table_.width = run.width;
    append(run);
  }

  std::size_t width() const { return table_.width; }
  std::size_t rows() const { return table_.rows(); }
  std::size_t last_line() const { return table_.lines.back(); }

  void append(const Run& run) {
    const auto value = file_->values.begin() + static_cast<std::ptrdiff_t>(run.first_value);
    const auto line = file_->row_line.begin() + static_cast<std::ptrdiff_t>(run.first_row);
    table_.values.insert(table_.values.end(), value,
                         value + static_cast<std::ptrdiff_t>(run.rows * run.width));
    table_.lines.insert(table_.lines.end(), line, line + static_cast<std::ptrdiff_t>(run.rows));
  }

  void append_unreadable(const std::vector<std::size_t>& lines) {
    table_.unreadable.insert(table_.unreadable.end(), lines.begin(), lines.end());
  }

  /// True if the first column of the run, `lines` further down, goes on where that of the table
  /// ends.
  bool is_continued_by(const Run& run, std::size_t lines) const {
    const double first = table_.at(0, 0), last = table_.at(rows() - 1, 0);
    const double next = file_->values[run.first_value];
    const double mean_step = (last - first) / static_cast<double>(rows() - 1);
    const double last_step = last - table_.at(rows() - 2, 0);
    const double step = std::max(std::abs(mean_step), std::abs(last_step));
    const bool is_same_way = (first <= last && last <= next) || (first >= last && last >= next);
    return is_same_way && std::abs(next - last) <= 2 * step * static_cast<double>(lines);
  }

  DataTable take() { return std::move(table_); }

 private:
  const ColumnText* file_;
  DataTable table_;
};

/// Some programs begin with a line of numbers of its own meaning, as wide as the table by chance.
void take_off_header_row(DataTable& table) {
  if (table.rows() < 4) return;
  const double first = table.at(0, 0), second = table.at(1, 0);
  double last = second;
  for (std::size_t i = 2; i < table.rows(); ++i) {
    if (!(table.at(i, 0) > last)) return;
    last = table.at(i, 0);
  }
  const bool is_count = table.rows() >= 6 && first >= 1 && first == std::floor(first);
  if (!(first > second) || !(is_count || first > 10 * last)) return;
  table.header.push_back(table.lines.front());
  table.lines.erase(table.lines.begin());
  table.values.erase(table.values.begin(),
                     table.values.begin() + static_cast<std::ptrdiff_t>(table.width));
}

}  // namespace

bool is_comment(std::string_view line) {
  line = trim(line);
  if (line.empty()) return true;
  const char c = line.front();
  return c == '#' || c == '!' || c == '%' || c == '@' || c == ';' || line.starts_with("//");
}

ColumnText scan_columns(std::string_view text) {
  ColumnText file;
  LineReader lines(text);
  bool text_since_row = true;
  while (lines.next()) {
    const std::size_t before = file.values.size();
    const std::size_t width = leading_numbers(lines.line(), file.values);
    if (width < 2) {
      file.values.resize(before);
      const std::string_view line = trim(lines.line());
      if (line.empty() || line == "\x1A") continue;
      file.text.push_back({lines.number(), line});
      text_since_row = true;
      continue;
    }
    if (text_since_row || file.runs.back().width != width)
      file.runs.push_back({width, 0, file.row_line.size(), before});
    text_since_row = false;
    ++file.runs.back().rows;
    file.row_line.push_back(lines.number());
  }
  return file;
}

std::vector<DataTable> find_tables(const ColumnText& file) {
  std::vector<DataTable> tables;
  if (file.runs.empty()) return tables;
  OpenTable open(file, file.runs[0]);
  std::vector<std::size_t> gap;     // lines since the last row of `open` that are no comments
  std::vector<std::size_t> passed;  // runs among them
  std::size_t next_text = 0;
  const auto close = [&] {
    tables.push_back(open.take());
    for (const std::size_t i : passed) tables.push_back(OpenTable(file, file.runs[i]).take());
    gap.clear();
    passed.clear();
  };
  for (std::size_t i = 1; i < file.runs.size(); ++i) {
    const Run& run = file.runs[i];
    const std::size_t first_line = file.row_line[run.first_row];
    for (; next_text < file.text.size() && file.text[next_text].number < first_line; ++next_text)
      if (file.text[next_text].number > open.last_line() && gap.size() <= max_gap &&
          !is_comment(file.text[next_text].text))
        gap.push_back(file.text[next_text].number);
    const bool is_close = open.rows() >= 3 && gap.size() <= max_gap;
    if (is_close && run.width == open.width() &&
        open.is_continued_by(run, first_line - open.last_line())) {
      open.append_unreadable(gap);
      open.append(run);
      gap.clear();
      passed.clear();
    } else if (is_close && run.width != open.width() && gap.size() + run.rows <= max_gap) {
      for (std::size_t k = 0; k < run.rows; ++k) gap.push_back(file.row_line[run.first_row + k]);
      passed.push_back(i);
    } else {
      close();
      open = OpenTable(file, run);
    }
  }
  close();
  for (DataTable& table : tables) take_off_header_row(table);
  return tables;
}

}  // namespace debye
