// Just enough JSON to write results: strings are escaped, numbers read back to the same double.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace debye::json {

/// Shortest decimal text that reads back to the same double; "null" if not finite.
std::string number(double value);
std::string number(std::size_t value);

/// `text` with U+FFFD for each byte that is not part of a UTF-8 character.
std::string valid_utf8(const std::string& text);

/// In quotes, with control characters, quotes and backslashes escaped; bytes that are not
/// UTF-8 become U+FFFD.
std::string string(const std::string& text);

/// Elements and members are JSON texts already.
std::string array(const std::vector<std::string>& elements);
std::string object(const std::vector<std::pair<std::string, std::string>>& members);

}  // namespace debye::json
