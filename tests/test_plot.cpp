// Pictures in numbers, before any program draws them, and the script that holds them.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "errors.hpp"
#include "plot/gnuplot_script.hpp"
#include "plot/palette.hpp"
#include "plot/picture_file.hpp"
#include "plot/pictures.hpp"
#include "plot/thinning.hpp"

using namespace debye;
using namespace debye::plot;
using debye::test::mentions;

namespace {

bool near(double value, double wanted, double relative = 1e-9) {
  return std::abs(value - wanted) <= relative * std::abs(wanted);
}

/// I(0) exp(−q² Rg²/3), which is a straight line in Guinier's plot and has its maximum in Kratky's
/// at q Rg = √3, where it is 3/e.
PlottedCurve gaussian(const std::string& name, double rg, double i0) {
  PlottedCurve curve;
  curve.name = name;
  for (int k = 0; k <= 100; ++k) {
    const double q = 0.003 * k;
    curve.q.push_back(q);
    curve.intensity.push_back(i0 * std::exp(-q * q * rg * rg / 3));
  }
  curve.guinier = fit_guinier(curve.q, curve.intensity);
  return curve;
}

std::vector<PlottedCurve> curves(std::size_t n) {
  std::vector<PlottedCurve> result;
  for (std::size_t i = 0; i < n; ++i)
    result.push_back(
        gaussian("curve" + std::to_string(i), 10 + 0.01 * static_cast<double>(i), 100));
  return result;
}

const Panel& panel_of(const Picture& picture, const std::string& y_label) {
  for (const Panel& panel : picture.panels)
    if (panel.y.label == y_label) return panel;
  FAIL("no panel " << y_label);
  return picture.panels.front();
}

std::vector<std::string> titles_of(const Panel& panel) {
  std::vector<std::string> titles;
  for (const Series& series : panel.series)
    if (!series.title.empty()) titles.push_back(series.title);
  return titles;
}

}  // namespace

TEST_CASE("the panels of a profile hold what their axes say") {
  const double rg = 20, i0 = 1000;
  PlottedCurve curve = gaussian("a", rg, i0);
  curve.r = {0, 1, 2, 3};
  curve.p = {99, 1, 3, 0};  // the first holds the terms i = j
  const Picture picture = profile_picture({curve}, QUnit::InverseAngstrom);
  REQUIRE(picture.panels.size() == 5);

  const Panel& intensity = panel_of(picture, "I (electrons²)");
  CHECK(intensity.y.logarithmic);
  CHECK(intensity.x.label == "q (Å⁻¹)");
  CHECK(intensity.series.at(0).x == curve.q);
  CHECK(intensity.series.at(0).y == curve.intensity);
  CHECK(titles_of(intensity) == std::vector<std::string>{"a"});

  const Panel& guinier = panel_of(picture, "ln I");
  REQUIRE(guinier.series.size() == 2);
  for (std::size_t i = 0; i < guinier.series[0].x.size(); ++i)
    CHECK(near(guinier.series[0].y[i], std::log(i0) - guinier.series[0].x[i] * rg * rg / 3));
  const Series& line = guinier.series[1];
  CHECK(line.x.front() == 0);
  CHECK(near((line.y[0] - line.y[1]) / line.x[1], rg * rg / 3));
  CHECK(std::sqrt(line.x[1]) * rg <= 1.3);
  CHECK(guinier.title == "Guinier, Rg 20 Å");

  const Panel& rest = panel_of(picture, "ln I − line");
  CHECK(rest.series.at(0).x.size() < guinier.series[0].x.size());
  for (const double miss : rest.series.at(0).y) CHECK(std::abs(miss) < 1e-9);

  const Panel& kratky = panel_of(picture, "(q Rg)² I/I(0)");
  const auto& heights = kratky.series.at(0).y;
  const auto top = std::max_element(heights.begin(), heights.end());
  CHECK(near(*top, 3 / std::numbers::e, 1e-3));
  CHECK(near(kratky.series[0].x[static_cast<std::size_t>(top - heights.begin())],
             std::numbers::sqrt3, 0.04));

  const Panel& distances = panel_of(picture, "P(r) (Å⁻¹)");
  CHECK(distances.series.at(0).y == std::vector<double>{0, 0.25, 0.75, 0});
}

