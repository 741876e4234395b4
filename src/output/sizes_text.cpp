// See sizes_text.hpp.

#include "output/sizes_text.hpp"

#include <cmath>
#include <cstdio>

#include "output/json.hpp"

namespace debye {
namespace {

std::string number(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// "value +- sigma", or the value alone without sigma.
std::string with_sigma(const char* format, double value, double sigma) {
  const std::string text = number(format, value);
  return std::isfinite(sigma) ? text + " +- " + number(format, sigma) : text;
}

std::string guinier_line(const GuinierFit& fit) {
  std::string text = "Guinier fit: Rg " +
                     with_sigma("%.2f", fit.radius_of_gyration, fit.radius_of_gyration_sigma) +
                     " A, I(0) " +
                     with_sigma("%.4g", fit.forward_intensity, fit.forward_intensity_sigma) + ", " +
                     std::to_string(fit.n) + " points, q " + number("%.4g", fit.q_min) + " to " +
                     number("%.4g", fit.q_max) +
                     " 1/A (q Rg <= " + number("%.2f", fit.q_max * fit.radius_of_gyration) + ")";
  if (fit.n_dropped > 0) text += ", without the first " + std::to_string(fit.n_dropped);
  return text;
}

std::string guinier_object(const GuinierFit& fit) {
  return json::object({
      {"radius_of_gyration", json::number(fit.radius_of_gyration)},
      {"radius_of_gyration_sigma", json::number(fit.radius_of_gyration_sigma)},
      {"forward_intensity", json::number(fit.forward_intensity)},
      {"forward_intensity_sigma", json::number(fit.forward_intensity_sigma)},
      {"q_min", json::number(fit.q_min)},
      {"q_max", json::number(fit.q_max)},
      {"points", json::number(fit.n)},
      {"points_dropped", json::number(fit.n_dropped)},
  });
}

}  // namespace

std::vector<std::string> describe(const Sizes& sizes) {
  std::vector<std::string> lines;
  const auto add_line = [&](const std::vector<std::string>& parts) {
    std::string line;
    for (const std::string& part : parts)
      if (!part.empty()) line += (line.empty() ? "" : ", ") + part;
    if (!line.empty()) lines.push_back(line);
  };
  const auto part = [](const std::string& name, const char* format, double value,
                       const std::string& unit) {
    return std::isfinite(value) ? name + " " + number(format, value) + unit : std::string();
  };
  add_line({part("excess electrons: Rg", "%.2f", sizes.radius_of_gyration, " A"),
            part("I(0)", "%.6g", sizes.forward_intensity, " electrons^2"),
            part("Dmax", "%.1f", sizes.d_max, " A")});
  if (sizes.guinier) lines.push_back(guinier_line(*sizes.guinier));
  add_line({part("Porod volume", "%.0f", sizes.porod_volume, " A^3"),
            part("volume of correlation", "%.1f", sizes.correlation_volume, " A^2"),
            part("from it, if a protein,", "%.0f", sizes.protein_weight, " g/mol")});
  return lines;
}

std::string sizes_object(const Sizes& sizes) {
  return json::object({
      {"radius_of_gyration", json::number(sizes.radius_of_gyration)},
      {"forward_intensity", json::number(sizes.forward_intensity)},
      {"d_max", json::number(sizes.d_max)},
      {"guinier", sizes.guinier ? guinier_object(*sizes.guinier) : "null"},
      {"porod_volume", json::number(sizes.porod_volume)},
      {"correlation_volume", json::number(sizes.correlation_volume)},
      {"protein_weight", json::number(sizes.protein_weight)},
  });
}

}  // namespace debye
