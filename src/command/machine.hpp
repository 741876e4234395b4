// What a benchmark says of the machine that it ran on.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "debye/q_grid.hpp"

namespace debye {

/// Prints lines "# command: ..", "# processor: .." and one for each OpenCL device.
void print_machine(const std::string& command);

/// The same as JSON on standard output: program, command, processor and OpenCL devices, then the
/// members given. @throws InputError as below
using JsonMembers = std::vector<std::pair<std::string, std::string>>;
void print_json(const std::string& command, const JsonMembers& members);

/// Members q_min, q_max [1/Å], q_count and, objects each, rows.
JsonMembers grid_and_rows(const QGrid& q, const std::vector<std::string>& rows);

/// @throws InputError if standard output cannot be written.
void flush_stdout();

}  // namespace debye