TEST_CASE("a picture in nanometres has its q and r in them") {
  PlottedCurve curve = gaussian("a", 20, 1000);
  curve.r = {0, 10, 20};
  curve.p = {0, 1, 0};
  const Picture picture = profile_picture({curve}, QUnit::InverseNanometre);
  const Panel& intensity = panel_of(picture, "I (electrons²)");
  CHECK(intensity.x.label == "q (nm⁻¹)");
  CHECK(near(intensity.series.at(0).x.back(), 3.0));
  const Panel& guinier = panel_of(picture, "ln I");
  CHECK(guinier.x.label == "q² (nm⁻²)");
  CHECK(near(guinier.series.at(0).x.at(1), 0.03 * 0.03));
  CHECK(panel_of(picture, "P(r) (nm⁻¹)").series.at(0).x == std::vector<double>{0, 1, 2});
}

TEST_CASE("residuals of a fit are in units of sigma, and data are drawn once") {
  PlottedFit fit{"dir/model.pdb",
                 "dir/data.dat",
                 {0.01, 0.02, 0.03},
                 {10, 8, 6},
                 {2, 1, 0.5},
                 {9, 8.5, 6},
                 1.25};
  PlottedFit other = fit;
  other.model = "other.pdb";
  const Picture picture = fit_picture({fit, other}, 2);
  const Panel& rest = panel_of(picture, "Δ/σ");
  REQUIRE(rest.series.size() == 2);
  CHECK(rest.series[0].y == std::vector<double>{0.5, -0.5, 0});
  CHECK(rest.series[0].x == fit.q);
  const Panel& main = panel_of(picture, "I");
  CHECK(titles_of(main) ==
        std::vector<std::string>{"data.dat", "model.pdb, χ² 1.25", "other.pdb, χ² 1.25"});
  CHECK(main.series.at(0).mark == Mark::Dots);
  CHECK(main.series.at(0).sigma == fit.sigma);
  CHECK(main.series.at(1).mark == Mark::Line);  // drawn over the data

  SECTION("without sigma they are per cent of the model") {
    fit.sigma.clear();
    fit.chi2 = no_size;
    const Picture unweighted = fit_picture({fit}, 1);
    CHECK(near(panel_of(unweighted, "Δ/I (%)").series.at(0).y.at(0), 100.0 / 9));
    CHECK(titles_of(panel_of(unweighted, "I")).at(1) == "model.pdb");
  }
  SECTION("with several data the models say to which they are fitted") {
    other.data = "other.dat";
    CHECK(titles_of(panel_of(fit_picture({fit, other}, 2), "I")) ==
          std::vector<std::string>{"data.dat", "other.dat", "model.pdb to data.dat, χ² 1.25",
                                   "other.pdb to other.dat, χ² 1.25"});
  }
  SECTION("a note tells of fits that are not drawn") {
    CHECK(fit_picture({fit}, 340).note == "the best 1 of 340 fits");
  }
}

TEST_CASE("a comparison has its differences below, in the colours of its curves") {
  const Picture picture = comparison_picture(
      curves(3), {{1, {0.1, 0.2}, {0.01, -0.02}}, {2, {0.1}, {0.5}}}, QUnit::InverseAngstrom);
  REQUIRE(picture.panels.size() == 2);
  const Panel& below = panel_of(picture, "ΔI/I (%)");
  CHECK(below.series.at(0).y == std::vector<double>{1, -2});
  CHECK(below.series.at(0).colour == picture.panels[0].series.at(1).colour);
  CHECK(below.series.at(1).colour == picture.panels[0].series.at(2).colour);
  CHECK(below.y.low == -below.y.high);
}

TEST_CASE("few curves have names and colours of their own, many a gradient and a note") {
  const Picture few = profile_picture(curves(most_named), QUnit::InverseAngstrom);
  CHECK(few.note.empty());
  CHECK(titles_of(few.panels[0]).size() == most_named);
  std::set<std::pair<std::string, Mark>> looks;
  for (const Series& series : few.panels[0].series) looks.emplace(series.colour, series.mark);
  CHECK(looks.size() == most_named);

  const Picture many = profile_picture(curves(40), QUnit::InverseAngstrom);
  CHECK(many.note == "40 curves; colours from the first (dark) to the last (light)");
  CHECK(titles_of(many.panels[0]) == std::vector<std::string>{"curve0", "curve39"});
  std::set<std::string> colours;
  for (const Series& series : many.panels[0].series) colours.insert(series.colour);
  CHECK(colours.size() == 40);
  CHECK(colour_of(0, 40) == "#440154");
  CHECK(colour_of(39, 40) == "#5EC962");

  const Picture most = profile_picture(curves(most_drawn + 1), QUnit::InverseAngstrom);
  CHECK(most.panels[0].series.size() == most_drawn);
  CHECK(mentions(most.note, "500 of 501 curves, evenly chosen"));
  CHECK(titles_of(most.panels[0]) == std::vector<std::string>{"curve0", "curve500"});
}

