/* Stands between a program and its OpenCL library (LD_PRELOAD) and makes devices fail on demand:

     DEBYE_SHIM_GPU=1            every device says that it is a GPU
     DEBYE_SHIM_NO_FP64=1        no device has double precision
     DEBYE_SHIM_PLATFORMS=CODE   clGetPlatformIDs finds nothing and returns CODE
     DEBYE_SHIM_FAIL_BUILD=1     the compiler refuses every program, with a log
     DEBYE_SHIM_FAIL_LAUNCH=N    the N-th launch and all later ones lack resources
     DEBYE_SHIM_FAIL_BUFFER=N    no memory for the first N buffers; for none of them with "all"
     DEBYE_SHIM_SCALE=X          floats read from a device come multiplied by X, which may be nan
     DEBYE_SHIM_AFTER_LAUNCH=N   the two faults above begin after N launches
     DEBYE_SHIM_LOG=FILE         a line, the name of the call, is appended for every fault

   The program is expected to call OpenCL from one thread at a time. */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declares `real`, the function of the library that the program meant. */
#define REAL(function)                   \
  static __typeof__(function)* real = 0; \
  if (!real) *(void**)&real = dlsym(RTLD_NEXT, #function)

static int is_set(const char* name) { return getenv(name) != 0; }

static long number(const char* name) {
  const char* text = getenv(name);
  if (!text) return 0;
  return strcmp(text, "all") == 0 ? LONG_MAX : strtol(text, 0, 10);
}

static void log_fault(const char* function) {
  const char* path = getenv("DEBYE_SHIM_LOG");
  FILE* file = path ? fopen(path, "a") : 0;
  if (!file) return;
  fprintf(file, "%s\n", function);
  fclose(file);
}

static long launches = 0;

static int launched_enough(void) { return launches >= number("DEBYE_SHIM_AFTER_LAUNCH"); }

cl_int clGetPlatformIDs(cl_uint size, cl_platform_id* platforms, cl_uint* count) {
  REAL(clGetPlatformIDs);
  if (!is_set("DEBYE_SHIM_PLATFORMS")) return real(size, platforms, count);
  log_fault("clGetPlatformIDs");
  if (count) *count = 0;
  return (cl_int)number("DEBYE_SHIM_PLATFORMS");
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info key, size_t size, void* value,
                       size_t* needed) {
  REAL(clGetDeviceInfo);
  const cl_int status = real(device, key, size, value, needed);
  if (status != CL_SUCCESS || !value) return status;
  if (key == CL_DEVICE_TYPE && is_set("DEBYE_SHIM_GPU"))
    *(cl_device_type*)value = CL_DEVICE_TYPE_GPU;
  if (is_set("DEBYE_SHIM_NO_FP64")) {
    if (key == CL_DEVICE_DOUBLE_FP_CONFIG) *(cl_device_fp_config*)value = 0;
    char* name = key == CL_DEVICE_EXTENSIONS ? strstr(value, "cl_khr_fp64") : 0;
    if (name) memset(name, ' ', strlen("cl_khr_fp64"));
  }
  return status;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                      const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                      void* data) {
  REAL(clBuildProgram);
  if (!is_set("DEBYE_SHIM_FAIL_BUILD")) return real(program, count, devices, options, notify, data);
  log_fault("clBuildProgram");
  return CL_BUILD_PROGRAM_FAILURE;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info key,
                             size_t size, void* value, size_t* needed) {
  static const char log[] =
      "kernel:1:1: warning: nothing good will come of this\n"
      "kernel:2:1: error: refused by the shim\n    real4 position;\n    ^\n2 diagnostics\n";
  REAL(clGetProgramBuildInfo);
  if (!is_set("DEBYE_SHIM_FAIL_BUILD") || key != CL_PROGRAM_BUILD_LOG)
    return real(program, device, key, size, value, needed);
  if (needed) *needed = sizeof log;
  if (value && size < sizeof log) return CL_INVALID_VALUE;
  if (value) memcpy(value, log, sizeof log);
  return CL_SUCCESS;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local,
                              cl_uint n_waits, const cl_event* waits, cl_event* event) {
  REAL(clEnqueueNDRangeKernel);
  ++launches;
  if (!is_set("DEBYE_SHIM_FAIL_LAUNCH") || launches < number("DEBYE_SHIM_FAIL_LAUNCH"))
    return real(queue, kernel, dimensions, offset, global, local, n_waits, waits, event);
  log_fault("clEnqueueNDRangeKernel");
  return CL_OUT_OF_RESOURCES;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                      cl_int* status) {
  static long failures = 0;
  REAL(clCreateBuffer);
  if (!launched_enough() || failures >= number("DEBYE_SHIM_FAIL_BUFFER"))
    return real(context, flags, size, host, status);
  ++failures;
  log_fault("clCreateBuffer");
  if (status) *status = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return 0;
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void* bytes, cl_uint n_waits, const cl_event* waits,
                           cl_event* event) {
  REAL(clEnqueueReadBuffer);
  if (!is_set("DEBYE_SHIM_SCALE") || !launched_enough())
    return real(queue, buffer, blocking, offset, size, bytes, n_waits, waits, event);
  const cl_int status = real(queue, buffer, CL_TRUE, offset, size, bytes, n_waits, waits, event);
  const float scale = strtof(getenv("DEBYE_SHIM_SCALE"), 0);
  for (size_t i = 0; i < size / sizeof(float); ++i) ((float*)bytes)[i] *= scale;
  log_fault("clEnqueueReadBuffer");
  return status;
}
