// Every engine that this machine can run, for tests that all of them must pass.
#pragma once

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cpu/pair_sum_cpu.hpp"
#include "debye/pair_sum.hpp"
#ifdef DEBYE_WITH_OPENCL
#include "opencl/device_group.hpp"
#include "opencl/pair_sum_opencl.hpp"
#endif

namespace debye::test {

struct EngineCase {
  std::string name;
  std::function<std::unique_ptr<PairSumEngine>()> make;
};

#ifdef DEBYE_WITH_OPENCL
/// True, with a warning, if there is no OpenCL device to test on; with DEBYE_REQUIRE_OPENCL=1 that
/// is a failure.
inline bool opencl_is_missing() {
  if (!list_devices().empty()) return false;
  const char* required = std::getenv("DEBYE_REQUIRE_OPENCL");
  if (required && std::string(required) == "1")
    FAIL("DEBYE_REQUIRE_OPENCL=1, but there is no OpenCL device");
  WARN("no OpenCL device: not tested");
  return true;
}
#endif

/// Each CPU instruction set and each OpenCL device with both kernels, in single and (where it can)
/// double precision.
inline std::vector<EngineCase> all_engines() {
  std::vector<EngineCase> engines;
  for (const Precision precision : {Precision::Single, Precision::Double}) {
    const std::string digits = precision == Precision::Single ? " single" : " double";
    for (const cpu::InstructionSet* set : cpu::available_instruction_sets())
      engines.push_back({set->name + digits, [set, precision] {
                           return std::make_unique<cpu::CpuEngine>(*set, precision, 2);
                         }});
#ifdef DEBYE_WITH_OPENCL
    for (const DeviceInfo& device : list_devices())
      for (const DirectKernel kernel : {DirectKernel::Auto, DirectKernel::TwoQ})
        if (precision == Precision::Single || device.has_fp64)
          engines.push_back({device.name + digits + (kernel == DirectKernel::TwoQ ? ", two-q" : ""),
                             [index = device.index, precision, kernel] {
                               OpenClOptions options;
                               options.kernel = kernel;
                               return make_opencl_engine(opencl::open_devices({index}, options),
                                                         precision);
                             }});
#endif
  }
#ifdef DEBYE_WITH_OPENCL
  opencl_is_missing();
#endif
  return engines;
}

}  // namespace debye::test
