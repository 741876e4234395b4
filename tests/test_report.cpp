// The page of `debye report`: its text, and, where Chromium is installed, what its script makes of
// it on the screen.

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "json_reader.hpp"
#include "measured_lysozyme.hpp"
#include "report/page.hpp"
#include "report_text.hpp"
#include "run_program.hpp"

using namespace debye::test;
namespace report = debye::report;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

report::Result straight_curve(const std::string& file, double height) {
  report::Result result;
  result.file = file;
  result.model = "m.pdb";
  for (int k = 0; k < 11; ++k) {
    result.q.push_back(0.05 * k);
    result.intensity.push_back(height - k);
  }
  return result;
}

bool has_chromium(const Workplace& place) {
  if (place.run("command -v chromium").exit_code == 0) return true;
  WARN("skipped: chromium is not installed, the page was not looked at");
  return false;
}

/// What a script has said of the page; see seen().
std::string said(const std::string& dom, const std::string& name) {
  return between(dom, " data-" + name + "=\"", "\"");
}

/// The elements of a page after its own script and then `script` have run. Errors of either are in
/// the attribute data-error of the body.
std::string seen(const Workplace& place, std::string page, const std::string& script) {
  const std::string body = "<body>";
  page.insert(page.find(body) + body.size(),
              "<script>for (const kind of ['error', 'securitypolicyviolation']) addEventListener("
              "kind, event => document.body.setAttribute('data-error', event.message || "
              "event.blockedURI));</script>");
  page +=
      "<script>const say = (name, value) => document.body.setAttribute('data-' + name, value);"
      "const all = selector => [...document.querySelectorAll(selector)];" +
      script + "</script>";
  place.write("seen.html", page);
  const ProgramResult result = place.run(
      "HOME=$PWD timeout 120 chromium --headless --no-sandbox --disable-gpu "
      "--disable-dev-shm-usage --user-data-dir=profile "
      "--window-size=1300,1000 --virtual-time-budget=4000 --dump-dom \"file://$PWD/seen.html\" "
      "2>/dev/null");
  CHECK(result.exit_code == 0);
  CHECK(said(between(result.out, "<body", ">"), "error").empty());
  return result.out;
}

/// Pixels of a polyline.
Rows pixels_of(const std::string& points) {
  Rows rows;
  std::istringstream words(points);
  for (std::string word; words >> word;) {
    const std::size_t comma = word.find(',');
    rows.push_back({std::stod(word.substr(0, comma)), std::stod(word.substr(comma + 1))});
  }
  return rows;
}

/// Pixels of dots, "M1 2h0M3 4h0".
Rows dots_of(std::string path) {
  for (char& c : path)
    if (c == 'M' || c == 'h') c = ' ';
  std::istringstream words(path);
  Rows rows;
  for (double x = 0, y = 0, length = 0; words >> x >> y >> length;) rows.push_back({x, y});
  return rows;
}

const std::string say_rows =
    "say('rows', all('tbody tr[data-curve]').map(row => row.dataset.curve).join(' '));";

}  // namespace

TEST_CASE("a page is whole in itself and keeps names from becoming markup") {
  const std::string evil = "</script><script>alert(1)</script><!-- \"&' \xff.dat";
  report::Result result = straight_curve(evil, 20);
  result.flags = {evil};
  const std::string page = report::page({result, straight_curve("b.dat", 30)});
  CHECK(count(page, "</script>") == 2);  // that of the data and that of the program
  CHECK_FALSE(mentions(page, "alert(1)</script>"));
  CHECK(count(page, "@DATA@") == 0);
  for (const std::string outside : {"src=", "<link", "@import", "url(\"", "fetch(", "import(",
                                    "XMLHttpRequest", "innerHTML", "eval("})
    CHECK_FALSE(mentions(page, outside));
  // The only addresses are those that name SVG.
  CHECK(count(page, "http") ==
        count(page, "http://www.w3.org/2000/svg") + count(page, "http-equiv"));
  CHECK(mentions(page, "content=\"default-src 'none';"));

  const std::string data = data_of(page);
  CHECK_FALSE(mentions(data, "<"));
  const Json json = parse_json(data);
  const Json& curve = json["curves"].array.at(0);
  CHECK(curve["file"].string == "</script><script>alert(1)</script><!-- \"&' \xEF\xBF\xBD.dat");
  CHECK(curve["intensity"].array.at(3).number == 17);
  CHECK(json["grids"].array.size() == 1);  // shared
  CHECK(json["summary"].string.starts_with("2 computed curves; debye "));
}

