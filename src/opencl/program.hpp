// From kernel source to a built program.
#pragma once

#include <string>

#include "opencl/device.hpp"
#include "opencl/handle.hpp"

namespace debye::opencl {

/// Compiles `source` for one device. `options` are those of clBuildProgram, with the defines that
/// the kernel lists at its top: "-cl-denorms-are-zero -DREAL=float". What an earlier run compiled
/// is taken from the cache (program_cache.hpp).
/// @throws DeviceError with the device, the options and the compiler's messages.
Program build_program(cl_context context, const Device& device, const char* source,
                      const std::string& options);

/// @throws DeviceError naming the kernel if the program has none of that name.
Kernel make_kernel(const Program& program, const char* name);

}  // namespace debye::opencl
