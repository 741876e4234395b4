// A picture before it is drawn: panels of curves in numbers, words and colours.
#pragma once

#include <string>
#include <vector>

namespace debye::plot {

enum class Mark { Line, Dashes, Dots };

/// Points that are drawn alike. All values are finite.
struct Series {
  std::string title;               ///< in the legend; empty: not there
  std::vector<double> x, y;        ///< N
  std::vector<double> sigma;       ///< N half lengths of the bars, or empty
  std::string colour = "#000000";  ///< "#rrggbb"
  Mark mark = Mark::Line;
};

struct Axis {
  std::string label;         ///< with its unit
  double low = 0, high = 1;  ///< low < high; both positive if logarithmic
  bool logarithmic = false;
  double step = 0;  ///< between labels; 0: gnuplot's choice
};

/// Edges of the axes, in shares of the picture from its lower left corner.
struct Place {
  double left = 0, right = 1, bottom = 0, top = 1;
};

struct Panel {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
  Place place;
  std::vector<double> x_guides, y_guides;  ///< thin grey lines at these values
  bool x_labels = true;                    ///< false: those of the panel below serve both
  bool in_text = false;  ///< also drawn where there is room for little: in a terminal
};

/// Text is plain UTF-8 throughout, without markup.
struct Picture {
  std::vector<Panel> panels;
  std::string note;  ///< a line at the foot: what is not drawn; may be empty
};

}  // namespace debye::plot
