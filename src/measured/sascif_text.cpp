// Reader of sasCIF. Words are split as in mmCIF; everything but one loop and units is passed over.

#include "measured/sascif_text.hpp"

#include <array>
#include <limits>

#include "debye/error.hpp"
#include "measured/number_words.hpp"
#include "structure/cif_tokens.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

enum Column : std::size_t { MomentumTransfer, Intensity, CountingError, Scan, column_count };

constexpr std::string_view category = "_SAS_SCAN_INTENSITY.";
constexpr std::array<std::string_view, column_count> tags = {"MOMENTUM_TRANSFER", "INTENSITY",
                                                             "INTENSITY_SU_COUNTING", "SCAN_ID"};

std::size_t column_of(const std::string& upper_tag) {
  if (!upper_tag.starts_with(category)) return column_count;
  for (std::size_t i = 0; i < column_count; ++i)
    if (std::string_view(upper_tag).substr(category.size()) == tags[i]) return i;
  return column_count;
}

bool is_tag(const Token& token) { return !token.quoted && token.text.starts_with('_'); }

bool ends_loop(const Token& token) {
  if (token.quoted) return false;
  if (is_tag(token)) return true;
  const std::string upper = to_upper(token.text.substr(0, 8));
  return upper.starts_with("LOOP_") || upper.starts_with("DATA_") || upper.starts_with("SAVE_") ||
         upper.starts_with("STOP_") || upper.starts_with("GLOBAL_");
}

/// Tells the unit of q: an item of any _sas_ category, "unit" in its name, not of the intensity.
bool is_unit_tag(const std::string& upper_tag) {
  return upper_tag.starts_with("_SAS_") && upper_tag.find("UNIT") != std::string::npos &&
         upper_tag.find("INTENSITY_UNIT") == std::string::npos;
}

double value_of(std::string_view word) {
  if (word.ends_with(')')) word = word.substr(0, word.find('('));  // an uncertainty
  return data_number(word).value_or(std::numeric_limits<double>::quiet_NaN());
}

class SasCifReader {
 public:
  SasCifReader(std::string_view text, const std::string& name) : name_(name), tokens_(text, name) {}

  CurveTable read() {
    curve_.format = "sasCIF";
    curve_.table.width = 3;
    more_ = tokens_.next(token_);
    while (more_) {
      if (!token_.quoted && to_upper(token_.text) == "LOOP_") {
        read_loop();
      } else if (is_tag(token_)) {
        read_item();
      } else {
        more_ = tokens_.next(token_);
      }
    }
    if (curve_.table.rows() == 0)
      fail(name_,
           ": the sasCIF has no rows of _sas_scan_intensity.momentum_transfer and .intensity");
    if (other_scans_ != 0)
      curve_.warnings.push_back("the file holds more than one scan; only the first (scan_id " +
                                scan_ + ") was read");
    return std::move(curve_);
  }

 private:
  void read_item() {
    const std::string tag = to_upper(token_.text);
    more_ = tokens_.next(token_);
    if (!more_ || ends_loop(token_)) return;
    add_unit(tag);
    more_ = tokens_.next(token_);
  }

  void add_unit(const std::string& tag) {
    if (is_unit_tag(tag)) curve_.header.push_back({tokens_.line(), token_.text});
  }

  void read_loop() {
    const std::size_t first_line = tokens_.line();
    std::vector<std::string> names;
    std::array<bool, column_count> has = {};
    while ((more_ = tokens_.next(token_)) && is_tag(token_)) {
      names.push_back(to_upper(token_.text));
      if (const std::size_t column = column_of(names.back()); column != column_count)
        has[column] = true;
    }
    const bool is_curve = has[MomentumTransfer] && has[Intensity];
    std::vector<std::size_t> order;
    for (const std::string& tag : names) order.push_back(column_of(tag));
    std::array<std::string_view, column_count> row = {};
    std::size_t place = 0;
    for (; more_ && !ends_loop(token_); more_ = tokens_.next(token_)) {
      if (names.empty()) continue;
      if (order[place] != column_count) row[order[place]] = token_.text;
      add_unit(names[place]);
      if (++place < names.size()) continue;
      place = 0;
      if (is_curve) add_row(row);
    }
    if (place != 0 && is_curve)
      fail(name_, ":", tokens_.line(), ": the last row of the _sas_scan_intensity loop of line ",
           first_line, " has ", place, " of ", names.size(),
           " values; the file is cut off or damaged");
  }

  void add_row(const std::array<std::string_view, column_count>& row) {
    if (curve_.table.rows() == 0) scan_ = row[Scan];
    if (row[Scan] != scan_) {
      ++other_scans_;
      return;
    }
    for (const Column column : {MomentumTransfer, Intensity, CountingError})
      curve_.table.values.push_back(value_of(row[column]));
    curve_.table.lines.push_back(tokens_.line());
  }

  const std::string& name_;
  CifTokens tokens_;
  Token token_;
  bool more_ = false;
  CurveTable curve_;
  std::string scan_;
  std::size_t other_scans_ = 0;
};

}  // namespace

CurveTable read_sascif(std::string_view text, const std::string& name) {
  return SasCifReader(text, name).read();
}

}  // namespace debye
