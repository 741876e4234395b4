// The intensities of a sasCIF, the dictionary of SASBDB: https://www.sasbdb.org.
#pragma once

#include <string>
#include <string_view>

#include "measured/curve_table.hpp"

namespace debye {

/// Reads the first scan of the first _sas_scan_intensity loop: q, intensity and its counting error
/// as three columns. Items of the _sas_scan category that give a unit become the header.
/// @throws InputError naming file and line if there is no such loop or a row of it is cut off.
CurveTable read_sascif(std::string_view text, const std::string& name);

}  // namespace debye