TEST_CASE("thinned curves keep their ends, peaks and minima") {
  std::vector<double> y(10'000);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::sin(0.01 * static_cast<double>(i));
  y[4321] = 7;
  y[1234] = -7;
  const std::vector<std::size_t> points = drawn_points(y, 200);
  CHECK(points.size() <= 200);
  CHECK(points.size() > 150);
  CHECK(points.front() == 0);
  CHECK(points.back() == y.size() - 1);
  for (std::size_t k = 1; k < points.size(); ++k) CHECK(points[k] > points[k - 1]);
  for (const std::size_t wanted : {1234, 4321})
    CHECK(std::find(points.begin(), points.end(), wanted) != points.end());
  CHECK(drawn_points(y, y.size()).size() == y.size());
  CHECK(drawn_points(std::vector<double>{1, 2, 3, 4, 5}, 4).size() <= 4);
  CHECK(drawn_points({}, 4).empty());
}

TEST_CASE("curves that cannot be drawn leave their panels out, not the picture") {
  PlottedCurve flat;
  flat.name = "flat";
  flat.q = {0.1, 0.2, 0.3};
  SECTION("nothing but zeros") { flat.intensity = {0, 0, 0}; }
  SECTION("one value") {
    flat.q = {0.1};
    flat.intensity = {1};
  }
  SECTION("not a number") { flat.intensity = {1, no_size, -1}; }
  const Picture picture = profile_picture({flat}, QUnit::InverseAngstrom);
  REQUIRE(picture.panels.size() == 1);
  const Panel& panel = picture.panels[0];
  CHECK(panel.x.low < panel.x.high);
  CHECK(panel.y.low < panel.y.high);
  CHECK(panel.y.low > 0);
}

TEST_CASE("names stand in the script as words and nothing else") {
  const std::string name = "a'b\n\"`touch x`\"_^{}@&~\\ \xff # $(x)\\";
  const Picture picture = profile_picture({gaussian(name, 20, 10)}, QUnit::InverseAngstrom);
  const std::string script = gnuplot_script(picture, {});
  CHECK(mentions(script, R"( title 'a''b "`touch x`"\_\^\{\}\@\&\~\\ )"
                         "\xEF\xBF\xBD"
                         R"( # $(x)\\')"));
  CHECK_FALSE(mentions(script, "a'b"));
  SECTION("a terminal knows no markup") {
    ScriptOptions options;
    options.format = Format::Text;
    CHECK(mentions(gnuplot_script(picture, options), R"( title 'a''b "`touch x`"_^{}@&~\ )"));
  }
  SECTION("so does the file that it writes") {
    ScriptOptions options;
    options.output = "a\"b`c`\n\\.svg";
    CHECK(mentions(gnuplot_script(picture, options), R"(set output "a\042b\140c\140\012\134.svg")"
                                                     "\n"));
  }
  SECTION("long ones lose their middle, at whole characters") {
    std::string longer;
    for (int k = 0; k < 30; ++k) longer += "Å";
    const Picture of_long = profile_picture({gaussian(longer, 20, 10)}, QUnit::InverseAngstrom);
    CHECK(mentions(gnuplot_script(of_long, {}), " title 'ÅÅÅÅÅÅÅÅÅÅÅ…ÅÅÅÅÅÅÅÅÅÅÅ'"));
  }
}

TEST_CASE("the extension says what a picture is") {
  CHECK(format_of("a/b.svg") == Format::Svg);
  CHECK(format_of("b.PNG") == Format::Png);
  CHECK(format_of("b.x.pdf") == Format::Pdf);
  CHECK(format_of("b.gp") == Format::Script);
  CHECK(format_of("-") == Format::Text);
  for (const std::string bad : {"b", "b.jpg", "svg", "dir.svg/b", ".svg"})
    CHECK(mentions(debye::test::error_of([&] { format_of(bad); }), "--plot " + bad + ": "));
}
