// Asks every platform for its devices and every device for its properties.
#include "opencl/device.hpp"
#include "opencl/choose_device.hpp"

#include <exception>
#include <mutex>

namespace debye::opencl {
namespace {

std::string trim(const std::string& text) {
  const char* blanks = " \t\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The text behind `query(size, value, size_needed)`, one of clGet*Info with its object and key.
template <class Query>
std::string text_of(Query query, const std::string& what) {
  std::size_t size = 0;
  check(query(0, nullptr, &size), what);
  std::string text(size, '\0');
  check(query(size, text.data(), nullptr), what);
  return trim(text.substr(0, text.find('\0')));
}

std::string device_text(cl_device_id id, cl_device_info key, const std::string& what) {
  return text_of([&](std::size_t size, void* value,
                     std::size_t* needed) { return clGetDeviceInfo(id, key, size, value, needed); },
                 "clGetDeviceInfo " + what);
}

template <class T>
T device_value(cl_device_id id, cl_device_info key, const std::string& what) {
  T value{};
  check(clGetDeviceInfo(id, key, sizeof value, &value, nullptr), "clGetDeviceInfo " + what);
  return value;
}

Device query_device(cl_device_id id, const std::string& platform) {
  Device device;
  device.id = id;
  device.info.platform = platform;
  device.info.name = device_text(id, CL_DEVICE_NAME, "CL_DEVICE_NAME");
  device.info.driver = device_text(id, CL_DRIVER_VERSION, "CL_DRIVER_VERSION");
  device.info.version = device_text(id, CL_DEVICE_VERSION, "CL_DEVICE_VERSION");
  const auto type = device_value<cl_device_type>(id, CL_DEVICE_TYPE, "CL_DEVICE_TYPE");
  device.info.is_gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
  const auto extensions = ' ' + device_text(id, CL_DEVICE_EXTENSIONS, "CL_DEVICE_EXTENSIONS") + ' ';
  device.info.has_fp64 = extensions.find(" cl_khr_fp64 ") != std::string::npos;
  device.info.global_memory =
      device_value<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE, "CL_DEVICE_GLOBAL_MEM_SIZE");
  device.info.compute_units =
      device_value<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS, "CL_DEVICE_MAX_COMPUTE_UNITS");
  device.info.clock =
      device_value<cl_uint>(id, CL_DEVICE_MAX_CLOCK_FREQUENCY, "CL_DEVICE_MAX_CLOCK_FREQUENCY");
  device.max_work_group =
      device_value<std::size_t>(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, "CL_DEVICE_MAX_WORK_GROUP_SIZE");
  device.max_allocation =
      device_value<cl_ulong>(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, "CL_DEVICE_MAX_MEM_ALLOC_SIZE");
  device.local_memory =
      device_value<cl_ulong>(id, CL_DEVICE_LOCAL_MEM_SIZE, "CL_DEVICE_LOCAL_MEM_SIZE");
  return device;
}

std::vector<cl_device_id> device_ids(cl_platform_id platform) {
  cl_uint count = 0;
  const cl_int status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (status == CL_DEVICE_NOT_FOUND)  // a driver without its hardware is no fault
    return {};
  check(status, "clGetDeviceIDs");
  std::vector<cl_device_id> ids(count);
  if (count > 0)
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr),
          "clGetDeviceIDs");
  return ids;
}

std::vector<cl_platform_id> platform_ids() {
  cl_uint count = 0;
  // Without any platform the loader answers CL_PLATFORM_NOT_FOUND_KHR (-1001), or success and 0.
  if (const cl_int status = clGetPlatformIDs(0, nullptr, &count); status == -1001)
    return {};
  else
    check(status, "clGetPlatformIDs");
  std::vector<cl_platform_id> ids(count);
  if (count > 0) check(clGetPlatformIDs(count, ids.data(), nullptr), "clGetPlatformIDs");
  return ids;
}

/// Runs `query`; a failure becomes a line "SUBJECT: REASON" of `problems`.
template <class Query>
void attempt(const std::string& subject, std::vector<std::string>* problems, Query query) {
  try {
    query();
  } catch (const std::exception& error) {
    if (problems) problems->push_back(subject + ": " + error.what());
  }
}

}  // namespace

std::vector<Device> find_devices(std::vector<std::string>* problems) {
  // One thread at a time: drivers that are asked for the first time by several at once may leave
  // out devices, and then the same number would mean another device.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::vector<Device> devices;
  std::vector<cl_platform_id> platforms;
  attempt("OpenCL", problems, [&] { platforms = platform_ids(); });
  for (std::size_t i = 0; i < platforms.size(); ++i) {
    std::string name = "OpenCL platform " + std::to_string(i);
    attempt(name, problems, [&] {
      name = text_of(
          [&](std::size_t size, void* value, std::size_t* needed) {
            return clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, size, value, needed);
          },
          "clGetPlatformInfo CL_PLATFORM_NAME");
    });
    std::vector<cl_device_id> ids;
    attempt(name, problems, [&] { ids = device_ids(platforms[i]); });
    for (std::size_t j = 0; j < ids.size(); ++j)
      attempt(name + ", device " + std::to_string(j), problems, [&] {
        Device device = query_device(ids[j], name);
        device.info.index = static_cast<int>(devices.size());
        devices.push_back(std::move(device));
      });
  }
  return devices;
}

Device device_of(int index) {
  std::vector<Device> devices = find_devices();
  const auto i = static_cast<std::size_t>(index);
  if (index < 0 || i >= devices.size())
    fail<DeviceError>("there is no OpenCL device ", index, "; found: ", list_names(list_devices()));
  return std::move(devices[i]);
}

}  // namespace debye::opencl

namespace debye {

std::vector<DeviceInfo> list_devices(std::vector<std::string>* problems) {
  std::vector<DeviceInfo> list;
  for (opencl::Device& device : opencl::find_devices(problems))
    list.push_back(std::move(device.info));
  return list;
}

}  // namespace debye
