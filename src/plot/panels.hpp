// The panels of which pictures are made, each with its axes and without a place.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "plot/pictures.hpp"

namespace debye::plot {

/// A curve as all panels draw it. What it points to must outlive it.
struct Drawn {
  const PlottedCurve* curve;
  std::string title;  ///< in the legend; may be empty
  std::string colour;
  Mark mark = Mark::Line;
};

/// log I over q.
/// @param label  of the axis of I, with its unit if that is known
Panel intensity_panel(const std::string& label, const std::vector<Drawn>& curves, QUnit unit);

/// Some values over q about zero: residuals, differences.
Panel difference_panel(const std::string& label, std::vector<Series> series, const Axis& q);

/// ln I over q² with Guinier's line; curves without it are left out. The second panel holds what
/// the points in its range miss it by.
std::vector<Panel> guinier_panels(const std::vector<Drawn>& curves, QUnit unit);

/// (q Rg)² I/I(0) over q Rg; curves without Rg are left out.
Panel kratky_panel(const std::vector<Drawn>& curves);

/// P(r) of area 1; curves without it are left out.
Panel distance_panel(const std::vector<Drawn>& curves, QUnit unit);

/// Points (x, y) of which both are finite, no more than are seen; sigma may be empty.
Series series_of(const Drawn& drawn, std::span<const double> x, std::span<const double> y,
                 std::span<const double> sigma = {});

}  // namespace debye::plot
