// What the tests of batches share: small trees of structures, the table read back by a reader of
// its own, and a picture of all that a run has written.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cli_checks.hpp"
#include "json_reader.hpp"

namespace debye::test {

using Table = std::vector<std::vector<std::string>>;

/// RFC 4180, lines ended by LF.
inline Table csv_table_of(const std::string& text) {
  Table rows;
  bool in_quotes = false, new_row = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (new_row) rows.push_back({""});
    new_row = false;
    std::string& field = rows.back().back();
    if (in_quotes) {
      if (text[i] != '"')
        field += text[i];
      else if (i + 1 < text.size() && text[i + 1] == '"')
        field += text[i++];
      else
        in_quotes = false;
    } else if (text[i] == '"') {
      in_quotes = true;
    } else if (text[i] == ',') {
      rows.back().emplace_back();
    } else if (text[i] == '\n') {
      new_row = true;
    } else {
      field += text[i];
    }
  }
  REQUIRE_FALSE(in_quotes);
  for (const auto& row : rows) REQUIRE(row.size() == rows.front().size());
  return rows;
}

/// One column of summary.csv without its name.
inline std::vector<std::string> column(const Table& table, const std::string& name) {
  const auto& names = table.at(0);
  const auto at = std::find(names.begin(), names.end(), name);
  REQUIRE(at != names.end());
  std::vector<std::string> values;
  for (std::size_t n = 1; n < table.size(); ++n)
    values.push_back(table[n].at(static_cast<std::size_t>(at - names.begin())));
  return values;
}

inline std::vector<std::string> summary_column(const Workplace& place, const std::string& name,
                                               const std::string& output = "out") {
  return column(csv_table_of(place.read(output + "/summary.csv")), name);
}

inline std::vector<Json> json_lines_of(const std::string& text) {
  REQUIRE(text.ends_with('\n'));
  std::vector<Json> values;
  for (const std::string& line : lines_of(text)) values.push_back(parse_json(line));
  return values;
}

/// The text without what a clock says: the member or the column "seconds".
inline std::string without_seconds(const std::string& name, std::string text) {
  if (name.ends_with(".jsonl")) {
    const std::string member = "\"seconds\": ";
    for (std::size_t at = text.find(member); at != std::string::npos; at = text.find(member, at)) {
      at += member.size();
      text.erase(at, text.find(',', at) - at);
    }
  } else if (name.ends_with(".csv")) {
    std::string rows;
    for (const auto& row : csv_table_of(text))
      for (std::size_t k = 0; k < row.size(); ++k)
        if (k != 8) rows += row[k] + (k + 1 < row.size() ? "|" : "\n");
    return rows;
  }
  return text;
}

using Tree = std::map<std::string, std::string>;

/// Content of all files below a directory by their path, without seconds.
inline Tree tree_of(const Workplace& place, const std::string& below) {
  Tree tree;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place / below)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = std::filesystem::relative(entry.path(), place / below).string();
    tree[name] = without_seconds(name, place.read(below + "/" + name));
  }
  return tree;
}

/// Paths of a tree but for the tables.
inline Names curves_of(const Tree& tree) {
  Names names;
  for (const auto& [name, text] : tree)
    if (!name.starts_with("summary")) names.push_back(name);
  return names;
}

/// Two irons at this distance.
inline std::string irons_at(double distance) {
  return "2\ntwo irons\nFe 0 0 0\nFe " + std::to_string(distance) + " 0 0\n";
}

inline void make_directories(const Workplace& place, const std::vector<std::string>& names) {
  for (const std::string& name : names) std::filesystem::create_directories(place / name);
}

}  // namespace debye::test
