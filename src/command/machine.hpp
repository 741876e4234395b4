// What a benchmark says of the machine that it ran on.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace debye {

/// Prints lines "# command: ..", "# processor: .." and one for each OpenCL device.
void print_machine(const std::string& command);

/// The same as JSON on standard output: program, command, processor and OpenCL devices, then the
/// members given. @throws InputError as below
void print_json(const std::string& command,
                const std::vector<std::pair<std::string, std::string>>& members);

/// @throws InputError if standard output cannot be written.
void flush_stdout();

}  // namespace debye
