// See fit_text.hpp.

#include "output/fit_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "output/json.hpp"
#include "output/sizes_text.hpp"
#include "version.hpp"

namespace debye {
namespace {

using Members = std::vector<std::pair<std::string, std::string>>;

std::string parameter_text(const FittedParameter& parameter) {
  std::string text = parameter.name + " = " + rounded(parameter.value, 6);
  if (parameter.fixed) return text + " (fixed)";
  if (parameter.at_bound) return text + " (at its bound)";
  if (std::isnan(parameter.error)) return text + " (no error)";
  return text + " +- " + rounded(parameter.error, 2);
}

std::string chi2_text(const FitResult& fit) {
  const std::string sizes = "N = " + std::to_string(fit.n_points) +
                            " points, p = " + std::to_string(fit.n_parameters) + " parameters";
  if (!fit.weighted)
    return "Chi^2: not known without sigma; R-factor " + rounded(fit.r_factor, 4) + " (" + sizes +
           ")";
  return "Chi^2: " + rounded(fit.chi2_reduced(), 5) + " = chi2/(N-p); " +
         rounded(fit.chi2_per_point(), 5) + " = chi2/N (" + sizes + "); R-factor " +
         rounded(fit.r_factor, 4);
}

std::vector<std::string> correlation_lines(const FitResult& fit) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < fit.free.size(); ++i)
    for (std::size_t j = i + 1; j < fit.free.size(); ++j) {
      const double value =
          fit.correlation(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      const auto name = [&](std::size_t k) {
        return fit.parameters[static_cast<std::size_t>(fit.free[k])].name;
      };
      lines.push_back("correlation " + name(i) + "/" + name(j) + ": " + rounded(value, 4));
    }
  return lines;
}

std::string data_line(const FitReport& report) {
  const MeasuredProfile& data = *report.data;
  std::string text = data.name + " (" + data.audit.format + ", sha256 " + data.sha256 + "), " +
                     std::to_string(data.size()) + " points, q " + rounded(data.q.front(), 6) +
                     " to " + rounded(data.q.back(), 6) + " 1/A; q of the file in " +
                     data.audit.unit_reason + "; columns: " + data.audit.columns;
  for (const DroppedRows& dropped : data.audit.dropped) text += "; " + dropped_text(dropped);
  if (!report.data_note.empty()) text += "; " + report.data_note;
  return text;
}

std::string model_line(const FitReport& report) {
  std::string text =
      report.model + " (" + report.audit.format + ", sha256 " + report.model_sha256 + "), ";
  if (report.models_averaged > 1)
    return text + "mean of " + std::to_string(report.models_averaged) + " models";
  return text + "model " + report.audit.model + " of " +
         std::to_string(report.audit.models_in_file);
}

std::vector<std::string> header_lines(const FitReport& report) {
  const FitResult& fit = report.fit;
  std::vector<std::string> lines = {
      std::string("debye ") + version + ": fit of a curve in solution to measured data",
      "command: " + report.command,
      "model: " + model_line(report),
      "data: " + data_line(report),
      "engine: " + report.engine,
      "numerical error: " + error_text(report.error_bound, report.measured_error)};
  for (const std::string& warning : report.data->audit.warnings)
    lines.push_back("data warning: " + warning);
  for (const std::string& line : summarize(report.audit)) lines.push_back(line);
  for (const std::string& line : summarize(report.solution)) lines.push_back(line);
  for (const std::string& line : describe(report.sizes)) lines.push_back(line);
  if (const Sizes measured = measured_sizes(*report.data); measured.guinier)
    lines.push_back("of the data, " + describe(measured).front());
  lines.push_back(chi2_text(fit));
  for (const FittedParameter& parameter : fit.parameters)
    lines.push_back(parameter_text(parameter));
  for (const std::string& line : correlation_lines(fit)) lines.push_back(line);
  lines.push_back("CorMap: longest run of residuals of one sign " +
                  std::to_string(fit.longest_run) + ", p = " + rounded(fit.cormap_p, 3));
  for (const ResidualBand& band : fit.bands)
    lines.push_back("residuals at q " + rounded(band.q_min, 4) + " to " + rounded(band.q_max, 4) +
                    ": mean " + rounded(band.mean, 3) + " sigma, chi2/n " + rounded(band.chi2, 4) +
                    " (n = " + std::to_string(band.n) + ")");
  for (const std::string& flag : fit.flags) lines.push_back("flag: " + flag);
  return lines;
}

std::string columns(const FitReport& report) {
  std::string text;
  for (const std::string& line : header_lines(report)) text += comment(line);
  const MeasuredProfile& data = *report.data;
  const bool sigma = !data.sigma.empty();
  text += comment(std::string("columns: q [1/A], I_exp, ") + (sigma ? "sigma, " : "") + "I_model");
  for (std::size_t i = 0; i < data.size(); ++i) {
    text +=
        padded(q_text(data.q[i], QUnit::InverseAngstrom)) + padded(json::number(data.intensity[i]));
    if (sigma) text += padded(json::number(data.sigma[i]));
    text += json::number(report.fit.model[static_cast<Eigen::Index>(i)]) + '\n';
  }
  return text;
}

Members fit_members(const FitReport& report) {
  const FitResult& fit = report.fit;
  Members parameters;
  for (const FittedParameter& parameter : fit.parameters)
    parameters.emplace_back(
        parameter.name, json::object({{"value", json::number(parameter.value)},
                                      {"error", json::number(parameter.error)},
                                      {"fixed", parameter.fixed ? "true" : "false"},
                                      {"at_bound", parameter.at_bound ? "true" : "false"},
                                      {"determined", parameter.determined ? "true" : "false"}}));
  return {{"model", json::string(model_label(report))},
          {"data", json::string(report.data->name)},
          {"points", json::number(fit.n_points)},
          {"free_parameters", json::number(fit.n_parameters)},
          {"q_min", json::number(report.data->q.front())},
          {"q_max", json::number(report.data->q.back())},
          {"chi2_reduced", json::number(fit.weighted ? fit.chi2_reduced() : fit.chi2)},
          {"chi2_per_point", json::number(fit.weighted ? fit.chi2_per_point() : fit.chi2)},
          {"r_factor", json::number(fit.r_factor)},
          {"cormap_p", json::number(fit.cormap_p)},
          {"longest_run", json::number(fit.longest_run)},
          {"parameters", json::object(parameters)},
          {"flags", string_array(fit.flags)}};
}

std::string json_text(const FitReport& report) {
  const FitResult& fit = report.fit;
  const MeasuredProfile& data = *report.data;
  Members members = {{"program", json::string(std::string("debye ") + version)},
                     {"command", json::string(report.command)}};
  for (auto& member : fit_members(report)) members.push_back(std::move(member));
  std::vector<std::string> free, rows, bands;
  for (const int index : fit.free)
    free.push_back(fit.parameters[static_cast<std::size_t>(index)].name);
  for (const auto& row : fit.correlation.rowwise())
    rows.push_back(number_array(std::vector<double>(row.begin(), row.end())));
  for (const ResidualBand& band : fit.bands)
    bands.push_back(json::object({{"q_min", json::number(band.q_min)},
                                  {"q_max", json::number(band.q_max)},
                                  {"points", json::number(band.n)},
                                  {"mean_residual", json::number(band.mean)},
                                  {"chi2_per_point", json::number(band.chi2)}}));
  members.insert(members.end(),
                 {{"correlation", json::object({{"parameters", string_array(free)},
                                                {"matrix", json::array(rows)}})},
                  {"residual_bands", json::array(bands)},
                  {"engine", json::string(report.engine)},
                  {"error_bound", json::number(report.error_bound)},
                  {"measured_error", measured_error_object(report.measured_error)},
                  {"model_sha256", json::string(report.model_sha256)},
                  {"models_averaged", json::number(report.models_averaged)},
                  {"chi2_default", json::number(fit.chi2_default)},
                  {"data_line", json::string(data_line(report))},
                  {"data_warnings", string_array(data.audit.warnings)},
                  {"audit", audit_object(report.audit)},
                  {"solution", solution_object(report.solution)},
                  {"sizes", sizes_object(report.sizes)},
                  {"sizes_of_data", sizes_object(measured_sizes(data))},
                  {"q_unit", json::string(unit_name(QUnit::InverseAngstrom))},
                  {"q", number_array(data.q)},
                  {"intensity", number_array(data.intensity)},
                  {"sigma", data.sigma.empty() ? "null" : number_array(data.sigma)},
                  {"fit", number_array(std::vector<double>(fit.model.begin(), fit.model.end()))}});
  return json::object(members) + "\n";
}

}  // namespace

