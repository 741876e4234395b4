// What the .log beside a curve of CRYSOL or CRYSON says of its harmonics.
#pragma once

#include <optional>
#include <string_view>

namespace debye {

struct CrysolLog {
  bool neutrons = false;                  ///< of CRYSON
  std::optional<int> order;               ///< of the last harmonics
  std::optional<double> envelope_radius;  ///< largest distance of the envelope from the centre [Å]
};

/// Reads "Maximum order of harmonics … : 15" (2.x), "Number of spherical harmonics : 20" (4.x) and
/// "Envelope radius : 106.3"; of a key that comes twice, the last. Lines may hold two keys.
CrysolLog parse_crysol_log(std::string_view text);

}  // namespace debye
