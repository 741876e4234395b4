// See gnuplot_script.hpp.

#include "plot/gnuplot_script.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "output/header_text.hpp"
#include "output/json.hpp"
#include "plot/palette.hpp"
#include "version.hpp"

namespace debye::plot {
namespace {

constexpr const char* guide_colour = "#BBBBBB";

std::string number(double value) { return rounded(value, 7); }

/// No longer than a legend has room for: the middle is left out.
std::string shortened(const std::string& text) {
  constexpr std::size_t most = 46;
  if (text.size() <= most) return text;
  const auto starts_character = [&](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
  };
  std::size_t head = most / 2, tail = text.size() - most / 2;
  while (!starts_character(head)) --head;
  while (tail < text.size() && !starts_character(tail)) ++tail;
  return text.substr(0, head) + "…" + text.substr(tail);
}

/// The only characters that mean something between single quotes are the quote itself and a line
/// break; what is markup in enhanced text gets a backslash.
std::string quoted(const std::string& text, bool enhanced) {
  constexpr std::string_view markup = "^_{}@&~\\";
  std::string result = "'";
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (c == '\'')
      result += "''";
    else if (control)
      result += ' ';
    else if (enhanced && markup.find(c) != std::string_view::npos)
      result += std::string("\\") + c;
    else
      result += c;
  }
  return result + "'";
}

/// A file name between double quotes, where gnuplot reads \ooo as a byte.
std::string quoted_path(const std::string& path) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-+=:,./";
  std::string result = "\"";
  for (const char c : path) {
    if (plain.find(c) != std::string_view::npos) {
      result += c;
      continue;
    }
    char octal[8];
    std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned char>(c));
    result += octal;
  }
  return result + "\"";
}

/// Labels of a logarithmic axis on which there are not two powers of ten: 1, 2 and 5 times them,
/// or all multiples. Empty if there are two.
std::string labels_between(const Axis& axis) {
  for (const std::vector<int>& digits :
       {std::vector<int>{1}, {1, 2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}}) {
    std::vector<double> values;
    for (double power = std::pow(10, std::floor(std::log10(axis.low))); power <= axis.high;
         power *= 10)
      for (const int digit : digits)
        if (digit * power >= axis.low && digit * power <= axis.high)
          values.push_back(digit * power);
    if (values.size() < 2 && digits.size() < 9) continue;
    if (digits.size() == 1) return "";
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : ", ") + number(value);
    return text;
  }
  return "";
}

class Script {
 public:
  Script(const Picture& picture, const ScriptOptions& options)
      : picture_(picture), options_(options), text_mode_(options.format == Format::Text) {}

  std::string write() {
    line(std::string("# Made by debye ") + version + " for gnuplot 5.0 or later.");
    line("set encoding utf8");
    set_terminal();
    if (!options_.output.empty()) line("set output " + quoted_path(options_.output));
    const std::vector<Panel> panels = panels_to_draw();
    for (const Panel& panel : panels) write_data(panel);
    line("set multiplot");
    line("set border linewidth 0.7");
    line("set tics nomirror");
    line(std::string("set key top right samplen 2 spacing 1.1") +
         (text_mode_ ? "" : " font ',10'"));
    if (!picture_.note.empty() && !text_mode_)
      line("set label 2 " + label(picture_.note) + " at screen 0.01, 0.02 font ',10'");
    next_block_ = 0;
    for (const Panel& panel : panels) {
      draw(panel);
      line("unset label 2");
    }
    line("unset multiplot");
    line("unset output");
    return std::move(script_);
  }

 private:
  void line(const std::string& text) { script_ += text + '\n'; }

  std::string label(const std::string& text) const {
    return quoted(json::valid_utf8(text), !text_mode_);
  }

  void set_terminal() {
    const std::string letters = " enhanced font 'Helvetica,12'";
    switch (options_.format) {
      case Format::Svg:
      case Format::Script:
        return line("set terminal svg size 1100,760" + letters + " background '#FFFFFF'");
      case Format::Png:
        line("if (strstrt(GPVAL_TERMINALS, 'pngcairo')) set terminal pngcairo size 2200,1520" +
             letters + " fontscale 2 linewidth 2 pointscale 2 background '#FFFFFF'");
        return line(
            "if (!strstrt(GPVAL_TERMINALS, 'pngcairo')) set terminal png size 1100,760 enhanced");
      case Format::Pdf:
        return line("set terminal pdfcairo size 11in,7.6in" + letters + " background '#FFFFFF'");
      case Format::Text:
        return line("set terminal dumb size " + std::to_string(options_.columns) + ", " +
                    std::to_string(options_.rows) + " noenhanced");
    }
  }