std::string model_label(const FitReport& report) {
  if (report.models_averaged > 1 || report.audit.models_in_file <= 1) return report.model;
  return report.model + ":" + report.audit.model;
}

std::string format_fit(const FitReport& report, bool json) {
  return json ? json_text(report) : columns(report);
}

std::string format_int(const FitReport& report) {
  const SolutionInfo& solution = report.solution;
  char line[160];
  std::snprintf(line, sizeof line,
                " Dif/Atom/Shape/Bord              Dro: %6.3f Ra: %6.4f Rg: %5.2f Vtot: %.0f\n",
                solution.parameters.shell_contrast,
                solution.parameters.c1 * solution.summary.mean_radius,
                report.sizes.radius_of_gyration,
                std::pow(solution.parameters.c1, 3) * solution.summary.displaced_volume);
  std::string text = line;
  for (std::size_t n = 0; n < report.nodes.size(); ++n) {
    const auto column = report.terms.col(static_cast<Eigen::Index>(n));
    if (report.nodes[n] > report.data->q.back()) break;
    std::snprintf(line, sizeof line, "%25.16E%25.16E%25.16E%25.16E%25.16E\n", report.nodes[n],
                  column.sum(), column[0], column[1], column[2]);
    text += line;
  }
  return text;
}

std::string format_ranking(const std::vector<FitReport>& reports, bool json) {
  if (json) {
    std::vector<std::string> elements;
    for (const FitReport& report : reports) elements.push_back(json::object(fit_members(report)));
    return json::array(elements) + "\n";
  }
  std::vector<std::vector<std::string>> rows = {
      {"# model", "data", "N", "q_min", "q_max", "chi2/(N-p)", "chi2/N", "R", "CorMap_p", "scale",
       "constant", "c1", "+-", "shell[e/A^3]", "+-", "flags"}};
  for (const FitReport& report : reports) {
    const FitResult& fit = report.fit;
    const auto value = [&](const char* name) {
      const FittedParameter* parameter = fit.parameter(name);
      return parameter ? rounded(parameter->value, 5) : std::string("-");
    };
    const auto error = [&](const char* name) {
      const FittedParameter* parameter = fit.parameter(name);
      if (parameter->at_bound) return std::string("bound");
      return std::isnan(parameter->error) ? std::string("-") : rounded(parameter->error, 2);
    };
    rows.push_back(
        {quoted_for_shell(model_label(report)), quoted_for_shell(report.data->name),
         std::to_string(fit.n_points), rounded(report.data->q.front(), 4),
         rounded(report.data->q.back(), 4), fit.weighted ? rounded(fit.chi2_reduced(), 5) : "-",
         fit.weighted ? rounded(fit.chi2_per_point(), 5) : "-", rounded(fit.r_factor, 4),
         rounded(fit.cormap_p, 2), value("scale"), value("constant"), value("c1"), error("c1"),
         value("shell_contrast"), error("shell_contrast"), std::to_string(fit.flags.size())});
  }
  return aligned(rows);
}

std::string summarize(const FitReport& report) {
  std::string text =
      model_label(report) + " to " + report.data->name + ": " + chi2_text(report.fit) + "\n ";
  for (const FittedParameter& parameter : report.fit.parameters)
    text +=
        " " + parameter_text(parameter) + (&parameter == &report.fit.parameters.back() ? "" : ",");
  for (const std::string& flag : report.fit.flags) text += "\n  flag: " + flag;
  return text;
}

}  // namespace debye
