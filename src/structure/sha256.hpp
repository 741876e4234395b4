// SHA-256 (FIPS 180-4) of a byte string. It identifies input files in output headers; it is not
// meant for secrets.
#pragma once

#include <string>
#include <string_view>

namespace debye {

/// 64 hexadecimal digits, lower case. Takes the instructions that a processor may have for it.
std::string sha256(std::string_view bytes);

/// The same by code for any processor; for tests.
std::string portable_sha256(std::string_view bytes);

}  // namespace debye
