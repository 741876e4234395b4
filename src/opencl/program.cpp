// Builds programs; a failure shows what the device's compiler said.
#include "opencl/program.hpp"
#include "opencl/choose_device.hpp"

#include <sstream>

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

}  // namespace

Program build_program(cl_context context, const Device& device, const char* source,
                      const std::string& options) {
  cl_int status = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context, 1, &source, nullptr, &status));
  check(status, "clCreateProgramWithSource");
  status = clBuildProgram(program.get(), 1, &device.id, options.c_str(), nullptr, nullptr);
  if (status != CL_SUCCESS)
    fail<DeviceError>("clBuildProgram for ", describe(device.info), ": ", error_name(status), " (",
                      first_error(build_log(program.get(), device.id)), "; options ", options, ")");
  return program;
}

Kernel make_kernel(const Program& program, const char* name) {
  cl_int status = CL_SUCCESS;
  Kernel kernel(clCreateKernel(program.get(), name, &status));
  check(status, std::string("clCreateKernel ") + name);
  return kernel;
}

}  // namespace debye::opencl
