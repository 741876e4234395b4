// Pictures of results: curves, fits, and curves compared.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "debye/q_grid.hpp"
#include "debye/sizes.hpp"
#include "plot/palette.hpp"
#include "plot/picture.hpp"

namespace debye::plot {

/// A curve and what is known of it.
struct PlottedCurve {
  std::string name;
  std::vector<double> q;           ///< [1/Å]
  std::vector<double> intensity;   ///< any unit, but for profile_picture()
  std::vector<double> sigma = {};  ///< of a measured curve, or empty
  std::optional<GuinierFit> guinier = {};
  double radius_of_gyration = no_size;  ///< of the model [Å], where there is no Guinier fit
  double forward_intensity = no_size;   ///< likewise
  std::vector<double> r = {}, p = {};   ///< P(r), r in Å; or empty
};

/// A measured curve and a model's.
struct PlottedFit {
  std::string model, data;  ///< file names
  std::vector<double> q, intensity;
  std::vector<double> sigma;  ///< or empty
  std::vector<double> fit;    ///< the model's intensity at q
  double chi2 = no_size;      ///< χ²/(N − p)
};

/// (I − I_reference)/I_reference of a curve that is compared with another.
struct Difference {
  std::size_t curve = 0;  ///< its number
  std::vector<double> q;  ///< [1/Å]
  std::vector<double> relative;
};

/// No more curves are drawn, evenly chosen; the note says so.
inline constexpr std::size_t most_drawn = 500;

/// Four panels: log I over q; Guinier's ln I over q² with its line, and what the points miss it by;
/// Kratky's (q Rg)² I/I(0) over q Rg, with lines at its maximum √3, 3/e of a globular particle
/// (Durand et al., J. Struct. Biol. 169 (2010) 45); P(r) where it is known, of area 1. Rg and I(0)
/// are those of Guinier's fit, or of the model where there is none. Up to most_named curves are
/// named; of more, the first and the last, with a gradient of colours between.
Picture profile_picture(const std::vector<PlottedCurve>& curves, QUnit unit);

/// Of `n` fits the best ones, no more than most_named: data with their bars under the models,
/// residuals (I_exp − I_model)/σ below (or relative ones without σ), Guinier's plot of the data,
/// and Kratky's of both. Data are drawn once if several models are fitted to them, which are the
/// same if they have the same name.
Picture fit_picture(const std::vector<PlottedFit>& fits, std::size_t n);

/// Curves above, differences below in the same colours.
Picture comparison_picture(const std::vector<PlottedCurve>& curves,
                           const std::vector<Difference>& differences, QUnit unit);

}  // namespace debye::plot
