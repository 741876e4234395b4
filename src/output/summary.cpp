// See summary.hpp.

#include "output/summary.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

#include "output/flat_json.hpp"
#include "output/json.hpp"
#include "output/output_file.hpp"

namespace debye {
namespace {

/// "fourier" of "fourier, tolerance 0.0001, CPU (AVX2, 1 thread)".
std::string method_of(const std::string& engine) {
  return engine.substr(0, engine.find_first_of(" ,:"));
}

/// "CPU (AVX2, 1 thread)"; of a hybrid, the device beside the CPU.
std::string device_of(const std::string& engine) {
  const std::string part = engine.substr(engine.rfind("; high q ") + 1);
  const std::size_t first = part.find(", ");
  const std::size_t second = first == std::string::npos ? first : part.find(", ", first + 1);
  return second == std::string::npos ? engine : part.substr(second + 2);
}

std::string quoted_for_csv(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

/// Empty for what is not known.
std::string number_field(double value) { return std::isfinite(value) ? json::number(value) : ""; }

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields)
    line += (&field == &fields.front() ? "" : ",") + quoted_for_csv(field);
  return line + "\n";
}

/// All members of a row with their names in JSON.
template <class Row, class Visit>
void for_each_member(Row& row, Visit& visit) {
  visit("number", row.number);
  visit("file", row.file);
  visit("model", row.model);
  visit("atoms", row.atoms);
  visit("method", row.method);
  visit("device", row.device);
  visit("forward_intensity", row.forward_intensity);
  visit("radius_of_gyration", row.radius_of_gyration);
  visit("d_max", row.d_max);
  visit("seconds", row.seconds);
  visit("warnings", row.warnings);
  visit("error", row.error);
  visit("output", row.output);
  visit("sha256", row.sha256);
  visit("curves", row.curves);
  visit("bytes", row.bytes);
  visit("options", row.options);
}

struct MemberWriter {
  std::vector<std::pair<std::string, std::string>> members = {};

  void operator()(const char* name, const std::string& value) {
    members.emplace_back(name, json::string(value));
  }
  void operator()(const char* name, const std::vector<std::string>& value) {
    members.emplace_back(name, string_array(value));
  }
  template <class Number>
  void operator()(const char* name, const Number& value) {
    members.emplace_back(name, json::number(value));
  }
};

/// What is missing or wrong makes the whole row invalid.
struct MemberReader {
  const json::FlatObject& members;
  bool valid = true;

  void operator()(const char* name, std::string& value) { value = member(name).text; }
  void operator()(const char* name, std::vector<std::string>& value) {
    value = member(name).elements;
  }
  template <class Number>
  void operator()(const char* name, Number& value) {
    const std::string& digits = member(name).text;
    if (digits == "null") return;
    const char* end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, value);
    valid = valid && error == std::errc() && rest == end;
  }
  const json::FlatValue& member(const char* name) {
    static const json::FlatValue none;
    const auto found = members.find(name);
    valid = valid && found != members.end();
    return found == members.end() ? none : found->second;
  }
};

}  // namespace

SummaryRow summary_row(const RunInfo& info) {
  SummaryRow row;
  row.model = info.models_averaged > 1 ? "mean of " + std::to_string(info.models_averaged)
                                       : info.audit.model;
  for (const auto& [symbol, count] : info.audit.elements) row.atoms += count;
  row.method = method_of(info.engine);
  row.device = device_of(info.engine);
  row.forward_intensity = info.sizes.forward_intensity;
  row.radius_of_gyration = info.sizes.radius_of_gyration;
  row.d_max = info.sizes.d_max;
  row.sha256 = info.sha256;
  return row;
}

std::string json_line(const SummaryRow& row) {
  MemberWriter writer;
  for_each_member(row, writer);
  return json::object(writer.members) + "\n";
}

std::optional<SummaryRow> parse_json_line(std::string_view line) {
  const auto members = json::parse_flat_object(line);
  if (!members) return std::nullopt;
  MemberReader reader{*members};
  SummaryRow row;
  for_each_member(row, reader);
  if (!reader.valid) return std::nullopt;
  return row;
}

std::string csv_table(const std::vector<SummaryRow>& rows) {
  std::string text = csv_line({"file", "model", "atoms", "method", "device", "I(0)", "Rg", "Dmax",
                               "seconds", "warnings", "error", "output", "sha256"});
  for (const SummaryRow& row : rows)
    text += csv_line(
        {row.file, row.model, row.error.empty() ? json::number(row.atoms) : std::string(),
         row.method, row.device, number_field(row.forward_intensity),
         number_field(row.radius_of_gyration), number_field(row.d_max), number_field(row.seconds),
         joined(row.warnings), row.error, row.output, row.sha256});
  return text;
}

std::vector<SummaryRow> read_json_lines(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<SummaryRow> rows;
  for (std::string line; std::getline(file, line) && !file.eof();)
    if (auto row = parse_json_line(line)) rows.push_back(std::move(*row));
  return rows;
}

void write_summary(const std::string& path, std::vector<SummaryRow> rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const SummaryRow& a, const SummaryRow& b) { return a.number < b.number; });
  std::string lines;
  for (const SummaryRow& row : rows) lines += json_line(row);
  OutputFile(path + ".csv").commit(csv_table(rows));
  OutputFile(path + ".jsonl").commit(lines);
}

}  // namespace debye