  /// In a terminal only some, one above the other.
  std::vector<Panel> panels_to_draw() const {
    if (!text_mode_) return picture_.panels;
    std::vector<Panel> panels;
    for (const Panel& panel : picture_.panels)
      if (panel.in_text) panels.push_back(panel);
    const double border = panels.size() > 1 ? 0.4 : 0.14;
    for (std::size_t k = 0; k < panels.size(); ++k)
      panels[k].place = k == 0 ? Place{0.12, 0.97, border, 0.98} : Place{0.12, 0.97, 0.14, 0.32};
    return panels;
  }

  void write_data(const Panel& panel) {
    for (const Series& series : panel.series) {
      line("$data" + std::to_string(next_block_++) + " << end");
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        std::string row = number(series.x[i]) + ' ' + number(series.y[i]);
        if (!series.sigma.empty()) row += ' ' + bar(panel.y, series.y[i], series.sigma[i]);
        line(row);
      }
      line("end");
    }
  }

  /// Ends of a bar; no logarithm is taken of a negative one.
  static std::string bar(const Axis& axis, double y, double sigma) {
    const double low = axis.logarithmic ? std::max(y - sigma, axis.low / 10) : y - sigma;
    return number(low) + ' ' + number(y + sigma);
  }

  void draw(const Panel& panel) {
    const Place& place = panel.place;
    line("");
    line("set lmargin at screen " + number(place.left));
    line("set rmargin at screen " + number(place.right));
    line("set bmargin at screen " + number(place.bottom));
    line("set tmargin at screen " + number(place.top));
    if (panel.title.empty() || text_mode_)
      line("unset label 1");
    else
      line("set label 1 " + label(panel.title) + " at graph 0.97, 0.92 right front");
    set_axis('x', panel.x, panel.x_labels);
    set_axis('y', panel.y, true);
    draw_guides(panel);
    plot(panel);
  }

  void set_axis(char name, const Axis& axis, bool labels) {
    const std::string axis_name(1, name);
    line("set " + axis_name + "range [" + number(axis.low) + ":" + number(axis.high) + "]");
    line((axis.logarithmic ? "set logscale " : "unset logscale ") + axis_name);
    line("set " + axis_name + "label " + label(labels ? axis.label : ""));
    const std::string between = axis.logarithmic ? labels_between(axis) : "";
    const std::string format = !labels                                              ? "''"
                               : axis.logarithmic && between.empty() && !text_mode_ ? "'10^{%T}'"
                                                                                    : "'%g'";
    line("set format " + axis_name + ' ' + format);
    line("set " + axis_name + "tics " +
         (!between.empty() ? '(' + between + ')'
          : axis.step > 0  ? number(axis.step)
                           : "autofreq"));
  }

  void draw_guides(const Panel& panel) {
    const std::string style =
        std::string(" nohead back linewidth 0.7 linecolor rgb '") + guide_colour + "'";
    line("unset arrow");
    for (const double x : panel.x_guides)
      if (x > panel.x.low && x < panel.x.high)
        line("set arrow from first " + number(x) + ", graph 0 to first " + number(x) + ", graph 1" +
             style);
    for (const double y : panel.y_guides)
      if (y > panel.y.low && y < panel.y.high)
        line("set arrow from graph 0, first " + number(y) + " to graph 1, first " + number(y) +
             style);
  }

  /// gnuplot refuses a plot without points; a function that is nowhere defined gives it one.
  void plot(const Panel& panel) {
    std::string text = "plot NaN notitle";
    const auto add = [&](const std::string& words) { text += ", \\\n     " + words; };
    std::size_t type = 0;
    for (const Series& series : panel.series) {
      const std::string block = "$data" + std::to_string(next_block_++);
      if (series.x.empty()) continue;
      const std::string title = series.title.empty()
                                    ? " notitle"
                                    : " title " + label(shortened(json::valid_utf8(series.title)));
      // In a terminal types of lines are letters instead of colours.
      const std::string colour = text_mode_ ? " linetype " + std::to_string(++type)
                                            : " linecolor rgb '" + series.colour + "'";
      const bool dots = series.mark == Mark::Dots;
      if (!series.sigma.empty() && !text_mode_)
        add(block + " using 1:3:(0):($4-$3) with vectors nohead linewidth 0.4" + colour +
            " notitle");
      if (dots)
        add(block + " using 1:2 with points pointtype " + (text_mode_ ? "'.'" : "7") +
            " pointsize 0.3" + colour + title);
      else
        add(block + " using 1:2 with lines linewidth 1.3 dashtype " +
            (series.mark == Mark::Dashes ? "2" : "1") + colour + title);
    }
    line(text);
  }

  const Picture& picture_;
  const ScriptOptions& options_;
  bool text_mode_;
  std::string script_;
  std::size_t next_block_ = 0;
};

}  // namespace

std::string gnuplot_script(const Picture& picture, const ScriptOptions& options) {
  return Script(picture, options).write();
}

}  // namespace debye::plot
