// JSON as debye writes it, read back.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace debye::report {

/// A number, string, object or array: the rest of these is empty. True, false and null: all are.
struct JsonValue {
  double number = std::numeric_limits<double>::quiet_NaN();
  std::string string;
  std::vector<JsonValue> elements;
  std::vector<std::string> names;  ///< of the elements, if this is an object

  /// The member of this name; an empty value if there is none.
  const JsonValue& operator[](std::string_view name) const;

  /// The numbers of an array, NaN for what is none.
  std::vector<double> numbers() const;
};

/// One document (RFC 8259), nested at most 32 deep.
/// @throws InputError naming the byte where it ends to be JSON.
JsonValue parse_json(std::string_view text);

}  // namespace debye::report
