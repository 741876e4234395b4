// See page.hpp. The page itself is page.html, compiled in; its mark @DATA@ gives way to the JSON.

#include "report/page.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "debye/error.hpp"
#include "output/header_text.hpp"
#include "output/json.hpp"
#include "plot/thinning.hpp"
#include "version.hpp"

namespace debye::report {

extern const char* const page_source;  // from page.html

namespace {

constexpr std::size_t most_numbers = 4'000'000, most_of_each = 2000;

std::string number(double value) { return std::isfinite(value) ? rounded(value, 5) : "null"; }

std::string number_array(std::span<const double> values) {
  std::string text = "[";
  for (const double value : values) text += (text.size() > 1 ? "," : "") + number(value);
  return text + ']';
}

std::vector<double> chosen(const std::vector<double>& values,
                           const std::vector<std::size_t>& numbers) {
  std::vector<double> result;
  for (const std::size_t i : numbers) result.push_back(values[i]);
  return result;
}

/// Grids of q, each once: curves of one run share theirs.
class Grids {
 public:
  std::size_t number_of(const std::string& text) {
    const auto [found, is_new] = numbers_.try_emplace(text, numbers_.size());
    if (is_new) texts_.push_back(text);
    return found->second;
  }
  std::string array() const { return json::array(texts_); }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> texts_;
};

std::string guinier_array(const GuinierFit& fit) {
  return number_array(
      std::vector<double>{fit.radius_of_gyration, fit.forward_intensity, fit.q_min, fit.q_max});
}

std::string curve_object(const Result& result, Grids& grids, std::size_t most) {
  const auto points = plot::drawn_points(result.intensity, most);
  const auto guinier = fit_guinier(result.q, result.intensity, result.sigma);
  std::vector<std::pair<std::string, std::string>> members = {
      {"file", json::string(result.file)},
      {"model", json::string(result.model)},
      {"data", json::string(result.data)},
      {"flags", string_array(result.flags)},
      {"grid", json::number(grids.number_of(number_array(chosen(result.q, points))))},
      {"intensity", number_array(chosen(result.intensity, points))}};
  const auto add_number = [&](const char* name, double value) {
    if (std::isfinite(value)) members.emplace_back(name, number(value));
  };
  add_number("chi2", result.chi2);
  add_number("cormap", result.cormap_p);
  add_number("c1", result.c1);
  add_number("shell", result.shell_contrast);
  add_number("rg", result.radius_of_gyration);
  add_number("i0", result.forward_intensity);
  add_number("dmax", result.d_max);
  if (!result.sigma.empty())
    members.emplace_back("sigma", number_array(chosen(result.sigma, points)));
  if (!result.fit.empty()) members.emplace_back("fit", number_array(chosen(result.fit, points)));
  if (guinier) {
    add_number("grg", guinier->radius_of_gyration);
    members.emplace_back("guinier", guinier_array(*guinier));
  }
  if (!result.r.empty()) {
    const auto kept = plot::drawn_points(result.p, most);
    members.emplace_back("r", number_array(chosen(result.r, kept)));
    members.emplace_back("p", number_array(chosen(result.p, kept)));
  }
  return json::object(members);
}

std::string summary_of(const std::vector<Result>& results, std::size_t most) {
  std::size_t fits = 0, thinned = 0;
  for (const Result& result : results) {
    fits += result.fit.empty() ? 0 : 1;
    thinned += result.q.size() > most ? 1 : 0;
  }
  const std::size_t n = results.size(), profiles = n - fits;
  const auto counted = [](std::size_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  };
  std::string text;
  if (profiles > 0) text += counted(profiles, "computed curve");
  if (fits > 0) text += (text.empty() ? "" : ", ") + counted(fits, "fit");
  if (thinned > 0)
    text +=
        ", " + std::to_string(thinned) + " of them thinned to " + std::to_string(most) + " points";
  return text + "; debye " + version;
}

/// In JSON "<" stands only within strings, where its escape means the same.
std::string without_tags(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json)
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  return text;
}

}  // namespace

std::size_t points_of_each(const std::vector<Result>& results) {
  std::size_t columns = 0;
  for (const Result& result : results)
    columns += 2 + (result.sigma.empty() ? 0 : 1) + (result.fit.empty() ? 0 : 1) +
               (result.r.empty() ? 0 : 2);
  return std::clamp<std::size_t>(most_numbers / std::max<std::size_t>(columns, 1), 4, most_of_each);
}

std::string page(const std::vector<Result>& results) {
  if (results.size() > most_curves)
    fail(results.size(), " curves are too many for one page, which shows up to ", most_curves,
         "; give fewer files");
  const std::size_t most = points_of_each(results);
  Grids grids;
  std::vector<std::string> curves;
  for (const Result& result : results) curves.push_back(curve_object(result, grids, most));
  const std::string data = json::object({{"summary", json::string(summary_of(results, most))},
                                         {"grids", grids.array()},
                                         {"curves", json::array(curves)}});
  const std::string html = page_source, mark = "@DATA@";
  const std::size_t at = html.find(mark);
  return html.substr(0, at) + without_tags(data) + html.substr(at + mark.size());
}

}  // namespace debye::report
