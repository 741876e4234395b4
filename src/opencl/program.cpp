// Builds programs; a failure shows what the device's compiler said.
#include "opencl/program.hpp"

#include <optional>
#include <sstream>

#include "opencl/choose_device.hpp"
#include "opencl/program_cache.hpp"

namespace debye::opencl {
namespace {

/// The first line that tells of an error, or else the first line.
std::string first_error(const std::string& log) {
  std::istringstream lines(log);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first;
}

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS)
    return "(no build log)";
  std::string log(size, '\0');
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) !=
      CL_SUCCESS)
    return "(no build log)";
  return log.substr(0, log.find('\0'));
}

/// The program from a binary of an earlier run, or nothing if the driver does not take it.
std::optional<Program> program_from(cl_context context, const Device& device,
                                    const std::string& binary, const std::string& options) {
  const std::size_t size = binary.size();
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  cl_int status = CL_SUCCESS, taken = CL_SUCCESS;
  Program program(
      clCreateProgramWithBinary(context, 1, &device.id, &size, &bytes, &taken, &status));
  if (status != CL_SUCCESS || taken != CL_SUCCESS ||
      clBuildProgram(program.get(), 1, &device.id, options.c_str(), nullptr, nullptr) != CL_SUCCESS)
    return std::nullopt;
  return program;
}

/// Of a program for one device; empty if the driver gives none.
std::string binary_of(const Program& program) {
  std::size_t size = 0;
  if (clGetProgramInfo(program.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) !=
      CL_SUCCESS)
    return {};
  std::string binary(size, '\0');
  char* bytes = binary.data();
  if (clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr) !=
      CL_SUCCESS)
    return {};
  return binary;
}

}  // namespace

Program build_program(cl_context context, const Device& device, const char* source,
                      const std::string& options) {
  const std::string key = program_key(device, source, options);
  if (const auto binary = load_program(key))
    if (auto program = program_from(context, device, *binary, options)) return std::move(*program);
  cl_int status = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context, 1, &source, nullptr, &status));
  check(status, "clCreateProgramWithSource");
  status = clBuildProgram(program.get(), 1, &device.id, options.c_str(), nullptr, nullptr);
  if (status != CL_SUCCESS)
    fail<DeviceError>("clBuildProgram for ", describe(device.info), ": ", error_name(status), " (",
                      first_error(build_log(program.get(), device.id)), "; options ", options, ")");
  if (const std::string binary = binary_of(program); !binary.empty()) store_program(key, binary);
  return program;
}

Kernel make_kernel(const Program& program, const char* name) {
  cl_int status = CL_SUCCESS;
  Kernel kernel(clCreateKernel(program.get(), name, &status));
  check(status, std::string("clCreateKernel ") + name);
  return kernel;
}

}  // namespace debye::opencl
