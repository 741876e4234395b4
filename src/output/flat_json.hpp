// Reading back what output/json.hpp writes, as far as one line holds one flat object.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace debye::json {

/// A string, the text of a number or of null, or the strings of an array.
struct FlatValue {
  std::string text;
  std::vector<std::string> elements;
};

using FlatObject = std::map<std::string, FlatValue, std::less<>>;

/// Nothing if the line is no such object.
std::optional<FlatObject> parse_flat_object(std::string_view line);

}  // namespace debye::json
