// What a benchmark says of the machine that it ran on.
#pragma once

#include <string>

namespace debye {

/// "Intel(R) Xeon(R) ..".
std::string processor_name();

/// Prints lines "# command: ..", "# processor: .." and one for each OpenCL device.
void print_machine(const std::string& command);

/// Array of index, name and driver of the OpenCL devices.
std::string json_devices();

/// @throws InputError if standard output cannot be written.
void flush_stdout();

}  // namespace debye
