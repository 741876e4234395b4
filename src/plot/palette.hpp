// Colours that stay apart for the colour-blind.
#pragma once

#include <cstddef>
#include <string>

namespace debye::plot {

/// Up to so many curves have a name and a colour of their own.
inline constexpr std::size_t most_named = 12;

inline constexpr const char* data_colour = "#666666";

/// Colour of curve i of n. Up to most_named: those of Okabe & Ito (2008, Color Universal Design)
/// but yellow, which is faint on white; they recur after seven, see is_dashed(). More: a gradient
/// from dark blue to light green, part of viridis (van der Walt & Smith 2015).
std::string colour_of(std::size_t i, std::size_t n);

/// True if curve i of n has the colour of an earlier one and needs dashes to be told from it.
bool is_dashed(std::size_t i, std::size_t n);

}  // namespace debye::plot
