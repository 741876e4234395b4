// Options on measured curves and on fits to them: what they take.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "command/cli.hpp"

namespace debye {

/// --units for files of data. @param of_what  "of q in the data"
CLI::Option* add_data_units_option(CLI::App& app, std::string& units, const std::string& of_what);

/// The argument of it.
/// @throws InputError naming the option.
std::optional<DataUnit> data_unit_from(const std::string& text);

/// "0.95:1.05", or one value, which is both ends.
/// @throws InputError naming the option.
Bounds parse_bounds(const std::string& option, const std::string& text);

/// "2%" of q, or a number [1/Å].
/// @throws InputError naming the option.
Resolution parse_resolution(const std::string& text);

}  // namespace debye