TEST_CASE("curves of a page are thinned when there are many, up to a limit") {
  const auto points = [](std::size_t n) {
    return report::points_of_each(std::vector<report::Result>(n));
  };
  CHECK(points(1) == 2000);
  CHECK(points(1000) == 2000);
  CHECK(points(10'000) == 200);
  CHECK(points(report::most_curves) == 100);
  report::Result result;
  result.file = "long.dat";
  for (int k = 0; k < 5000; ++k) {
    result.q.push_back(1e-4 * k);
    result.intensity.push_back(k == 2500 ? 1e6 : 1 + std::cos(0.01 * k));
  }
  const Json json = parse_json(data_of(report::page({result})));
  const auto& intensity = json["curves"].array.at(0)["intensity"].array;
  CHECK(intensity.size() <= 2000);
  CHECK(std::any_of(intensity.begin(), intensity.end(),
                    [](const Json& v) { return v.number == 1e6; }));
  CHECK(mentions(json["summary"].string, "1 of them thinned to 2000 points"));
  report::Result fit = straight_curve("fit.dat", 20);
  for (std::vector<double>* column : {&fit.q, &fit.intensity, &fit.sigma, &fit.fit}) {
    column->clear();
    for (int k = 0; k < 2000; ++k) column->push_back(-1e-9 * (k + 1) / 7);
  }
  const std::string fits = report::page(std::vector<report::Result>(2000, fit));
  CHECK(fits.size() < 50'000'000);  // 12 characters a number, as many as there can be
  CHECK(fits.size() > 20'000'000);

  const std::vector<report::Result> many(report::most_curves + 1);
  CHECK(mentions(error_of([&] { report::page(many); }), "20001 curves are too many"));
}

TEST_CASE("the page draws curves where their numbers say", "[chromium]") {
  const Workplace place;
  if (!has_chromium(place)) return;
  const report::Result curve = straight_curve("x.dat", 20);
  const std::string dom =
      seen(place, report::page({curve}), "document.getElementById('log-y').click();");
  CHECK(count(dom, "class=\"curve\"") == 1);
  const Rows pixels = pixels_of(between(dom, "class=\"curve\" points=\"", "\""));
  REQUIRE(pixels.size() == curve.q.size());
  for (std::size_t i = 1; i + 1 < pixels.size(); ++i) {
    const auto share = [&](std::size_t axis) {
      return (pixels[i][axis] - pixels.front()[axis]) /
             (pixels.back()[axis] - pixels.front()[axis]);
    };
    CHECK(std::abs(share(0) - (curve.q[i] - curve.q.front()) / (curve.q.back() - curve.q.front())) <
          1e-3);
    CHECK(std::abs(share(1) - (curve.intensity[i] - curve.intensity.front()) /
                                  (curve.intensity.back() - curve.intensity.front())) < 1e-3);
  }
  CHECK(pixels.back()[0] - pixels.front()[0] > 500);  // it fills the picture
  CHECK(pixels.back()[1] - pixels.front()[1] > 250);
}

TEST_CASE("the page sorts, filters, chooses, hides and zooms", "[chromium]") {
  const Workplace place;
  if (!has_chromium(place)) return;
  std::vector<report::Result> results;
  const double rg[] = {30, 10, 20, 40};
  for (std::size_t i = 0; i < 4; ++i) {
    results.push_back(
        straight_curve("c" + std::to_string(i) + ".dat", 20 + 5.0 * static_cast<double>(i)));
    results.back().radius_of_gyration = rg[i];
  }
  results.push_back(straight_curve("</td><b>x</b>.dat", 50));
  const std::string page = report::page(results);

  SECTION("as it opens") {
    const std::string dom = seen(place, page, say_rows);
    CHECK(said(dom, "rows") == "4 0 1 2 3");  // by name
    CHECK(count(dom, "class=\"curve\"") == 5);
    CHECK(mentions(dom, "&lt;/td&gt;&lt;b&gt;x&lt;/b&gt;.dat"));
    CHECK(mentions(dom, "5 of 5 curves drawn"));
    CHECK_FALSE(mentions(dom, "data-key=\"chi2\""));  // no curve has it
  }
  SECTION("sorted by a click, and back by another") {
    const std::string click = "document.querySelector('[data-key=rg]').click();";
    CHECK(said(seen(place, page, click + say_rows), "rows") == "1 2 0 3 4");
    CHECK(said(seen(place, page, click + click + say_rows), "rows") == "3 0 2 1 4");
  }
  SECTION("filtered, and only those drawn") {
    const std::string dom =
        seen(place, page,
             "const filter = document.getElementById('filter'); filter.value = 'c rg>=20';"
             "filter.dispatchEvent(new Event('input')); "
             "document.getElementById('draw-listed').click();" +
                 say_rows);
    CHECK(said(dom, "rows") == "0 2 3");
    CHECK(count(dom, "class=\"curve\"") == 3);
    CHECK(mentions(dom, "3 of 5 listed"));
  }
  SECTION("taken out by its box, hidden by its name") {
    const std::string dom = seen(place, page,
                                 "document.querySelector('tr[data-curve=\"2\"] input').click();"
                                 "document.querySelector('#legend button').click();");
    CHECK(count(dom, "class=\"curve\"") == 3);
    CHECK(mentions(dom, "3 of 5 curves drawn"));
    CHECK(count(between(dom, "id=\"legend\"", "</ul>"), "<li>") == 4);
  }
  SECTION("zoomed by a drag, with values under the pointer, and back") {
    const std::string pointer =
        "const plot = document.getElementById('plot'); plot.setPointerCapture = () => {};"
        "const edges = () => plot.querySelector('svg').getBoundingClientRect();"
        "const point = (kind, x, y) => plot.dispatchEvent(new PointerEvent(kind, {clientX: "
        "edges().left + x, clientY: edges().top + y}));"
        "const first = () => document.querySelector('.curve').getAttribute('points').split(' ')"
        ".map(pair => pair.split(',').map(Number));"
        "const before = first(), [x, y] = before[3];"
        "point('pointermove', x + 1, y + 1); say('tip', "
        "document.getElementById('tip').textContent);"
        "point('pointerdown', x - 60, y - 60); point('pointermove', x + 60, y + 60);"
        "point('pointerup', x + 60, y + 60); const after = first();"
        "say('wider', (after[5][0] - after[3][0]) / (before[5][0] - before[3][0]));"
        "plot.dispatchEvent(new MouseEvent('dblclick')); say('back', String(first()) === "
        "String(before));";
    const std::string dom = seen(place, page, pointer);
    CHECK(mentions(said(dom, "tip"), "q (Å⁻¹)  0.15\nI  47"));
    CHECK(std::stod("0" + said(dom, "wider")) > 5);
    CHECK(said(dom, "back") == "true");
  }
}

TEST_CASE("the page shows fits as data, model and residuals", "[chromium]") {
  const Workplace place;
  if (!has_chromium(place)) return;
  put_pair(place);
  copy_lysozyme(place, "b.pdb");
  REQUIRE(place.run("debye fit lysozyme.pdb b.pdb data.dat --quiet -o fits").exit_code == 0);
  REQUIRE(place.run("debye report fits --quiet").exit_code == 0);
  const std::string page = place.read("fits/report.html");
  const std::string dom = seen(place, page, say_rows);
  CHECK(count(dom, "class=\"curve\"") == 2);  // the models
  CHECK(count(dom, "class=\"dots\"") == 3);   // the data, once, and two sets of residuals
  CHECK(count(dom, "class=\"bars\"") == 1);
  CHECK(mentions(dom, ">Δ/σ<"));
  CHECK(mentions(dom, "χ²/(N−p) ▲"));
  const std::string dots = between(dom, "class=\"dots\" d=\"", "\"");
  CHECK(count(dots, "h0") == 200);

  // Residuals of the first file from its columns q, I, sigma, model: pixels follow them linearly.
  const Rows rows = data_rows(place.read("fits/b_data.fit"));
  const Rows drawn = dots_of(between(between(dom, "id=\"below\"", "</svg>"),
                                     "data-curve=\"0\" class=\"dots\" d=\"", "\""));
  REQUIRE(rows.size() == 200);
  REQUIRE(drawn.size() == 200);
  std::vector<double> residual;
  for (const auto& row : rows) residual.push_back((row[1] - row[3]) / row[2]);
  const auto [low, high] = std::minmax_element(residual.begin(), residual.end());
  const auto bottom = static_cast<std::size_t>(low - residual.begin());
  const auto top = static_cast<std::size_t>(high - residual.begin());
  const auto share = [](double value, double from, double to) {
    return (value - from) / (to - from);
  };
  for (std::size_t i = 0; i < drawn.size(); ++i)
    CHECK(std::abs(share(drawn[i][1], drawn[bottom][1], drawn[top][1]) -
                   share(residual[i], residual[bottom], residual[top])) < 5e-3);

  for (const std::string view : {"Guinier", "Kratky"}) {
    const std::string other =
        seen(place, page, "document.querySelector('[data-view=" + view + "]').click();");
    CHECK(count(other, "class=\"dots\"") == 1);
    CHECK(count(other, "class=\"curve\"") == (view == "Guinier" ? 1 : 2));
  }
}

TEST_CASE("ten thousand curves do not stop the page", "[chromium]") {
  const Workplace place;
  if (!has_chromium(place)) return;
  std::vector<report::Result> results;
  for (std::size_t i = 0; i < 10'000; ++i)
    results.push_back(
        straight_curve("c" + std::to_string(i) + ".dat", 20 + 0.01 * static_cast<double>(i)));
  const std::string dom =
      seen(place, report::page(results),
           "document.getElementById('draw-listed').click();"
           "document.getElementById('rows').scrollTop = 26 * 9000;"
           "document.getElementById('rows').dispatchEvent(new Event('scroll'));" +
               say_rows);
  CHECK(count(dom, "class=\"curve\"") == 200);
  CHECK(mentions(dom, "200 of 10000 curves drawn"));
  CHECK(said(dom, "rows").starts_with("8990 8991 "));
  CHECK(count(dom, "<tr data-curve=") == 40);
}
